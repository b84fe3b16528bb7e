package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
)

// A lineReader reads standard input: by lines where a person types, as a whole
// where a text is piped in.
type lineReader struct {
	source io.Reader
	*bufio.Reader
	pending chan line // a read that a cancelled call left behind
}

type line struct {
	text string
	err  error
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{source: r, Reader: bufio.NewReader(r)}
}

func (l *lineReader) terminal() bool { return screen.IsTerminal(l.source) }

// next returns the next line without its line break, io.EOF after the last. A
// read can't be stopped, so when ctx ends first the line goes to the next call.
func (l *lineReader) next(ctx context.Context) (string, error) {
	if l.pending == nil {
		got := make(chan line, 1)
		l.pending = got
		go func() {
			text, err := l.ReadString('\n')
			if errors.Is(err, io.EOF) && text != "" {
				err = nil
			}
			got <- line{strings.TrimRight(text, "\r\n"), err}
		}()
	}
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case got := <-l.pending:
		l.pending = nil
		return got.text, got.err
	}
}
