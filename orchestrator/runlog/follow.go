package runlog

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// A Place is how far a journal has come in a run's log.
type Place struct {
	key  Key
	last uint64
	seq  int64
	line line
}

// Place returns how far the journal has come.
func (j *Journal) Place() Place { return Place{j.key, j.last, j.seq, j.line} }

// Follow returns the events that a run's log has got after a place, and a journal that
// goes on after them. The last event that is known there tells whether the log is still
// the one that it was; if it is not, because the run has expired or the log is another
// one, the error is ErrNotFound.
func (l *Log) Follow(ctx context.Context, at Place, known *runv1.Event) ([]*runv1.Event, *Journal, error) {
	m, err := l.last(ctx, at.key)
	more := err == nil && m.Sequence > at.last
	if more {
		m, err = l.runs.GetMsg(ctx, at.last)
	}
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil, fmt.Errorf("read run %s: %w", at.key.Run, storage(ctx, err))
	}
	if err != nil || !at.is(m, known) {
		return nil, nil, fmt.Errorf("run %s has another log: %w", at.key.Run, ErrNotFound)
	}
	next := &Journal{log: l, key: at.key, id: nuid.Next(), last: at.last, seq: at.seq, line: at.line}
	if !more {
		return nil, next, nil
	}
	events, last, err := l.readAfter(ctx, at.key, at.last)
	if err != nil {
		return nil, nil, err
	}
	if len(events) > 0 {
		next.last, next.seq = last, events[len(events)-1].GetSequence()
	}
	return events, next, nil
}

// is reports whether a record is the one at a place, by its last event.
func (at Place) is(m *jetstream.RawStreamMsg, known *runv1.Event) bool {
	if m.Sequence != at.last || m.Subject != at.key.log() {
		return false
	}
	events, err := decode(m.Data)
	return err == nil && len(events) > 0 && proto.Equal(events[len(events)-1], known)
}
