package graph_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// logOf numbers events that follow a start.
func logOf(more ...*runv1.Event) []*runv1.Event {
	events := append([]*runv1.Event{start()}, more...)
	for i, e := range events {
		e.Sequence = int64(i + 1)
	}
	return events
}

func stepStarted(attempt int32) *runv1.Event {
	return &runv1.Event{Kind: &runv1.Event_StepStarted{StepStarted: &runv1.StepStarted{Branch: 1, State: "A", Attempt: attempt}}}
}

func released(r *runv1.Released) *runv1.Event {
	return &runv1.Event{Kind: &runv1.Event_Released{Released: r}}
}

func TestAttemptsAtAnEffectAreCountedAndBoundedOverAllWorkers(t *testing.T) {
	t.Parallel()
	handedBack := func() *runv1.Event {
		return released(&runv1.Released{Reason: runv1.Released_REASON_SHUTDOWN})
	}
	away := released(&runv1.Released{Reason: runv1.Released_REASON_UNREACHABLE, State: "A", Attempts: 2, Waited: durationpb.New(1)})
	tests := map[string]struct {
		log  []*runv1.Event
		want []int
	}{
		"of a new run":                         {logOf(), []int{1, 2, 3}},
		"one was cut off":                      {logOf(stepStarted(1), handedBack()), []int{2, 3, 4}},
		"one has failed and one was cut off":   {logOf(stepStarted(1), stepStarted(2), handedBack()), []int{3, 4}},
		"all have failed":                      {logOf(stepStarted(1), stepStarted(2), stepStarted(3), stepStarted(4)), []int{5}},
		"they found nobody, which is no fault": {logOf(stepStarted(1), stepStarted(2), away), []int{3, 4, 5}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []int
			fails := func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
				got = append(got, s.Attempt)
				return graph.Result{}, errors.New("boom")
			}
			_, p, err := walk(t, &memory{events: tt.log}, options(),
				graph.Node[trail]{State: "A", Kind: graph.Effect, Run: fails, Outcomes: outcomes{"ok": at(graph.End)}})
			if err != nil || p.Status() != graph.Failed || !slices.Equal(got, tt.want) {
				t.Errorf("attempts %v, want %v (%v, %v)", got, tt.want, p, err)
			}
		})
	}
}
