package command

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/weft-mesh/weft/internal/app"
)

// asWeft makes the test binary weft itself, so that a test can signal it. As a server of
// example tools, which the demo starts without it, it is weft anyway.
const asWeft = "WEFT_TEST_AS_WEFT"

func TestMain(m *testing.M) {
	if os.Getenv(asWeft) != "" || len(os.Args) > 2 && os.Args[1] == "demo" && os.Args[2] == "serve" {
		os.Exit(RunProcess("", app.Additions{}))
	}
	os.Exit(m.Run())
}

// start runs "weft up" as a process of its own, and returns it once it is ready.
func (h home) start() (*exec.Cmd, *bytes.Buffer) {
	h.t.Helper()
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	c := exec.CommandContext(h.t.Context(), self, "up", "-o", "text")
	var errOut bytes.Buffer
	c.Env, c.Stderr = append(h.env(), asWeft+"=yes"), &errOut
	out, err := c.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "Ctrl-C stops it") {
			return c, &errOut
		}
	}
	_ = c.Wait()
	h.t.Fatalf("the server did not come up:\n%s", errOut.String())
	return nil, nil
}

func TestSignalsThatComeTogetherStopTheServerInOrder(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	server, told := h.start()
	for range 200 { // those that come too close together arrive as one
		if err := server.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if err := server.Wait(); err != nil || !strings.Contains(told.String(), "stopped") {
		t.Errorf("it ended with %v:\n%s", err, told)
	}
	if _, err := os.Stat(filepath.Join(h.vault(), ".weft", "server.json")); !os.IsNotExist(err) {
		t.Errorf("it left its address behind: %v", err)
	}
}

func TestAServerThatIsKilledIsInNobodysWay(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	server, _ := h.start()
	h.weft("", "log", "ran 5k").mustExit(t, exitDone)
	if err := server.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // killed
	if _, err := os.Stat(filepath.Join(h.vault(), ".weft", "server.json")); err != nil {
		t.Errorf("the killed server tidied up: %v", err)
	}
	got := h.weft("", "entries")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ran 5k")
	if strings.Contains(got.errOut, "level=") {
		t.Errorf("the next command is greeted with\n%s", got.errOut)
	}
}
