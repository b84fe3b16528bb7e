package lineedit

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// ErrInterrupted says that Ctrl-C was typed.
var ErrInterrupted = errors.New("interrupted")

// A Source yields what is typed.
type Source interface {
	// NextBytes waits for what is typed next. When ctx ends first, nothing is lost.
	NextBytes(ctx context.Context) ([]byte, error)
	// PutBack returns what is not needed yet to the front.
	PutBack(unread []byte)
}

// A History has what was entered before; At(0) is the latest.
type History interface {
	Len() int
	At(i int) string
	Add(line string)
}

// An Editor reads inputs.
type Editor struct {
	Source  Source
	Out     io.Writer
	Prompt  string // may have colors
	Width   int    // columns of Prompt
	History History
	// Size returns the columns and rows of the terminal.
	Size func() (columns, rows int)
	// Resized yields when the size has changed. May be nil.
	Resized <-chan struct{}
	// Complete returns where the word to complete begins in the text before the cursor,
	// and what it can become. May be nil.
	Complete func(before string) (from int, words []string)

	text    string // the input so far
	cursor  int    // a byte offset into it, between two characters
	killed  string
	back    int    // entries of the history gone back; 0 is the input itself
	own     string // the input that was left for the history
	search  *search
	drawn   drawing
	pending []byte // bytes that are not a whole key yet
}

const (
	pasteOn  = "\x1b[?2004h"
	pasteOff = "\x1b[?2004l"
)

// ReadInput reads one input. Its errors are io.EOF for Ctrl-D, ErrInterrupted for Ctrl-C,
// that of ctx, and those of the source.
func (e *Editor) ReadInput(ctx context.Context) (string, error) {
	e.text, e.cursor, e.back, e.own, e.search, e.drawn = "", 0, 0, "", nil, drawing{}
	e.write(pasteOn)
	defer e.write(pasteOff)
	e.redraw()
	for {
		k, err := e.nextKey(ctx)
		if err != nil {
			e.finishLine()
			return "", err
		}
		done, err := e.handleKey(k)
		if err != nil {
			e.finishLine()
			return "", err
		}
		if done {
			e.finishLine()
			if e.History != nil {
				e.History.Add(e.text)
			}
			return e.text, nil
		}
		e.redraw()
	}
}

// finishLine leaves the cursor below the input.
func (e *Editor) finishLine() {
	e.Source.PutBack(e.pending)
	e.pending = nil
	e.search = nil
	e.cursor = len(e.text)
	e.redraw()
	e.write("\r\n")
}

// handleKey does what a key says, and reports whether the input is done.
func (e *Editor) handleKey(k key) (bool, error) {
	if e.search != nil {
		if e.searchKey(k) {
			return false, nil
		}
	}
	switch k.name {
	case keyEnter:
		return true, nil
	case keyInterrupt:
		return false, ErrInterrupted
	case keyEnd:
		e.cursor = e.lineEnd()
	case keyHome:
		e.cursor = e.lineStart()
	case keyDeleteOrEnd:
		if e.text == "" {
			return false, io.EOF
		}
		e.deleteTo(e.right())
	case keyText:
		e.insert(k.text)
	case keyNewline:
		e.insert("\n")
	case keyTab:
		e.completeWord()
	case keySearch:
		e.beginSearch()
	case keyUp:
		e.goBack(1)
	case keyDown:
		e.goBack(-1)
	case keyClear:
		e.write("\x1b[H\x1b[2J")
		e.drawn = drawing{}
	default:
		e.editKey(k)
	}
	return false, nil
}

// editKey does what keys do that move or delete.
func (e *Editor) editKey(k key) {
	switch k.name {
	case keyLeft:
		e.cursor = e.left()
	case keyRight:
		e.cursor = e.right()
	case keyWordLeft:
		e.cursor = e.wordLeft()
	case keyWordRight:
		e.cursor = e.wordRight()
	case keyBackspace:
		e.deleteTo(e.left())
	case keyDelete:
		e.deleteTo(e.right())
	case keyDeleteWord:
		e.killTo(e.wordLeft())
	case keyDeleteWordRight:
		e.killTo(e.wordRight())
	case keyKill:
		e.killTo(e.lineEnd())
	case keyKillAll:
		e.killTo(e.lineStart())
	case keyYank:
		e.insert(e.killed)
	}
}

