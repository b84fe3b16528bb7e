package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// atOwnTerminal runs a command line as a process whose terminal this is, so that Ctrl-C
// and the terminal's size reach it, and returns its exit code.
func (h home) atOwnTerminal(env, args []string, use func(*person)) int {
	h.t.Helper()
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	keyboard, terminal := openTerminal(h.t)
	p := &person{t: h.t, keyboard: keyboard}
	p.heard = sync.NewCond(&p.mu)
	p.resize(80)
	go p.listen()
	c := exec.CommandContext(h.t.Context(), self, append([]string{"--now", "2026-02-23T09:00"}, args...)...)
	c.Env = append(append(h.env(), "TERM=xterm", asWeft+"=yes"), env...)
	c.Stdin, c.Stdout, c.Stderr = terminal, terminal, terminal
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		h.t.Fatal(err)
	}
	use(p)
	late := time.AfterFunc(20*time.Second, func() { _ = c.Process.Kill() })
	defer late.Stop()
	_ = c.Wait() // the exit code tells
	return c.ProcessState.ExitCode()
}

func (p *person) resize(columns uint16) {
	p.t.Helper()
	if err := unix.IoctlSetWinsize(int(p.keyboard.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		p.t.Fatal(err)
	}
}

func TestCtrlCStopsTheAnswerAndNotTheConversation(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.weft("", "log", "slept 5 h, the neighbours were loud", "--now", "2026-02-22T08:00").mustExit(t, exitDone)
	asked := make(chan struct{}, 100)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/chat" {
			asked <- struct{}{}
		}
		select { // a model that thinks for as long as anybody waits
		case <-r.Context().Done():
		case <-t.Context().Done():
		}
	}))
	t.Cleanup(model.Close)
	env := []string{"WEFT_LLM_DEFAULT_PROVIDER=ollama", "WEFT_LLM_PROVIDERS_OLLAMA_API_BASE=" + model.URL}
	code := h.atOwnTerminal(env, nil, func(p *person) {
		p.sees("weft> ")
		p.types("half a thought\x03")
		p.sees("Ctrl-D or /quit leaves.")
		p.sees("weft> ")
		p.types("why did I sleep badly?\r")
		select {
		case <-asked:
		case <-time.After(20 * time.Second):
			t.Fatal("no model was asked")
		}
		p.types("\x03")
		p.sees("The answer was stopped.")
		p.sees("weft> ")
		p.types("tasks\r")
		p.sees("no tasks")
		p.sees("weft> ")
		p.types("exit\r")
	})
	if code != exitDone {
		t.Errorf("exit code %d", code)
	}
	mustContain(t, h.weft("", "runs", "ls", "--status", "cancelled").out, "why did I sleep badly?")
}

func TestTheInputIsCompletedSearchedAndFollowsTheTerminal(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	h.weft("", "log", "slept 5 h").mustExit(t, exitDone)
	h.weft("", "ask", "--thread", "running", "how far did I run?").mustExit(t, exitDone)
	code := h.atOwnTerminal(nil, nil, func(p *person) {
		p.sees("weft> ")
		p.types("/entri\t")
		p.sees("/entries ")
		p.types("2026\t")
		p.sees("/entries 2026-02-23_09-00-00 ")
		p.types("\r")
		p.sees("slept 5 h")
		p.sees("weft> ")
		p.types("/threads show r\t")
		p.sees("/threads show running ")
		p.types("\r")
		p.sees("how far did I run?")
		p.sees("weft> ")
		p.types("\x12entr")
		p.sees("(search “entr”) /entries 2026-02-23_09-00-00")
		p.types("\r")
		p.sees("slept 5 h")
		p.sees("weft> ")
		p.types("今天跑步五公里\x7f\x7f了\r")
		p.sees("今天跑步五了")
		p.sees("Kept")
		p.sees("weft> ")
		p.types("abcdefghijklmnopqrstuvwxyz")
		p.sees("abcdefghijklmnopqrstuvwxyz")
		p.resize(20)
		p.sees("abcdefghijklmn\r\nopqrstuvwxyz")
		p.types("\x15/log one\x1b[200~ two\rthree\x1b[201~\r")
		p.sees("Kept")
		p.sees("weft> ")
		p.types("\x04")
	})
	if code != exitDone {
		t.Errorf("exit code %d", code)
	}
	var listed orchestratorv1.ListEntriesResponse
	h.message(&listed, "entries")
	var texts []string
	for _, e := range listed.GetEntries() {
		texts = append(texts, e.GetText())
	}
	if want := "slept 5 h|今天跑步五了|one two\nthree"; strings.Join(texts, "|") != want {
		t.Errorf("kept %q, want %q", texts, want)
	}
}
