package screen

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

const (
	plainWidth = 80  // assumed where a terminal does not tell
	widestText = 100 // longer lines are hard to read
	narrowest  = 20
)

// A Style is how text may look at one place. The zero Style is plain text that
// is not wrapped.
type Style struct {
	Terminal bool // a person looks at it: wrap lines, draw over lines
	Color    bool // escape sequences are understood and wanted
	Width    int  // columns to wrap at; 0 does not wrap
	ASCII    bool // nothing is drawn with other characters
	Seal     Seal // that of the Writer that the text goes to
}

// StyleOf returns the style for what is written to w through a Writer with the
// seal. A writer that is no terminal is plain. NO_COLOR and TERM=dumb take
// colors away.
func StyleOf(w io.Writer, getenv func(string) string, seal Seal) Style {
	if !IsTerminal(w) {
		return Style{}
	}
	dumb := getenv("TERM") == "dumb"
	return Style{
		Terminal: true,
		Color:    !dumb && getenv("NO_COLOR") == "",
		Width:    width(w, getenv),
		ASCII:    lacksUnicode(getenv),
		Seal:     seal,
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
func (s Style) Bold(text string) string { return s.wrapped(bold, text) }

// Dim sets text back.
func (s Style) Dim(text string) string { return s.wrapped(dim, text) }

// Good marks what went well.
func (s Style) Good(text string) string { return s.wrapped(green, text) }

// Warn marks what needs attention.
func (s Style) Warn(text string) string { return s.wrapped(yellow, text) }

// Bad marks what went wrong.
func (s Style) Bad(text string) string { return s.wrapped(red, text) }

// Accent marks names and places.
func (s Style) Accent(text string) string { return s.wrapped(cyan, text) }

func (s Style) wrapped(sequence, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return s.Seal.mark(sequence) + text + s.Seal.mark(reset)
}
