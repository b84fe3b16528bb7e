package runner_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestWhatIsSaidOfAStateIsOfItsGraphAlone(t *testing.T) {
	t.Parallel()
	for of, want := range map[string]int32{"test": 1, "other": 2} {
		t.Run(of, func(t *testing.T) {
			t.Parallel()
			var tried atomic.Int32
			m := newMesh(t, steps{first: func(context.Context, trail, graph.Step) (graph.Result, error) {
				tried.Add(1)
				return graph.Result{}, errors.New("boom")
			}}, 0)
			m.steps = map[string]map[graph.State]graph.Policy{of: {"FIRST": {Attempts: 1}}}
			n := m.node(true)
			m.until(n, m.start(n, "", ""), graph.Failed)
			if got := tried.Load(); got != want {
				t.Errorf("tried %d times, want %d", got, want)
			}
		})
	}
}
