package chaos

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"time"
)

const (
	// A command that nobody interrupts takes about a second.
	interruptWithin = 1200 * time.Millisecond
	// endWithin bounds how long a command may go on after Ctrl-C.
	endWithin = 15 * time.Second
)

// commands interrupts short commands on a vault without a server at random
// moments. Each is given again, with the same request id, until it comes through.
func commands(c *trial) {
	s := NewSite(c.T, Layout{})
	load := &Load{Inputs: Inputs(c.some(10, 50))}
	for _, in := range load.Inputs {
		for range c.rand.IntN(c.some(3, 8)) {
			c.interrupt(s.Weft(c.Context(), arguments(in)...))
		}
		if c.rand.IntN(2) == 0 {
			c.interrupt(s.Weft(c.Context(), "runs", "ls"))
		}
		out, code := c.run(s.Weft(c.Context(), arguments(in)...), 0)
		var report struct {
			RunID string `json:"runId"`
		}
		if err := json.Unmarshal(out, &report); err != nil || report.RunID == "" {
			c.result.Findings.add(Other, "%q: exit code %d, %s", in.Text, code, out)
			continue
		}
		load.note(in, report.RunID, nil)
	}
	c.expect(s.Start(c.Context()))
	load.APIs = s.Clients(c.T)
	c.check(s, load, Evidence{})
}

// arguments are the command line for an input.
func arguments(in Input) []string {
	args := []string{in.Text, "--request-id", in.RequestID}
	switch in.Kind {
	case Log:
		return append([]string{"log"}, args...)
	case Query:
		return append([]string{"ask"}, args...)
	}
	return args
}

// interrupt runs a command and presses Ctrl-C at a random moment, twice now and
// then.
func (c *trial) interrupt(cmd *exec.Cmd) {
	c.result.Faults[Ctrl]++
	out, code := c.run(cmd, upTo(c.rand, interruptWithin))
	switch code {
	case 0, 3, 130, -1: // done before; waits for an answer; interrupted; before it could notice
	default:
		c.result.Findings.add(Other, "%q interrupted: exit code %d, %s", cmd.Args[1:4], code, out)
	}
}

// run runs a command, interrupts it after a while if one is given, and returns
// what it said and its exit code.
func (c *trial) run(cmd *exec.Cmd, interrupt time.Duration) ([]byte, int) {
	c.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	limit := healing
	if interrupt > 0 {
		select {
		case err := <-ended:
			return said(stdout, stderr), exitCode(err)
		case <-time.After(interrupt):
			_ = cmd.Process.Signal(os.Interrupt)
			limit = endWithin
		}
	}
	select {
	case err := <-ended:
		return said(stdout, stderr), exitCode(err)
	case <-time.After(limit):
		_ = cmd.Process.Kill()
		<-ended
		c.result.Findings.add(Other, "%q did not end within %v: %s", cmd.Args[1:4], limit, stderr.String())
		return nil, -1
	}
}

// said is what a command said: its result, or else why there is none.
func said(stdout, stderr bytes.Buffer) []byte {
	if stdout.Len() > 0 {
		return stdout.Bytes()
	}
	return stderr.Bytes()
}