// insert puts text at the cursor, without what a terminal would obey.
func (e *Editor) insert(text string) {
	text = typeable(text)
	e.text = e.text[:e.cursor] + text + e.text[e.cursor:]
	e.cursor += len(text)
}

// typeable is a text as it can be edited: its line breaks are "\n", a tab is a blank.
func typeable(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", " ").Replace(strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return -1
		}
		return r
	}, text)
}

// deleteTo deletes what is between the cursor and an offset.
func (e *Editor) deleteTo(at int) {
	from, to := min(at, e.cursor), max(at, e.cursor)
	e.text, e.cursor = e.text[:from]+e.text[to:], from
}

// killTo is deleteTo that keeps what it deletes for Ctrl-Y.
func (e *Editor) killTo(at int) {
	if at != e.cursor {
		e.killed = e.text[min(at, e.cursor):max(at, e.cursor)]
	}
	e.deleteTo(at)
}

// left is the offset before the character left of the cursor.
func (e *Editor) left() int {
	at := 0
	for g, rest := 0, e.text[:e.cursor]; rest != ""; {
		cluster, after, _, _ := uniseg.FirstGraphemeClusterInString(rest, -1)
		at, g, rest = g, g+len(cluster), after
	}
	return at
}

// right is the offset behind the character right of the cursor.
func (e *Editor) right() int {
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(e.text[e.cursor:], -1)
	return e.cursor + len(cluster)
}

func (e *Editor) lineStart() int { return strings.LastIndexByte(e.text[:e.cursor], '\n') + 1 }

func (e *Editor) lineEnd() int {
	if i := strings.IndexByte(e.text[e.cursor:], '\n'); i >= 0 {
		return e.cursor + i
	}
	return len(e.text)
}

func (e *Editor) wordLeft() int {
	before := strings.TrimRightFunc(e.text[:e.cursor], unicode.IsSpace)
	i := strings.LastIndexFunc(before, unicode.IsSpace)
	if i < 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(before[i:])
	return i + size
}

func (e *Editor) wordRight() int {
	after := e.text[e.cursor:]
	word := strings.TrimLeftFunc(after, unicode.IsSpace)
	if i := strings.IndexFunc(word, unicode.IsSpace); i >= 0 {
		return e.cursor + len(after) - len(word) + i
	}
	return len(e.text)
}

// goBack moves within the input's lines, and past them within the history.
func (e *Editor) goBack(steps int) {
	if steps > 0 && e.lineStart() > 0 {
		e.cursor = e.lineStart() - 1
		return
	}
	if steps < 0 && e.lineEnd() < len(e.text) {
		e.cursor = e.lineEnd() + 1
		e.cursor = e.lineEnd()
		return
	}
	to := e.back + steps
	if e.History == nil || to < 0 || to > e.History.Len() {
		return
	}
	if e.back == 0 {
		e.own = e.text
	}
	if e.back = to; to == 0 {
		e.text = e.own
	} else {
		e.text = typeable(e.History.At(to - 1))
	}
	e.cursor = len(e.text)
}

// completeWord completes the word at the cursor as far as all that it can become agree,
// and lists these if that is no further.
func (e *Editor) completeWord() {
	if e.Complete == nil {
		return
	}
	from, words := e.Complete(e.text[:e.cursor])
	if len(words) == 0 {
		return
	}
	common := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
	}
	common = strings.ToValidUTF8(common, "")
	if len(words) == 1 {
		common += " "
	}
	if common != e.text[from:e.cursor] && len(common) >= e.cursor-from {
		e.deleteTo(from)
		e.insert(common)
		return
	}
	e.listWords(words)
}
