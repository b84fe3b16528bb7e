package runlog

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// unsaid stands for the open pauses after a record that does not say them.
const unsaid = "?"

// PauseChanges is Changes for the open pauses of runs: it shows the records after which a
// run has others than before, and those that may be such, since they don't say. From 0 on
// it first shows the last records of the runs that have some.
//
// Which pauses have come and gone stands in the record and its run, but for a Change that
// is Anew: of that all that are open are to be told. So it is with the first record of
// each run that a watch sees which does not begin with it: what was open before may not
// have been told.
func (l *Log) PauseChanges(ctx context.Context, tenant string, from uint64, f func(Change) error) error {
	return l.watchTenant(ctx, tenant, from, f, sight{
		open: func(e *entry) bool { return e.pauses != "" },
		next: func(e *entry, first bool) bool { return e.repaused || first },
	})
}

// pausesIn returns the ids of the pauses that are open after a record, as its header has
// them.
func pausesIn(h nats.Header) string {
	switch said := h.Values(headerPauses); {
	case len(said) > 0:
		return said[0]
	case unpaused(h):
		return ""
	}
	return unsaid
}

// Record returns the events of one record of a run, by its place in the log. It fails with
// ErrNotFound if it is not there any more. Its callers share what was read, so they must not
// change it.
func (l *Log) Record(ctx context.Context, k Key, place uint64) ([]*runv1.Event, error) {
	return l.recordsRead.Get(ctx, recordKey{k, place}, func(ctx context.Context) ([]*runv1.Event, error) {
		m, err := l.runs.GetMsg(ctx, place)
		if errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && m.Subject != k.log() {
			return nil, fmt.Errorf("record %d of run %s: %w", place, k.Run, ErrNotFound)
		}
		if err != nil {
			return nil, fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
		}
		return decode(m.Data)
	})
}
