package runner_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// effects is a graph that fans out over n effects, one at a time.
func effects(t *testing.T, n int, effect graph.Handler[trail]) *graph.Graph[trail] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "SPLIT",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail { return append(slices.Clip(s), string(c.State)) },
		Nodes: []graph.Node[trail]{
			{State: "SPLIT", Fan: "each", Outcomes: to{"each": {"EFFECT"}}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "each", Items: n}, nil
			}},
			{State: "EFFECT", Kind: graph.Effect, Width: 1, Run: effect, Outcomes: to{"ok": {"JOINED"}}},
			{State: "JOINED", Join: graph.JoinItems, Run: ok, Outcomes: to{"ok": {graph.End}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOnlyTheEffectThatHadBegunIsRecoveredAfterAHandBack(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var begun []string
	reached := make(chan struct{})
	m := newMesh(t, steps{}, 0)
	m.flow = effects(t, 6, func(ctx context.Context, _ trail, s graph.Step) (graph.Result, error) {
		mu.Lock()
		begun = append(begun, fmt.Sprintf("%d: attempt %d, %v", s.Item, s.Attempt, s.Recovered))
		first := len(begun) == 1
		mu.Unlock()
		if first {
			close(reached)
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		}
		return graph.Result{Outcome: "ok"}, nil
	})
	leaving := m.node(true)
	k := m.start(leaving, "", "")
	<-reached
	leaving.stop()
	m.until(m.node(true), k, graph.Completed)
	want := []string{
		"0: attempt 1, false", "0: attempt 2, true", "1: attempt 1, false", "2: attempt 1, false",
		"3: attempt 1, false", "4: attempt 1, false", "5: attempt 1, false",
	}
	if !slices.Equal(begun, want) {
		t.Errorf("begun: %q, want %q", begun, want)
	}
}
