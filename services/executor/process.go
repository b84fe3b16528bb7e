package executor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"
)

// exitTime is how long a server may take to end when its input is closed, and again when it
// is told to end.
const exitTime = 2 * time.Second

// inherited are the variables that a process can't do without: to be found and find others,
// to know where its user's files are, and where to put files that last for a moment.
var inherited = []string{"PATH", "HOME", "TMPDIR", "SYSTEMROOT"}

// A process is a server that is run here. It and all that it starts are one group, which
// ends as a whole.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	exited chan struct{}
	end    sync.Once
	sent   atomic.Int64 // how often something was written to it

	variables  []string // that the configuration sets, by name
	complaints *complaints
}

// run starts a server. env are the only variables of it, besides those that are inherited.
func run(command, env []string, log *slog.Logger) (*process, error) {
	//nolint:gosec,noctx // The command is the operator's, and outlives the call that starts it.
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = []string{}
	for _, name := range inherited {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.WaitDelay = exitTime
	said := &complaints{log: log, pace: rate.NewLimiter(10, 100)}
	cmd.Stderr = said
	ownGroup(cmd)

	// Pipes of our own: those of exec.Cmd are closed when the process ends, with the last
	// answer in them.
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close(), in.Close())
	}
	cmd.Stdin, cmd.Stdout = stdin, stdout
	err = cmd.Start()
	if closed := errors.Join(stdin.Close(), stdout.Close()); err == nil {
		err = closed
	}
	if err != nil {
		_, _ = in.Close(), out.Close() // nothing is in them
		return nil, cannotRun(command[0], err)
	}
	p := &process{cmd: cmd, in: in, out: out, exited: make(chan struct{}), complaints: said}
	for _, pair := range env {
		name, _, _ := strings.Cut(pair, "=")
		p.variables = append(p.variables, name)
	}
	go p.wait(log)
	return p, nil
}

func (p *process) wait(log *slog.Logger) {
	err := p.cmd.Wait()
	killGroup(p.cmd) // what it has started, and what holds the pipe open
	log.Debug("a tool server has ended", "how", fmt.Sprint(p.cmd.ProcessState), "error", err)
	close(p.exited)
}

// endingInWords says how the process has ended, and when as the caller tells it; "" if it has not
// ended after a while.
func (p *process) endingInWords(wait time.Duration, when string) string {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		return ""
	}
	state := p.cmd.ProcessState
	how := fmt.Sprintf("its process ended with exit code %d", state.ExitCode())
	if state.ExitCode() < 0 {
		how = fmt.Sprintf("its process was ended by a signal (%s)", strings.TrimPrefix(state.String(), "signal: "))
	}
	if when != "" {
		how += " " + when
	}
	if said := p.complaints.tellingLine(); said != "" {
		return how + "; it wrote to its standard error: " + quoted(said)
	}
	return how + ", and wrote nothing to its standard error"
}

// transport is how an MCP client speaks with the process.
func (p *process) transport(h *heard) mcp.Transport {
	// The SDK's own bound is for a message of many lines.
	return inTurn{&mcp.IOTransport{Reader: newMessageReader(p.out, standardOutput, h), Writer: counted{p.in, &p.sent}, MaxLineLength: mostFrame + 1<<20}, h}
}

// counted counts what is written, before it is.
type counted struct {
	io.WriteCloser
	n *atomic.Int64
}

// Write counts, and writes.
func (c counted) Write(p []byte) (int, error) {
	c.n.Add(1)
	return c.WriteCloser.Write(p)
}

// kill ends a process that does not answer, with all that it has started: by a signal, and
// by force.
func (p *process) kill() {
	for _, push := range []func(*exec.Cmd){askGroup, killGroup} {
		select {
		case <-p.exited:
			return
		default:
		}
		push(p.cmd)
		wait := time.NewTimer(exitTime)
		select {
		case <-p.exited:
		case <-wait.C:
		}
		wait.Stop()
	}
}

// stop ends the process: by the end of its input, by a signal, and by force.
func (p *process) stop() {
	p.end.Do(func() {
		_ = p.in.Close() // it may be closed already
		for _, push := range []func(){func() { askGroup(p.cmd) }, func() { killGroup(p.cmd) }} {
			wait := time.NewTimer(exitTime)
			select {
			case <-p.exited:
				wait.Stop()
				_ = p.out.Close()
				return
			case <-wait.C:
				push()
			}
		}
		<-p.exited
		_ = p.out.Close()
	})
}

// mostLine is how much of a line that a server complains with is told, in bytes.
const mostLine = 1 << 10

// complaints are what a server writes to its standard error. Each line goes to the log, as
// far as there are not too many and it is not too long.
type complaints struct {
	log    *slog.Logger
	pace   *rate.Limiter
	line   []byte
	missed int

	mu   sync.Mutex
	last []string // lines, the newest at the end
}

// mostKeptLines is how many of the last lines are kept: a trace may stand behind the one that
// says what is wrong.
const mostKeptLines = 32

// Write takes lines, and parts of them.
func (c *complaints) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		part, after, ended := bytes.Cut(rest, []byte("\n"))
		rest = after
		c.line = append(c.line, part[:min(len(part), mostLine-len(c.line))]...)
		if !ended {
			break
		}
		c.tell()
	}
	return len(p), nil
}

func (c *complaints) tell() {
	c.keepLine(string(bytes.TrimRight(c.line, " \t\r")))
	line := string(bytes.TrimSpace(c.line))
	c.line = c.line[:0]
	switch {
	case line == "":
	case !c.pace.Allow():
		c.missed++
	default:
		c.log.Info("a tool server says", "line", line, "missed", c.missed)
		c.missed = 0
	}
}

func (c *complaints) keepLine(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last = append(c.last, line); len(c.last) > mostKeptLines {
		c.last = c.last[1:]
	}
}

// saysWhy is in a line that says what went wrong.
var saysWhy = regexp.MustCompile(`(?i)error|exception|panic|fatal|cannot|can't|could not|not found|no such|missing|required`)

// tellingLine returns the last line that says what went wrong and is no part of a trace, else the
// last one; "" if nothing was written.
func (c *complaints) tellingLine() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	said := ""
	for _, line := range slices.Backward(c.last) {
		if line != "" && line == strings.TrimLeft(line, " \t") && saysWhy.MatchString(line) {
			return clip(printable(line), mostStray)
		}
		if said == "" {
			said = strings.TrimSpace(line)
		}
	}
	return clip(printable(said), mostStray)
}

var _ io.Writer = (*complaints)(nil)
