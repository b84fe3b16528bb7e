package runlog

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// RecordAt returns the record of a run that has a place in the log, as a feed has it; ErrNotFound
// if it was removed, or if another record has that place.
func (l *Log) RecordAt(ctx context.Context, k Key, place uint64) (Record, error) {
	if err := k.valid(); err != nil {
		return Record{}, err
	}
	m, err := l.runs.GetMsg(ctx, place)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return Record{}, fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	case err != nil:
		return Record{}, fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
	case m.Subject != k.log():
		return Record{}, fmt.Errorf("run %s has another record at %d: %w", k.Run, place, ErrNotFound)
	}
	return recordOf(k, m.Header, &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: m.Sequence}, Timestamp: m.Time}), nil
}
