package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// A person sits at a real terminal: they see what is printed and type.
type person struct {
	t        *testing.T
	keyboard *os.File // the other side of the terminal

	mu    sync.Mutex
	heard *sync.Cond
	all   bytes.Buffer
	read  int // how much of it expect has passed
	gone  bool
}

// atTerminal runs a command line at a terminal, lets a person use it, and
// returns the exit code.
func atTerminal(t *testing.T, m mesh, home string, args []string, use func(*person)) int {
	t.Helper()
	return atTerminalIn(t, m, []string{"HOME=" + home, "WEFT_VAULT=" + home + "/vault", "EDITOR=" + home + "/editor"}, args, use)
}

// atTerminalIn is atTerminal in an environment.
func atTerminalIn(t *testing.T, m mesh, env, args []string, use func(*person)) int {
	t.Helper()
	keyboard, terminal := openTerminal(t)
	p := &person{t: t, keyboard: keyboard}
	p.heard = sync.NewCond(&p.mu)
	go p.listen()
	env = append([]string{"TERM=xterm", "COLUMNS=70", "WEFT_TIME_ZONE=Europe/Berlin"}, env...)
	code := make(chan int, 1)
	go func() { code <- newProgram(m, terminal, terminal, terminal, env).run(t.Context(), args) }()
	use(p)
	select {
	case c := <-code:
		return c
	case <-time.After(10 * time.Second):
		t.Fatalf("the command does not end; the screen has:\n%q", p.screen())
		return 0
	}
}

func openTerminal(t *testing.T) (keyboard, terminal *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	fd := int(keyboard.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return keyboard, terminal
}

func (p *person) listen() {
	chunk := make([]byte, 4096)
	for {
		n, err := p.keyboard.Read(chunk)
		p.mu.Lock()
		p.all.Write(chunk[:n])
		p.gone = err != nil
		p.heard.Broadcast()
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// sees waits until the terminal shows a text, after what was seen before.
func (p *person) sees(text string) {
	p.t.Helper()
	late := time.AfterFunc(10*time.Second, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.gone = true
		p.heard.Broadcast()
	})
	defer late.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if i := strings.Index(p.all.String()[p.read:], text); i >= 0 {
			p.read += i + len(text)
			return
		}
		if p.gone {
			p.t.Fatalf("%q does not appear after:\n%q", text, p.all.String()[p.read:])
		}
		p.heard.Wait()
	}
}

func (p *person) types(text string) {
	p.t.Helper()
	if _, err := p.keyboard.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all.String()
}

func TestAPersonIsAskedWhatTheRunWaitsFor(t *testing.T) {
	t.Parallel()
	var got *orchestratorv1.AnswerRunRequest
	m := &played{script: &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("CLARIFY", "ask")))
			send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
			return nil
		},
		get: func(string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: runID, Report: waiting()}, nil
		},
		answer: func(req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) {
			got = req
			return &orchestratorv1.Run{}, nil
		},
		watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: answered()}}}))
			return nil
		},
	}}
	code := atTerminal(t, m, t.TempDir(), []string{"ask", "how sore am I?"}, func(p *person) {
		p.sees("No note says how you feel.")
		p.sees("How sore are you?")
		p.sees("1> ")
		p.types("/quit\r")
		p.sees("Weft is waiting for an answer here.")
		p.sees("1> ")
		p.types("2\r")
		p.sees("You slept badly [1]")
		p.sees("Keep what you said as a note of today? y/N")
		p.types("\r")
	})
	if code != exitDone {
		t.Errorf("exit code %d", code)
	}
	if len(got.GetAnswers()) != 1 || got.GetAnswers()[0].GetText() != "2" || got.GetAnswers()[0].GetQuestionId() != "q1" {
		t.Errorf("the answer is %v", got)
	}
}

