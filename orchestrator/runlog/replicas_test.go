package runlog

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/bus/bustest"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// On several copies a record is fenced before it can be read: that nothing is found of
// a run is no reason to write its start a second time.
func TestARunHasOneStartHoweverManyBeginIt(t *testing.T) {
	t.Parallel()
	urls := bustest.Cluster(t, 3)
	logs := make([]*Log, 2)
	var opening sync.WaitGroup
	for i := range logs { // both make the streams at once
		nc := bustest.Connect(t, urls[i])
		opening.Go(func() { logs[i] = openOn(t, nc, len(urls)) })
	}
	opening.Wait()
	if t.Failed() {
		return
	}
	const runs, side = 100, 8
	for i := range runs {
		k := Key{"local", fmt.Sprintf("run-%d", i)}
		var begun atomic.Int32
		var all sync.WaitGroup
		for n := range side {
			all.Go(func() {
				switch err := logs[n%len(logs)].begin(t.Context(), k, started(k.Run)); {
				case err == nil:
					begun.Add(1)
				case !errors.Is(err, graph.ErrFenced):
					t.Error(err)
				}
			})
		}
		all.Wait()
		events, _, err := logs[0].Load(t.Context(), k)
		if err != nil || len(events) != 1 || begun.Load() != 1 {
			t.Fatalf("%d of %d have begun %s; it has %d starts: %v", begun.Load(), side, k.Run, len(events), err)
		}
	}
}

// What one process was told is kept, another one sees at once, whichever server it asks:
// the copies that lag behind give no more than the middle of a run.
func TestWhatIsAcknowledgedIsReadOnEveryServer(t *testing.T) {
	t.Parallel()
	urls := bustest.Cluster(t, 3)
	logs := make([]*Log, len(urls))
	for i := range logs {
		logs[i] = openOn(t, bustest.Connect(t, urls[i]), len(urls))
	}
	k := Key{"local", "run"}
	if err := logs[0].begin(t.Context(), k, started(k.Run)); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 60; n++ {
		// Every process goes on where another one has ended.
		events, j, err := logs[n%len(logs)].Load(t.Context(), k)
		if err != nil || len(events) != n {
			t.Fatalf("%d of %d events were read: %v", len(events), n, err)
		}
		e := &runv1.Event{Sequence: int64(n + 1), Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
		if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: graph.Running}); err != nil {
			t.Fatal(err)
		}
	}
}
