package runner

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A run that another process gave back in the trouble of the log, which could not be
// noted, killed nobody.
func TestOnlyARunThatComesBackAfterItsLeaseMayHaveLostItsWorker(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 23, 9, 0, 0, 0, time.UTC)
	r := &Runner{o: Options{AckWait: 2 * time.Second, Now: func() time.Time { return now }}}
	for since, want := range map[time.Duration]bool{250 * time.Millisecond: false, 1400 * time.Millisecond: true, time.Minute: true} {
		if got := r.died(&graph.Progress{WorkTime: now.Add(-since)}); got != want {
			t.Errorf("%v after its last event: %v", since, got)
		}
	}
}
