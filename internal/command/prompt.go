package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"github.com/weft-mesh/weft/internal/command/internal/lineedit"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

const promptText = "weft> "

// A terminalPrompt reads inputs with editing and a history. The terminal is raw only
// while an input is read, so that Ctrl-C works while a run is under way.
type terminalPrompt struct {
	*program
	editor *lineedit.Editor
	fd     int
}

func newTerminalPrompt(p *program, complete func(before string) (int, []string)) *terminalPrompt {
	source, _ := p.in.source.(*os.File) // it is a terminal, so it is a file
	fd := int(source.Fd())
	return &terminalPrompt{program: p, fd: fd, editor: &lineedit.Editor{
		Source:   p.in,
		Out:      p.err.Editor(),
		Prompt:   screen.Style{Color: p.errStyle.Color}.Accent(promptText),
		Width:    len(promptText),
		History:  openHistory(historyFile(p.getenv)),
		Complete: complete,
		Size: func() (columns, rows int) {
			columns, rows, _ = term.GetSize(fd) // 0 is not known
			return columns, rows
		},
	}}
}

// next returns what the user enters: a line, or several that were pasted.
func (t *terminalPrompt) next(ctx context.Context) (string, error) {
	before, err := term.MakeRaw(t.fd)
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(t.fd, before) }()
	resized, stop := watchSize()
	defer stop()
	t.editor.Resized = resized
	for {
		text, err := t.editor.ReadInput(ctx)
		if !errors.Is(err, lineedit.ErrInterrupted) {
			return text, err
		}
		_, _ = t.err.Write([]byte(t.errStyle.Dim("Ctrl-D or /quit leaves.") + "\n"))
		_, _ = t.err.Editor().Write([]byte("\r")) // the terminal is raw
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
