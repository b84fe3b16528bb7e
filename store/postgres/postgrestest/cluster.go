// Package postgrestest starts a real PostgreSQL for tests: one cluster for a test
// binary, on a Unix socket alone, with a database of its own for each test.
package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// required is the variable that makes a failure of a missing PostgreSQL.
const required = "WEFT_TEST_POSTGRES"

// errNone says why there is no cluster.
var errNone = errors.New("no PostgreSQL server programs here: install Debian's package postgresql, or set PG_BINDIR to their folder")

// A Cluster is a PostgreSQL server that is started when the first test needs it. The
// zero value is good.
type Cluster struct {
	once    sync.Once
	err     error
	dir     string           // of its files and its socket
	command func() *exec.Cmd // of the server
	server  *exec.Cmd
	created atomic.Int64 // databases
}

// Run runs the tests of a binary and then stops the cluster; TestMain calls it.
func (c *Cluster) Run(m *testing.M) int {
	defer c.Stop()
	return m.Run()
}

// Database returns the URL of a new, empty database, owned by a role without any
// privileges. Where there is no PostgreSQL the test is skipped, or fails if
// WEFT_TEST_POSTGRES is "required".
func (c *Cluster) Database(t testing.TB) string {
	t.Helper()
	c.once.Do(func() { c.err = c.start() })
	if errors.Is(c.err, errNone) && os.Getenv(required) != "required" {
		t.Skip(c.err)
	}
	if c.err != nil {
		t.Fatal(c.err)
	}
	name := fmt.Sprintf("weft%d", c.created.Add(1))
	c.Admin(t, "postgres", "CREATE DATABASE "+name+" OWNER weft")
	return c.url("weft", name)
}

// Admin runs a statement as the superuser.
func (c *Cluster) Admin(t testing.TB, database, sql string) {
	t.Helper()
	if err := c.exec(t.Context(), database, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Exec runs a statement as the superuser, for the end of a test, when its context is gone.
func (c *Cluster) Exec(sql string) error { return c.exec(context.Background(), "postgres", sql) }

// AdminURL is the URL of a database for the superuser.
func (c *Cluster) AdminURL() string { return c.url("postgres", "postgres") }

func (c *Cluster) exec(ctx context.Context, database, sql string) error {
	conn, err := pgx.Connect(ctx, c.url("postgres", database))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

func (c *Cluster) url(role, database string) string {
	return fmt.Sprintf("postgres://%s@/%s?host=%s", role, database, c.dir)
}

// binaries returns the folder of the server programs, "" if there is none.
func binaries() string {
	if dir := os.Getenv("PG_BINDIR"); dir != "" {
		return dir
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // Debian's folders
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1])
	}
	if program, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(program)
	}
	return ""
}

// patience is how long the server may take to start.
const patience = 30 * time.Second

func (c *Cluster) start() error {
	bin := binaries()
	if bin == "" {
		return errNone
	}
	var err error
	// The path of a socket has 107 bytes at most, and that of a test's folder may be long.
	if c.dir, err = os.MkdirTemp("/tmp", "weft-pg"); err != nil {
		return err
	}
	attr, err := attributes(c.dir)
	if err != nil {
		return err
	}
	data := filepath.Join(c.dir, "data")
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.SysProcAttr, cmd.Dir, cmd.Env = attr, c.dir, []string{"PATH=" + bin, "LC_ALL=C.UTF-8", "TZ=UTC"}
		return cmd
	}
	out, err := command("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	c.command = func() *exec.Cmd {
		return command("postgres", "-D", data, "-k", c.dir, "-c", "listen_addresses=", "-c", "shared_buffers=32MB",
			"-c", "max_connections=200", "-c", "fsync=off", "-c", "full_page_writes=off")
	}
	c.server = c.command()
	if err := c.server.Start(); err != nil {
		return err
	}
	return c.await("CREATE ROLE weft LOGIN")
}

// Kill ends the server at once, with all connections to it.
func (c *Cluster) Kill() error {
	if err := c.server.Process.Signal(syscall.SIGQUIT); err != nil {
		return err
	}
	_ = c.server.Wait() // it tells of the signal
	return nil
}

// Restart starts a server again that was killed.
func (c *Cluster) Restart() error {
	c.server = c.command()
	if err := c.server.Start(); err != nil {
		return err
	}
	return c.await("SELECT 1")
}

// await waits until the server carries out a statement.
func (c *Cluster) await(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		err := c.exec(ctx, "postgres", sql)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL does not answer: %w", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Stop ends the server, with all connections to it, and removes its files.
func (c *Cluster) Stop() {
	if c.server != nil && c.server.Process != nil {
		_ = c.server.Process.Signal(syscall.SIGINT) // connections are cut off
		_ = c.server.Wait()
	}
	if c.dir != "" {
		_ = os.RemoveAll(c.dir)
	}
}
