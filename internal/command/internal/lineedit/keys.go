package lineedit

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"
)

type keyName int

const (
	keyNone keyName = iota
	keyText
	keyEnter
	keyNewline
	keyInterrupt
	keyDeleteOrEnd
	keyTab
	keySearch
	keyCancel
	keyEscape
	keyClear
	keyUp
	keyDown
	keyLeft
	keyRight
	keyWordLeft
	keyWordRight
	keyHome
	keyEnd
	keyBackspace
	keyDelete
	keyDeleteWord
	keyDeleteWordRight
	keyKill
	keyKillAll
	keyYank
)

// A key is what was typed at once: a key, or a whole pasted text.
type key struct {
	name keyName
	text string
}

// controls are the control characters.
var controls = map[byte]keyName{
	1: keyHome, 2: keyLeft, 3: keyInterrupt, 4: keyDeleteOrEnd, 5: keyEnd, 6: keyRight, 7: keyCancel, 8: keyBackspace, '\t': keyTab,
	'\n': keyEnter, 11: keyKill, 12: keyClear, '\r': keyEnter, 14: keyDown, 16: keyUp, 18: keySearch, 21: keyKillAll, 23: keyDeleteWord,
	25: keyYank, 127: keyBackspace,
}

// sequences are what follows an escape character.
var sequences = map[string]keyName{
	"[A": keyUp, "[B": keyDown, "[C": keyRight, "[D": keyLeft, "[H": keyHome, "[F": keyEnd, "OA": keyUp, "OB": keyDown, "OC": keyRight, "OD": keyLeft,
	"OH": keyHome, "OF": keyEnd, "[1~": keyHome, "[7~": keyHome, "[4~": keyEnd, "[8~": keyEnd, "[3~": keyDelete,
	"[1;5C": keyWordRight, "[1;5D": keyWordLeft, "[1;3C": keyWordRight, "[1;3D": keyWordLeft,
	"b": keyWordLeft, "f": keyWordRight, "d": keyDeleteWordRight, "\x7f": keyDeleteWord, "\r": keyNewline, "\n": keyNewline,
}

const (
	escape     = 0x1b
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	// escapeTime is how long an escape character is waited for to become a sequence.
	escapeTime = 50 * time.Millisecond
)

// nextKey waits for a key, and draws the input anew if the terminal's size changes.
func (e *Editor) nextKey(ctx context.Context) (key, error) {
	for {
		if k, size := parseKey(e.pending); size > 0 {
			e.pending = e.pending[size:]
			return k, nil
		}
		waiting, cancel := context.WithCancel(ctx)
		if len(e.pending) == 1 && e.pending[0] == escape {
			waiting, cancel = context.WithTimeout(ctx, escapeTime)
		}
		more, err := e.nextBytes(waiting)
		alone := errors.Is(waiting.Err(), context.DeadlineExceeded) && ctx.Err() == nil
		cancel()
		if err != nil && alone {
			e.pending = nil
			return key{name: keyEscape}, nil
		}
		if err != nil {
			return key{}, err
		}
		e.pending = append(e.pending, more...)
	}
}

// nextBytes waits for what is typed.
func (e *Editor) nextBytes(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type chunk struct {
		bytes []byte
		err   error
	}
	got := make(chan chunk, 1)
	go func() {
		b, err := e.Source.NextBytes(ctx)
		got <- chunk{b, err}
	}()
	for {
		select {
		case <-e.Resized:
			e.redrawResized()
		case c := <-got:
			return c.bytes, c.err
		}
	}
}

// parseKey returns the first key of what was typed and how many bytes it is, 0 if it is
// not whole yet.
func parseKey(b []byte) (key, int) {
	switch {
	case len(b) == 0:
		return key{}, 0
	case b[0] == escape:
		return parseSequence(b)
	case b[0] < ' ' || b[0] == 127:
		return key{name: controls[b[0]]}, 1
	}
	n := 0
	for n < len(b) && b[n] >= ' ' && b[n] != 127 && utf8.FullRune(b[n:]) {
		_, size := utf8.DecodeRune(b[n:])
		n += size
	}
	return key{keyText, string(b[:n])}, n
}

func parseSequence(b []byte) (key, int) {
	if bytes.HasPrefix(b, []byte(pasteBegin)) {
		end := bytes.Index(b, []byte(pasteEnd))
		if end < 0 {
			return key{}, 0
		}
		return key{keyText, strings.TrimRight(string(b[len(pasteBegin):end]), "\r\n")}, end + len(pasteEnd)
	}
	if len(b) == 1 {
		return key{}, 0
	}
	n := 2
	if b[1] == '[' || b[1] == 'O' { // up to a final byte
		for n = 3; n <= len(b) && (b[n-1] < '@' || b[n-1] > '~'); n++ {
		}
		if n > len(b) {
			return key{}, 0
		}
	}
	return key{name: sequences[string(b[1:n])]}, n
}
