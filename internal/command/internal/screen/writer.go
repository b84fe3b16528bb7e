package screen

import (
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Writer is the one way to a stream that people may look at, be it a terminal
// or a pipe that ends at one. Escape sequences without the seal, other control
// characters and the marks that turn the direction of text are taken out; line
// breaks and tabs stay. Bytes that are no UTF-8 become U+FFFD.
//
// Each Write is filtered by itself, so what is split over two can't join to
// more than its parts. A Writer is safe for concurrent use: messages, a moving
// line and the log of a mesh all go to standard error.
type Writer struct {
	mu   sync.Mutex
	w    io.Writer
	seal Seal
}

// NewWriter returns a Writer on w that lets the sequences with the seal pass.
func NewWriter(w io.Writer, seal Seal) *Writer { return &Writer{w: w, seal: seal} }

// Write writes what may be shown of a text.
func (w *Writer) Write(text []byte) (int, error) { return w.write(text, w.seal.own) }

func (w *Writer) write(text []byte, own func(string) (string, int)) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := io.WriteString(w.w, filter(string(text), own)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Clean returns what may be shown of a text that someone else wrote.
func Clean(text string) string { return filter(text, Seal("").own) }

// filter takes out of a text what a terminal could obey, except for sequences
// that own accepts.
func filter(text string, own func(string) (sequence string, size int)) string {
	if strings.IndexFunc(text, suspect) < 0 {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		if sequence, size := own(text); size > 0 {
			out.WriteString(sequence)
			text = text[size:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		if !obeyed(r) {
			out.WriteRune(r) // a byte that is no UTF-8 is decoded as U+FFFD
		}
		text = text[size:]
	}
	return out.String()
}

func suspect(r rune) bool { return obeyed(r) || r == utf8.RuneError }

// obeyed reports whether a terminal does something on a rune instead of showing
// it: the control characters, those of eight bits included, and the marks that
// turn the direction of the text around them, by which it can be made to look
// like another.
func obeyed(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// editing matches what a line editor writes: moves of the cursor, erasing,
// bracketed paste, and the color of the prompt.
var editing = regexp.MustCompile(`^(?:\r|\x1b\[(?:[0-9]*[ABCDHJK]|[0-9]*m|\?2004[hl]))`)

// Editor returns a way to the same stream for a line editor. The editor writes
// sequences of its own, which are let through. What is typed, pasted and recalled
// holds none: the editor takes them out.
func (w *Writer) Editor() io.Writer { return editor{w} }

type editor struct{ w *Writer }

func (e editor) Write(text []byte) (int, error) {
	return e.w.write(text, func(text string) (string, int) {
		sequence := editing.FindString(text)
		return sequence, len(sequence)
	})
}
