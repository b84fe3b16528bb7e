package scenario

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/test/mesh"
)

// printed matches a block of commands that a page prints.
var printed = regexp.MustCompile("(?s)```sh\n(.*?)```")

// place matches an address in the example.
var place = regexp.MustCompile(`127\.0\.0\.1:[1-9]\d+`)

// A documentation is what docs/mesh.md prints and examples/mesh has, with free ports
// in the place of the usual ones.
type documentation struct {
	dir, path string // where commands are typed, and the PATH there
	commands  []string
}

func meshPage(t *testing.T) documentation {
	t.Helper()
	root := filepath.Join("..", "..")
	ports := map[string]string{}
	elsewhere := func(text []byte) []byte {
		return place.ReplaceAllFunc(text, func(usual []byte) []byte {
			if ports[string(usual)] == "" {
				ports[string(usual)] = porttest.FreeAddress(t)
			}
			return []byte(ports[string(usual)])
		})
	}
	d := documentation{dir: t.TempDir()}
	example := filepath.Join("examples", "mesh")
	if err := os.MkdirAll(filepath.Join(d.dir, example), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mesh.sh", "mesh.yaml", "nats.conf"} {
		text, err := os.ReadFile(filepath.Join(root, example, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(d.dir, example, name), elsewhere(text), 0o700)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "mesh.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range printed.FindAllSubmatch(page, -1) {
		d.commands = append(d.commands, string(elsewhere(block[1])))
	}
	programs := []string{filepath.Dir(mesh.Binary(t)), filepath.Dir(natsServer(t)), os.Getenv("PATH")}
	d.path = strings.Join(programs, string(filepath.ListSeparator))
	return d
}

// natsServer builds the server that this repository depends on.
func natsServer(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", path, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("build nats-server: %v\n%s", err, out)
	}
	return path
}

// shell returns a shell that is given commands to type.
func (d documentation) shell(t *testing.T, commands string) *exec.Cmd {
	c := exec.Command("sh", "-e", "-c", commands)
	c.Dir = d.dir
	c.Env = append(os.Environ(), "PATH="+d.path, "HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	return c
}

// A terminal keeps what is said in it.
type terminal struct {
	mu   sync.Mutex
	said bytes.Buffer
}

func (s *terminal) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.Write(b)
}

func (s *terminal) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.String()
}

// leave types commands that go on until somebody stops them, waits for a text, and
// returns what stops them.
func (d documentation) leave(t *testing.T, commands, until string) (stop func()) {
	t.Helper()
	var said terminal
	lines := strings.Split(strings.TrimSpace(commands), "\n")
	lines[len(lines)-1] = "exec " + lines[len(lines)-1] // so that what is stopped is not the shell
	c := d.shell(t, strings.Join(lines, "\n"))
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended, failed := context.WithCancelCause(context.Background())
	go func() { failed(errors.Join(errors.New("it ended"), c.Wait())) }()
	stop = sync.OnceFunc(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended.Done():
			if !c.ProcessState.Success() {
				t.Errorf("%s%v\n%s", commands, context.Cause(ended), said.String())
			}
		case <-time.After(time.Minute):
			_ = c.Process.Kill()
			t.Errorf("it does not end: %s%s", commands, said.String())
		}
	})
	t.Cleanup(stop)
	for began := time.Now(); !strings.Contains(said.String(), until); time.Sleep(20 * time.Millisecond) {
		if ended.Err() != nil || time.Since(began) > time.Minute {
			t.Fatalf("%s: %v\n%s", commands, context.Cause(ended), said.String())
		}
	}
	return stop
}

func TestTheMeshThatIsDocumentedRunsAsPrinted(t *testing.T) {
	t.Parallel()
	d := meshPage(t)
	if len(d.commands) != 3 {
		t.Fatalf("the page prints %d blocks of commands: %q", len(d.commands), d.commands)
	}
	start, use, add := d.commands[0], d.commands[1], d.commands[2]
	stop := d.leave(t, start, "The mesh is up.")
	said, err := d.shell(t, use).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "7 h") {
		t.Errorf("%v\n%s", err, said)
	}
	leave := d.leave(t, add, "Weft is up")
	if said, err := d.shell(t, use).CombinedOutput(); err != nil {
		t.Errorf("with two analyzers: %v\n%s", err, said)
	}
	leave()
	if said, err := d.shell(t, use).CombinedOutput(); err != nil {
		t.Errorf("with one analyzer again: %v\n%s", err, said)
	}
	stop()
	for _, role := range []string{"router", "orchestrator", "nats"} {
		log, err := os.ReadFile(filepath.Join(d.dir, "mesh", "log", role+".log"))
		if err != nil || strings.Contains(string(log), "ERROR") {
			t.Errorf("%v: %s", err, log)
		}
	}
}
