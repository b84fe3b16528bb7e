package calendar

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Bounds of a file.
const (
	// maxRules bounds the rules of an event; more make it one that recurs too
	// often.
	maxRules = 10
	// maxLine is the longest line, unfolded, that is decoded.
	maxLine = 256 << 10
	// maxHead is the longest name with its parameters.
	maxHead = 1 << 10
)

// lines reads content lines: unfolded, without their ends.
type lines struct {
	in    *bufio.Reader
	most  int // bytes
	read  int
	at    int // number of the physical line that comes next
	line  []byte
	first int  // number of the physical line where line began
	cut   bool // the line is longer than maxLine, and only its beginning is there
}

func newLines(r io.Reader, most int) *lines {
	return &lines{in: bufio.NewReaderSize(r, 64<<10), most: most, at: 1}
}

// next goes to the next line that is not empty. At the end it returns io.EOF.
func (l *lines) next() error {
	l.line, l.cut = l.line[:0], false
	for {
		if len(l.line) == 0 {
			l.first = l.at
		}
		err := l.physical()
		if errors.Is(err, io.EOF) && len(l.line) > 0 {
			return nil
		}
		if err != nil {
			return err
		}
		p, _ := l.in.Peek(1) // nothing at the end, and where reading fails next
		if len(p) == 1 && (p[0] == ' ' || p[0] == '\t') {
			if _, err := l.in.Discard(1); err != nil {
				return err
			}
			l.read++
		} else if len(l.line) > 0 {
			return nil
		}
	}
}

// physical appends one line of the file.
func (l *lines) physical() error {
	some := false
	for {
		b, err := l.in.ReadSlice('\n')
		some = some || len(b) > 0
		if l.read += len(b); l.read > l.most {
			return fmt.Errorf("it has more than the %d MB that a calendar may have", l.most>>20)
		}
		if l.at == 1 && len(l.line) == 0 {
			b = bytes.TrimPrefix(b, []byte("\ufeff"))
		}
		if err == nil {
			b = b[:len(b)-1]
			if n := len(b); n > 0 && b[n-1] == '\r' {
				b = b[:n-1]
			}
		}
		if room := maxLine - len(l.line); len(b) > room {
			b, l.cut = b[:room], true
		}
		l.line = append(l.line, b...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && some:
			l.at++
			return nil
		default:
			l.at++
			return err
		}
	}
}
