package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
)

// A terminalPrompt reads lines with editing and a history. The terminal is raw
// only while a line is read, so that Ctrl-C works while a run is under way.
type terminalPrompt struct {
	screen *term.Terminal
	fd     int
	size   func() (width, height int, err error)
}

func newTerminalPrompt(p *program) *terminalPrompt {
	source, _ := p.in.source.(*os.File) // it is a terminal, so it is a file
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{source, p.err.Editor()}, screen.Style{Color: p.errStyle.Color}.Accent("weft> "))
	t.History = openHistory(historyFile(p.getenv))
	fd := int(source.Fd())
	return &terminalPrompt{screen: t, fd: fd, size: func() (int, int, error) { return term.GetSize(fd) }}
}

// next returns what the user enters: a line, or, if several lines are pasted,
// all of them up to the next Enter.
func (t *terminalPrompt) next(ctx context.Context) (string, error) {
	before, err := term.MakeRaw(t.fd)
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(t.fd, before) }()
	t.screen.SetBracketedPasteMode(true)
	defer t.screen.SetBracketedPasteMode(false)
	if w, h, err := t.size(); err == nil && w > 0 {
		_ = t.screen.SetSize(w, h)
	}
	got := make(chan line, 1)
	go func() {
		text, err := readPasted(t.screen.ReadLine)
		got <- line{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case l := <-got:
		return l.text, l.err
	}
}

// readPasted joins lines that were pasted together.
func readPasted(read func() (string, error)) (string, error) {
	var lines []string
	for {
		text, err := read()
		if err != nil && !errors.Is(err, term.ErrPasteIndicator) {
			return "", err
		}
		lines = append(lines, text)
		if err == nil {
			return strings.Join(lines, "\n"), nil
		}
	}
}

// historyFile returns where the history is kept by the XDG specification, ""
// if the environment has no place for it.
func historyFile(getenv func(string) string) string {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "weft", "history")
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "state", "weft", "history")
	}
	return ""
}
