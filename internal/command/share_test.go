package command

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// A chat is a conversation that is open: it waits for what is typed next.
type chat struct {
	t      *testing.T
	typing *io.PipeWriter
	out    *bufio.Reader
	errOut bytes.Buffer // not read before its end
	ended  chan int
}

func (h home) chat() *chat {
	in, typing := io.Pipe()
	out, shown := io.Pipe()
	c := &chat{t: h.t, typing: typing, out: bufio.NewReader(out), ended: make(chan int, 1)}
	go func() {
		code := Main(h.t.Context(), []string{"--now", "2026-02-23T09:00"}, in, shown, &c.errOut, h.env())
		_ = shown.Close()
		c.ended <- code
	}()
	return c
}

// says types a line and waits for the line of the result that has a text.
func (c *chat) says(line, want string) {
	c.t.Helper()
	if _, err := io.WriteString(c.typing, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
	for {
		got, err := c.out.ReadString('\n')
		if strings.Contains(got, want) {
			return
		}
		if err != nil {
			c.t.Fatalf("%q: %q does not come: %v\n%s", line, want, err, c.errOut.String())
		}
	}
}

func (c *chat) ends() {
	c.t.Helper()
	_ = c.typing.Close()
	_, _ = io.Copy(io.Discard, c.out)
	if code := <-c.ended; code != exitDone {
		c.t.Errorf("the conversation ends with %d:\n%s", code, c.errOut.String())
	}
}

func TestAConversationSharesItsVaultWhileItWaits(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	c := h.chat()
	c.says("slept 7 h", "Kept")
	h.weft("", "log", "ran 5k").mustExit(t, exitDone)
	got := h.weft("", "entries", "ls")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "slept 7 h", "ran 5k")
	second := h.weft("", "up")
	second.mustExit(t, exitUnavailable)
	mustContain(t, second.errOut, "this vault is already served by another weft (PID ")
	c.says("how far did I run today?", "5")
	c.ends()
	h.weft("", "log", "swam 1 km").mustExit(t, exitDone)
}

func TestAConversationOutlivesTheOneThatSharedItsVault(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	first := h.chat()
	first.says("slept 7 h", "Kept")
	second := h.chat()
	second.says("ran 5k", "Kept")
	first.ends()
	second.says("swam 1 km", "Kept")
	got := h.weft("", "entries", "ls")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "slept 7 h", "ran 5k", "swam 1 km")
	second.ends()
}