func TestWhatAPersonHasAnsweredIsKeptOnYes(t *testing.T) {
	t.Parallel()
	for said, keeps := range map[string]bool{"y": true, "Yes": true, "n": false, "": false, "\x04": false} {
		var inputs []*orchestratorv1.Input
		m := &played{script: &script{
			process: func(req *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
				if inputs = append(inputs, req.GetInput()); len(inputs) > 1 {
					kept := &orchestratorv1.RunReport{RunId: runID, Status: orchestratorv1.RunReport_COMPLETED, Answer: "It is kept."}
					return ends(kept)(req, send)
				}
				send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
				return nil
			},
			get: func(string) (*orchestratorv1.Run, error) {
				return &orchestratorv1.Run{Id: runID, Report: waiting()}, nil
			},
			answer: func(*orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) { return &orchestratorv1.Run{}, nil },
			watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
				send(event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: answered()}}}))
				return nil
			},
		}}
		code := atTerminal(t, m, t.TempDir(), []string{"ask", "how sore am I?"}, func(p *person) {
			p.sees("1> ")
			p.types("2\r")
			p.sees("y/N")
			p.types(strings.TrimSuffix(said, "\x04") + map[bool]string{true: "\x04", false: "\r"}[said == "\x04"])
			if keeps {
				p.sees("It is kept.")
			}
		})
		if code != exitDone || (len(inputs) == 2) != keeps {
			t.Errorf("%q: exit code %d, inputs %v", said, code, inputs)
			continue
		}
		if keeps && (inputs[1].GetText() != "Asked “How sore are you?”: very" || inputs[1].GetIntent() != commonv1.InputType_INPUT_TYPE_LOG) {
			t.Errorf("kept is %v", inputs[1])
		}
	}
}

func TestAPersonCanAnswerLater(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("CLARIFY", "ask")))
			send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
			return nil
		},
		get: func(string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: runID, Report: waiting()}, nil
		},
	}}
	code := atTerminal(t, m, t.TempDir(), []string{"ask", "how sore am I?"}, func(p *person) {
		p.sees("1> ")
		p.types("\x04")
		p.sees("weft reply " + runID)
	})
	if code != exitWaiting {
		t.Errorf("exit code %d, want %d", code, exitWaiting)
	}
}

func TestAConversationAtATerminalHasAPromptAndAHistory(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := &script{process: ends(answered())}
	code := atTerminal(t, &played{script: s}, home, nil, func(p *person) {
		p.sees("weft> ")
		p.types("why?\r")
		p.sees("You slept badly")
		p.sees("slept 5 h")
		p.sees("weft> ")
		p.types("\x1b[A\r") // up: the last line again
		p.sees("You slept badly")
		p.sees("weft> ")
		p.types("\x1b[200~one\rtwo\x1b[201~\r") // pasted
		p.sees("You slept badly")
		p.sees("weft> ")
		p.types("\x04")
	})
	if code != exitDone {
		t.Errorf("exit code %d", code)
	}
	var texts []string
	for _, in := range s.inputs {
		texts = append(texts, in.GetInput().GetText())
	}
	if want := "why?|why?|one\ntwo"; strings.Join(texts, "|") != want {
		t.Errorf("sent %q, want %q", texts, want)
	}
	kept, err := os.ReadFile(filepath.Join(home, ".local", "state", "weft", "history"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(kept), "why?\n") {
		t.Errorf("the history is %q", kept)
	}
}

func TestColorsAreOnlyForATerminalThatWantsThem(t *testing.T) {
	t.Parallel()
	_, terminal := openTerminal(t)
	tests := map[string]struct {
		env   map[string]string
		color bool
		width int
	}{
		"a terminal":           {map[string]string{"TERM": "xterm"}, true, 80},
		"NO_COLOR":             {map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, false, 80},
		"a dumb terminal":      {map[string]string{"TERM": "dumb"}, false, 80},
		"a narrow terminal":    {map[string]string{"COLUMNS": "44"}, true, 44},
		"a very wide terminal": {map[string]string{"COLUMNS": "300"}, true, 100},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := screen.StyleOf(terminal, func(n string) string { return test.env[n] }, "")
			if !s.Terminal || s.Color != test.color || s.Width != test.width {
				t.Errorf("style is %+v", s)
			}
		})
	}
}
