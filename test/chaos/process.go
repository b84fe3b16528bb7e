package chaos

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

const (
	startWithin = 30 * time.Second // until a process is ready
	stopWithin  = 40 * time.Second // from SIGTERM to its end
)

// A Process is a server that can be killed and started again.
type Process struct {
	Name    string
	beside  bool // starts at the same time as the one before it
	command func() *exec.Cmd
	said    transcript // on stderr, in all of its lives

	mu   sync.Mutex
	life *life // nil while it is down
	fell []string
}

// A life is one execution of a process.
type life struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // how it ended; read after done
}

// Start starts the process and returns when it has said that it is ready, in
// the first line of its output.
func (p *Process) Start(ctx context.Context) error {
	if p.running() != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	cmd := p.command()
	cmd.Stderr = &p.said
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	endWithParent(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	l := &life{cmd: cmd, done: make(chan struct{})}
	ready := make(chan error, 1)
	go func() {
		out := bufio.NewReader(stdout)
		_, err := out.ReadString('\n')
		ready <- err
		_, _ = io.Copy(io.Discard, out)
		l.err = cmd.Wait()
		close(l.done)
	}()
	select {
	case err = <-ready:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		_ = cmd.Process.Signal(syscall.SIGQUIT) // it tells where it hangs
		select {
		case <-l.done:
		case <-time.After(stopWithin):
			_ = cmd.Process.Kill()
			<-l.done
		}
		return fmt.Errorf("%s did not start: %w\n%s", p.Name, errors.Join(err, l.err), p.said.String())
	}
	p.mu.Lock()
	p.life = l
	p.mu.Unlock()
	return nil
}

// running returns the process's life, nil if it is down. A life that ended by
// itself is noted.
func (p *Process) running() *life {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.life == nil {
		return nil
	}
	select {
	case <-p.life.done:
		p.fell = append(p.fell, fmt.Sprintf("%s ended by itself: %v\n%s", p.Name, p.life.err, p.said.tail()))
		p.life = nil
	default:
	}
	return p.life
}

// Fell returns how often, and how, the process ended without being told to.
func (p *Process) Fell() []string {
	p.running()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fell
}

// Kill ends the process as a power cut would, and waits for it to be gone.
func (p *Process) Kill() { _ = p.end(syscall.SIGKILL, stopWithin) }

// Stop ends the process as an operator would.
func (p *Process) Stop() error { return p.end(syscall.SIGTERM, stopWithin) }

func (p *Process) end(sig syscall.Signal, within time.Duration) error {
	l := p.running()
	if l == nil {
		return nil
	}
	p.mu.Lock()
	p.life = nil // what ends it now is us
	p.mu.Unlock()
	_ = l.cmd.Process.Signal(sig)
	select {
	case <-l.done:
		return nil
	case <-time.After(within):
		_ = l.cmd.Process.Kill()
		<-l.done
		return fmt.Errorf("%s did not end within %v of %v\n%s", p.Name, within, sig, p.said.tail())
	}
}

// Freeze stops the process where it is, as a suspended machine would, until Thaw.
func (p *Process) Freeze() { p.signal(syscall.SIGSTOP) }

// Thaw lets a frozen process go on.
func (p *Process) Thaw() { p.signal(syscall.SIGCONT) }

func (p *Process) signal(sig syscall.Signal) {
	if l := p.running(); l != nil {
		_ = l.cmd.Process.Signal(sig)
	}
}

// A transcript is what a process says.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(b)
}

// String returns all of it.
func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// clear forgets what was said.
func (t *transcript) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text.Reset()
}

// tail returns the last lines.
func (t *transcript) tail() string {
	const most = 2000
	s := t.String()
	return s[max(0, len(s)-most):]
}
