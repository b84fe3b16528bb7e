package runner_test

import (
	"sync/atomic"
	"testing"

	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// What a process remembers of a run is old as soon as another one has gone on with it.
func TestARunGoesOnWhereverItWasBefore(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	var asked atomic.Int64
	m.flow = again(t, 3, func() { asked.Add(1) })
	nodes := []*node{m.node(true), m.node(true), m.node(false)}
	k, err := nodes[0].Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "again", Input: wrapperspb.String("x"),
	})
	if err != nil {
		t.Fatal(err)
	}
	var events []*runv1.Event
	pause := func(n *node) {
		t.Helper()
		err := n.log.Watch(t.Context(), k, int64(len(events)+1), func(s runlog.Seen) error {
			if s.Event == nil {
				return nil
			}
			if events = append(events, s.Event); s.Event.GetInterrupted() != nil {
				return runlog.Stop()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const times = 20
	for i := range times {
		n := nodes[i%len(nodes)]
		pause(n)
		if err := n.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
			t.Fatalf("answer %d: %v", i+1, err)
		}
	}
	pause(nodes[0])
	kept := 0
	for i, e := range events {
		if e.GetSequence() != int64(i+1) {
			t.Fatalf("event %d has number %d", i+1, e.GetSequence())
		}
		if e.GetStepCompleted().GetState() == "STEP" {
			kept++
		}
	}
	// A step without an effect may be carried out by two workers at once, if an answer comes
	// while one lets go of the run. One of them keeps it.
	if n := asked.Load(); kept != times+1 || n < times+1 {
		t.Errorf("the step was carried out %d times, and kept %d times, want %d", n, kept, times+1)
	}
}
