package runlog

import (
	"context"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// A recordKey names a record of a run.
type recordKey struct {
	run   Key
	place uint64
}

// LoadAt returns a run's events as of a record or later. Its callers share what was read,
// so they must not change it.
func (l *Log) LoadAt(ctx context.Context, k Key, place uint64) ([]*runv1.Event, error) {
	return l.runsRead.Get(ctx, recordKey{k, place}, func(ctx context.Context) ([]*runv1.Event, error) {
		events, _, err := l.Load(ctx, k)
		return events, err
	})
}
