package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// A lineReader reads standard input: by lines or by keys where a person types, as a whole
// where a text is piped in. One caller reads at a time.
type lineReader struct {
	source  io.Reader
	unread  []byte
	failed  error      // of the source, once unread is used up
	pending chan chunk // a read that a cancelled call left behind
}

type chunk struct {
	bytes []byte
	err   error
}

// readSize is how much is read at a time, in bytes.
const readSize = 32 << 10

func newLineReader(r io.Reader) *lineReader { return &lineReader{source: r} }

func (l *lineReader) terminal() bool { return screen.IsTerminal(l.source) }

// NextBytes waits for what comes next. A read can't be stopped, so when ctx ends first,
// what it reads goes to the next call.
func (l *lineReader) NextBytes(ctx context.Context) ([]byte, error) {
	if got := l.unread; len(got) > 0 {
		l.unread = nil
		return got, nil
	}
	if l.failed != nil {
		return nil, l.failed
	}
	if l.pending == nil {
		got := make(chan chunk, 1)
		l.pending = got
		go func() {
			b := make([]byte, readSize)
			n, err := l.source.Read(b)
			got <- chunk{b[:n], err}
		}()
	}
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case got := <-l.pending:
		l.pending = nil
		l.failed = got.err
		if len(got.bytes) > 0 {
			return got.bytes, nil
		}
		return nil, got.err
	}
}

// PutBack returns what was read to the front.
func (l *lineReader) PutBack(unread []byte) { l.unread = append(bytes.Clone(unread), l.unread...) }

// Read makes it an io.Reader.
func (l *lineReader) Read(p []byte) (int, error) {
	got, err := l.NextBytes(context.Background())
	n := copy(p, got)
	if n < len(got) {
		l.PutBack(got[n:])
	}
	return n, err
}

// next returns the next line without its line break, io.EOF after the last.
func (l *lineReader) next(ctx context.Context) (string, error) {
	var text []byte
	for {
		got, err := l.NextBytes(ctx)
		if i := bytes.IndexByte(got, '\n'); i >= 0 {
			l.PutBack(got[i+1:])
			return strings.TrimRight(string(append(text, got[:i]...)), "\r"), nil
		}
		text = append(text, got...)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF) && len(text) > 0:
			return strings.TrimRight(string(text), "\r"), nil
		case ctx.Err() != nil:
			l.PutBack(text)
			return "", err
		default:
			return "", err
		}
	}
}
