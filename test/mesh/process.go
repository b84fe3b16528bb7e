package mesh

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/porttest"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// binary builds the product once for all tests of a package.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "weft-test-")
	if err != nil {
		return "", err
	}
	return build(dir, "github.com/weft-mesh/weft/cmd/weft")
})

func build(dir, command string) (string, error) {
	path := filepath.Join(dir, filepath.Base(command))
	out, err := exec.Command("go", "build", "-o", path, command).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", command, err, out)
	}
	return path, nil
}

// Build builds a command of this repository for one test and returns its path.
func Build(t *testing.T, command string) string {
	t.Helper()
	path, err := build(t.TempDir(), command)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Binary returns the path of the built product.
func Binary(t *testing.T) string {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// RemoveBinary removes what Binary built. For TestMain, after the tests.
func RemoveBinary() {
	if path, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
}

// A Process is a running weft server.
type Process struct {
	Addresses map[string]string
	TokenFile string
	cmd       *exec.Cmd
	done      chan struct{}
	log       string // file with what it has written to standard error
}

// Log returns what the process has logged so far.
func (p *Process) Log(t *testing.T) string {
	t.Helper()
	said, err := os.ReadFile(p.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

// Kill ends the process as a power cut would, and waits for it to be gone.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// End ends the process as an operator would.
func (p *Process) End(t *testing.T) {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(30 * time.Second):
		t.Errorf("%v did not stop within 30s", p.cmd.Args)
		p.Kill()
	}
}

// A caller is what callers of a server show, and whom they trust.
type caller struct {
	tokenFile string
	tls       *tls.Config // nil if the server is not encrypted
}

// callers are those of the servers that were started, by the address of their API.
var callers sync.Map

// Spawn starts `weft args…` and returns when it has said where it listens.
func Spawn(t *testing.T, vault string, args ...string) *Process {
	t.Helper()
	return start(t, vault, args, nil)
}

// SpawnWith is Spawn with variables of the environment besides those of the test.
func SpawnWith(t *testing.T, vault string, env []string, args ...string) *Process {
	t.Helper()
	return startWith(t, vault, env, args, nil)
}

// SpawnOther is Spawn with another command than weft, which takes its arguments: the path
// of a binary, as Build returns it.
func SpawnOther(t *testing.T, path, vault string, args ...string) *Process {
	t.Helper()
	return startOther(t, path, vault, nil, args, nil)
}

// SpawnOtherWith is SpawnOther with variables of the environment besides those of the test.
func SpawnOtherWith(t *testing.T, path, vault string, env []string, args ...string) *Process {
	t.Helper()
	return startOther(t, path, vault, env, args, nil)
}

func start(t *testing.T, vault string, args []string, set []config.Override) *Process {
	t.Helper()
	return startWith(t, vault, nil, args, set)
}

func startWith(t *testing.T, vault string, env, args []string, set []config.Override) *Process {
	t.Helper()
	return startOther(t, Binary(t), vault, env, args, set)
}

func startOther(t *testing.T, path, vault string, env, args []string, set []config.Override) *Process {
	t.Helper()
	usual := []string{"-o", "json", "--vault", vault, "--tz", Zone, "--set", "api.listen=127.0.0.1:0", "--set", "runs.ack_wait=2s", "--set", "user=tester"}
	args = slices.Concat(args[:1], usual, args[1:]) // what a test sets has the last word
	for _, o := range slices.Concat(minds(set), set) {
		args = append(args, "--set", o.Path+"="+o.Value)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir(), "HOME="+t.TempDir()), env...)
	stderr, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stderr.Close() }() // the process has it
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Process{cmd: cmd, done: make(chan struct{}), log: stderr.Name()}
	lines := bufio.NewReader(stdout)
	line, err := lines.ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		_ = cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() { p.End(t) })
	if err == nil {
		err = json.Unmarshal([]byte(line), p)
	}
	if err != nil {
		p.Kill()
		t.Fatalf("%s %s: %v\n%s%s", filepath.Base(path), strings.Join(args, " "), err, line, p.Log(t))
	}
	callers.Store(p.Addresses["api"], caller{tokenFile: p.TokenFile})
	return p
}

