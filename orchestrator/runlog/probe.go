package runlog

import (
	"context"
	"fmt"
)

// probeSubject is in the runs' stream, and of no run: no key may hold its tokens.
const probeSubject = "weft.run.$probe.$probe"

// Probe finds out whether the log takes records: it appends an empty one beside the
// runs. That stays until it expires, since one that is missing in the middle of the
// log looks like a loss.
func (l *Log) Probe(ctx context.Context) error {
	if _, err := l.js.Publish(ctx, probeSubject, nil); err != nil {
		return fmt.Errorf("append to the run log: %w", err)
	}
	return nil
}
