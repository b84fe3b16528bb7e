package runlog

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// probeSubject is in the runs' stream, and of no run: no key may hold its tokens.
const probeSubject = "weft.run.$probe.$probe"

// Probe finds out whether the log takes records: it appends one beside the runs,
// and takes it back.
func (l *Log) Probe(ctx context.Context) error {
	if _, err := l.js.Publish(ctx, probeSubject, nil); err != nil {
		return fmt.Errorf("append to the run log: %w", err)
	}
	_ = l.runs.Purge(ctx, jetstream.WithPurgeSubject(probeSubject)) // one that stays harms nobody
	return nil
}
