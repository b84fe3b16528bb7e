package runner_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func TestAnAnswerCostsAnEffectBesideTheWaitNothing(t *testing.T) {
	t.Parallel()
	var ran atomic.Int32
	reached, after := make(chan struct{}), make(chan struct{})
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "FORK",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail { return append(slices.Clip(s), string(c.State)) },
		Nodes: []graph.Node[trail]{
			{State: "FORK", Run: ok, Outcomes: to{"ok": {"ASK", "EFFECT"}}},
			{State: "ASK", Kind: graph.Wait, Outcomes: to{"yes": {"AFTER"}}},
			{State: "EFFECT", Kind: graph.Effect, Outcomes: to{"ok": {graph.End}}, Run: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
				if ran.Add(1) == 1 {
					close(reached)
				}
				select {
				case <-after: // begins while this is at work
				case <-ctx.Done():
					return graph.Result{}, ctx.Err()
				}
				return graph.Result{Outcome: "ok"}, nil
			}},
			{State: "AFTER", Outcomes: to{"ok": {graph.End}}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				close(after)
				return graph.Result{Outcome: "ok"}, nil
			}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	m := newMesh(t, steps{}, 0)
	m.flow = g
	n := m.node(true)
	k := m.start(n, "", "")
	<-reached
	if err := m.node(false).Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
		t.Fatal(err)
	}
	run, _ := m.until(n, k, graph.Completed)
	if want := (trail{"FORK", "ASK", "AFTER", "EFFECT"}); ran.Load() != 1 || len(run.Data) != len(want) {
		t.Errorf("the effect ran %d times; trail = %v", ran.Load(), run.Data)
	}
	m.untilIdle(n, k)
}