// Processes starts each role as its own process, which know each other by
// certificates. Settings of tools are the executor's alone.
func Processes(t *testing.T, vault string, set ...config.Override) *Mesh {
	t.Helper()
	certs := t.TempDir()
	if err := identity.Develop(certs, "weft", app.Roles(), nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	// The executor alone has what tools need; that there is a calendar to write to others know, too.
	ofTools := func(o config.Override) bool {
		return strings.HasPrefix(o.Path, "tools.") || o.Path == "planning.write_calendar_password"
	}
	tools := slices.ContainsFunc(set, ofTools)
	spawn := func(command, flag, role string, args ...string) *Process {
		file := func(name string) string { return filepath.Join(certs, name) }
		own := set
		if role != roles.Executor {
			own = slices.DeleteFunc(slices.Clone(set), ofTools)
		}
		return start(t, vault, append([]string{command, flag, role, "--set", "tls.ca=" + file(identity.AuthorityFile),
			"--set", "tls.cert=" + file(role+".crt"), "--set", "tls.key=" + file(role+".key")}, args...), own)
	}
	args := []string{"--set", "nats.listen=127.0.0.1:0"}
	var executor string // where it will listen
	if tools {
		executor = porttest.FreeAddress(t)
		args = append(args, "--set", "peers.executor="+executor)
	}
	for _, agent := range config.Agents() {
		// These find their callers on the bus, once there is one.
		if agent == "retriever" || agent == roles.Executor && tools {
			continue
		}
		p := spawn("serve", "--roles", agent, "--set", "roles."+agent+".listen=127.0.0.1:0")
		args = append(args, "--set", "peers."+agent+"="+p.Addresses[agent])
	}
	o := spawn("serve", "--roles", "orchestrator", args...)
	trusted, err := identity.Load(identity.Files{CA: filepath.Join(certs, identity.AuthorityFile)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	encrypted, err := trusted.CallServer("")
	if err != nil {
		t.Fatal(err)
	}
	callers.Store(o.Addresses["api"], caller{o.TokenFile, encrypted})
	bus := []string{"--set", "nats.url=" + o.Addresses["nats"]}
	spawn("serve", "--roles", "retriever", append(bus, "--set", "roles.retriever.listen=127.0.0.1:0")...)
	if tools {
		key := filepath.Join(filepath.Dir(o.TokenFile), "grant.key")
		spawn("serve", "--roles", roles.Executor, append(bus, "--set", "roles.executor.listen="+executor, "--set", "tools.grant_key="+key)...)
	}
	return &Mesh{API: Dial(t, o.Addresses["api"]), Vault: vault, address: o.Addresses["api"]}
}

// Shared starts a mesh whose bus others can join, and returns its process.
func Shared(t *testing.T, vault string, set ...config.Override) (*Mesh, *Process) {
	t.Helper()
	p := start(t, vault, []string{"up", "--set", "nats.listen=127.0.0.1:0"}, set)
	return &Mesh{API: Dial(t, p.Addresses["api"]), Vault: vault, address: p.Addresses["api"]}, p
}

// Joined starts a mesh on the bus of another.
func Joined(t *testing.T, vault string, other *Process, set ...config.Override) *Mesh {
	t.Helper()
	p := start(t, vault, []string{"up", "--set", "nats.url=" + other.Addresses["nats"], "--token-file", other.TokenFile}, set)
	return &Mesh{API: Dial(t, p.Addresses["api"]), Vault: vault, address: p.Addresses["api"]}
}

// Dial returns the public API at an address, for a caller who shows the token that
// the process there asks for.
func Dial(t *testing.T, address string) weftapi.Client {
	t.Helper()
	known, _ := callers.Load(address)
	c, _ := known.(caller)
	return apptest.Patient(weftapi.NewClient(c.conn(t, address)))
}

// As is the public API of a mesh of processes for a caller who shows the token, or the key,
// of a file.
func (m *Mesh) As(t *testing.T, tokenFile string) weftapi.Client {
	t.Helper()
	known, _ := callers.Load(m.address)
	c, _ := known.(caller)
	c.tokenFile = tokenFile
	return apptest.Patient(weftapi.NewClient(c.conn(t, m.address)))
}

// Conn returns a connection to an address, for a caller who shows the token of a
// file, or none if it is "".
func Conn(t *testing.T, address, tokenFile string) *grpc.ClientConn {
	t.Helper()
	return caller{tokenFile: tokenFile}.conn(t, address)
}

// Encrypted is Conn to a server that knows itself by a certificate of an authority,
// whose file is given.
func Encrypted(t *testing.T, address, tokenFile, authority string) *grpc.ClientConn {
	t.Helper()
	trusted, err := identity.Load(identity.Files{CA: authority}, nil)
	if err != nil {
		t.Fatal(err)
	}
	encrypted, err := trusted.CallServer("")
	if err != nil {
		t.Fatal(err)
	}
	return caller{tokenFile, encrypted}.conn(t, address)
}

func (c caller) conn(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	o := rpc.Options{TLS: c.tls}
	if c.tokenFile != "" {
		token, err := credential.Read(c.tokenFile)
		if err != nil {
			t.Fatal(err)
		}
		o.Credential = token
	}
	conn, err := rpc.Dial(address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
