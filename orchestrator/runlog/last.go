package runlog

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// last returns the last record of a run that can be read, or
// jetstream.ErrMsgNotFound.
func (l *Log) last(ctx context.Context, k Key) (*jetstream.RawStreamMsg, error) {
	m, err := l.runs.GetLastMsgForSubject(ctx, k.log())
	if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return m, err
	}
	// There is none, or a damaged disk can't give it.
	for {
		next := uint64(1)
		if m != nil {
			next = m.Sequence + 1
		}
		more, err := l.runs.Next(ctx, next, k.log())
		switch {
		case err == nil:
			m = more
		case errors.Is(err, jetstream.ErrMsgNotFound) && m != nil:
			return m, nil
		default:
			return nil, err
		}
	}
}
