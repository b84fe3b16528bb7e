package screen

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

const (
	plainWidth  = 80  // assumed where a terminal does not tell
	widestText  = 100 // longer lines are hard to read
	narrowest   = 20
	escapeReset = "\x1b[0m"
)

// A Style is how text may look at one place. The zero Style is plain text that
// is not wrapped.
type Style struct {
	Terminal bool // a person looks at it: wrap lines, draw over lines
	Color    bool // escape sequences are understood and wanted
	Width    int  // columns to wrap at; 0 does not wrap
}

// StyleOf returns the style for what is written to w. A writer that is no
// terminal is plain. NO_COLOR and TERM=dumb take colors away.
func StyleOf(w io.Writer, getenv func(string) string) Style {
	if !IsTerminal(w) {
		return Style{}
	}
	dumb := getenv("TERM") == "dumb"
	return Style{
		Terminal: true,
		Color:    !dumb && getenv("NO_COLOR") == "",
		Width:    width(w, getenv),
	}
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func width(w io.Writer, getenv func(string) string) int {
	columns := plainWidth
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			columns = n
		}
	}
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		columns = n
	}
	return max(narrowest, min(columns, widestText))
}

// Bold sets text off.
func (s Style) Bold(text string) string { return s.wrapped("\x1b[1m", text) }

// Dim sets text back.
func (s Style) Dim(text string) string { return s.wrapped("\x1b[2m", text) }

// Good marks what went well.
func (s Style) Good(text string) string { return s.wrapped("\x1b[32m", text) }

// Warn marks what needs attention.
func (s Style) Warn(text string) string { return s.wrapped("\x1b[33m", text) }

// Bad marks what went wrong.
func (s Style) Bad(text string) string { return s.wrapped("\x1b[31m", text) }

// Accent marks names and places.
func (s Style) Accent(text string) string { return s.wrapped("\x1b[36m", text) }

func (s Style) wrapped(escape, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return escape + text + escapeReset
}
