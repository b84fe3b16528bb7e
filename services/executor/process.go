package executor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
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
	cmd.Stderr = &complaints{log: log, pace: rate.NewLimiter(10, 100)}
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
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	p := &process{cmd: cmd, in: in, out: out, exited: make(chan struct{})}
	go p.wait(log)
	return p, nil
}

func (p *process) wait(log *slog.Logger) {
	err := p.cmd.Wait()
	killGroup(p.cmd) // what it has started, and what holds the pipe open
	log.Debug("a tool server has ended", "how", fmt.Sprint(p.cmd.ProcessState), "error", err)
	close(p.exited)
}

// transport is how an MCP client speaks with the process.
func (p *process) transport() mcp.Transport {
	// The SDK's own bound is for a message of many lines.
	return inTurn{&mcp.IOTransport{Reader: &boundedLines{ReadCloser: p.out}, Writer: counted{p.in, &p.sent}, MaxLineLength: mostFrame + 1}}
}

// mostLooked is how long a line is at most that is held against what messages look like.
const mostLooked = 4 << 10

// boundedLines fails where a line goes on for too long, and where it is no message.
type boundedLines struct {
	io.ReadCloser
	line  int    // how long it is so far
	head  []byte // the first of it
	stray error  // of a line that is no message; nothing is read after it
}

// Read reads on.
func (b *boundedLines) Read(p []byte) (int, error) {
	switch {
	case b.stray != nil:
		return 0, b.stray
	case b.line >= mostFrame:
		return 0, errTooLong
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), mostFrame-b.line)])
	for from := 0; from < n; {
		part, _, ended := bytes.Cut(p[from:n], []byte("\n"))
		b.line += len(part)
		b.head = append(b.head, part[:min(len(part), mostLooked-len(b.head))]...)
		if b.stray = strayLine(b.head, ended && b.line <= mostLooked); b.stray != nil {
			return from, b.stray
		}
		from += len(part)
		if ended {
			b.line, b.head = 0, b.head[:0]
			from++
		}
	}
	return n, err
}

// A strayError is a line on a server's standard output that is no message.
type strayError string

func (e strayError) Error() string {
	return fmt.Sprintf("it wrote to its standard output what is no message: %q (logs belong on standard error)", string(e))
}

// strayLine returns an error if the beginning of a line is that of no message, nor of a part
// of one that is written over many lines. What is a whole line must not be JSON of another
// kind either, such as that of a log.
func strayLine(head []byte, whole bool) error {
	if len(head) == 0 {
		return nil
	}
	stray := !strings.ContainsRune(" \t\r{}[]\"", rune(head[0]))
	if whole && head[0] == '{' {
		var message struct {
			JSONRPC string `json:"jsonrpc"`
		}
		stray = json.Unmarshal(head, &message) == nil && message.JSONRPC == ""
	}
	if !stray {
		return nil
	}
	return strayError(clip(printable(string(head)), mostStray))
}

// mostStray is how much of a stray line is told, in bytes.
const mostStray = 200

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
}

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

var _ io.Writer = (*complaints)(nil)
