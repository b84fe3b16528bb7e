package command

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// historyLength is how many lines a history keeps.
const historyLength = 1000

// A history is what was entered before, in memory and in a file that only its
// owner can read. A file that can't be written costs the history, nothing else.
type history struct {
	path  string
	lines []string // oldest first
}

func openHistory(path string) *history {
	h := &history{path: path}
	if path == "" {
		return h
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return h
	}
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			h.lines = append(h.lines, line)
		}
	}
	if len(h.lines) > historyLength {
		h.lines = h.lines[len(h.lines)-historyLength:]
		_ = h.rewrite()
	}
	return h
}

// Add appends a line, unless it is blank or repeats the last one.
func (h *history) Add(entry string) {
	entry = strings.TrimSpace(strings.ReplaceAll(entry, "\n", " "))
	if entry == "" || (len(h.lines) > 0 && h.lines[len(h.lines)-1] == entry) {
		return
	}
	h.lines = append(h.lines, entry)
	_ = h.append(entry)
}

// Len returns the number of lines.
func (h *history) Len() int { return len(h.lines) }

// At returns a line; 0 is the newest. It is shown as it is, and the file may
// have come from anywhere.
func (h *history) At(i int) string { return screen.Clean(h.lines[len(h.lines)-1-i]) }

func (h *history) append(entry string) error {
	if h.path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(h.path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(entry + "\n")
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

func (h *history) rewrite() error {
	return os.WriteFile(h.path, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
}
