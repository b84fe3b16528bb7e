package graph_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A nursery has the children of a run. Some end at once and others when nothing else is at
// work; when the run fails, those that have not ended are cancelled.
type nursery struct {
	rng       *rand.Rand
	ended     map[string]graph.Status
	cancelled int
}

// options are those of one walk. Nothing of a nursery is used by two walks at once; within
// one, the children are begun by handlers that run side by side.
func (n *nursery) options(o graph.Options) graph.Options {
	ends, lock := make(chan []*runv1.ChildEnded, graph.MaxItems), make(chan struct{}, 1)
	open := map[string]bool{}
	tell := func(id string) {
		ends <- []*runv1.ChildEnded{{RunId: id, Status: n.ended[id].String()}}
		delete(open, id)
	}
	o.Ends, o.Busy = ends, func() {}
	o.Start = func(_ context.Context, c *runv1.ChildStarted) error {
		lock <- struct{}{}
		defer func() { <-lock }()
		open[c.GetRunId()] = true
		if _, over := n.ended[c.GetRunId()]; !over && n.rng.IntN(2) == 0 {
			return nil // it takes a while
		}
		if _, over := n.ended[c.GetRunId()]; !over {
			n.ended[c.GetRunId()] = graph.Completed
		}
		tell(c.GetRunId())
		return nil
	}
	o.Idle = func() time.Duration {
		lock <- struct{}{}
		defer func() { <-lock }()
		for id := range open {
			n.ended[id] = graph.Completed
			tell(id)
		}
		return time.Minute
	}
	return o
}

// cancel ends the children that a run which has failed still waits for.
func (n *nursery) cancel(children []*runv1.ChildStarted) {
	for _, c := range children {
		if _, over := n.ended[c.GetRunId()]; !over {
			n.ended[c.GetRunId()] = graph.Cancelled
			n.cancelled++
		}
	}
}

// A run whose steps fail now and then is retried until it is done. What was finished is not
// done again, and it comes to the same as if nothing had failed.
func TestARunThatIsRetriedDoesNothingAgainThatWasFinished(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt, "wait", "short wait", "wait and fork", "flaky", "flaky", "flaky")
		o := anyDurability(rt)
		tried.calm = true
		whole := historyOf(t.Context(), rt, g, o, tried)
		tried.calm = false

		kids := &nursery{rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)), ended: map[string]graph.Status{}}
		j := &memory{events: []*runv1.Event{start()}}
		for {
			p, err := g.Resume(t.Context(), j.kept(), j, kids.options(o))
			if err != nil {
				rt.Fatal(err)
			}
			if p.Status() == graph.Completed {
				break
			}
			// Somebody answers first, or has the failed run go on first.
			switch {
			case p.Status() == graph.Failed:
				if f := p.Failure; f.GetReason() != "not yet" {
					rt.Fatalf("failed with %v", f)
				}
				kids.cancel(p.Children())
				j.events = append(j.events, retry(j.events))
			case len(p.Waiting()) > 0:
				open := p.Waiting()
				j.events = append(j.events, yes(p.Sequence+1, open[kids.rng.IntN(len(open))]))
			}
		}
		events := slices.DeleteFunc(j.kept(), func(e *runv1.Event) bool {
			return kids.ended[e.GetChildStarted().GetRunId()] == graph.Cancelled
		})
		got, err := g.Fold(j.kept())
		if err != nil || !slices.Equal(sorted(got.Data), whole.data) {
			rt.Errorf("retried %v (%v), else %v", got.Data, err, whole.data)
		}
		if len(tried.of) != whole.effects || len(tried.twice) > 0 {
			rt.Errorf("%d effects, else %d; twice: %v", len(tried.of), whole.effects, tried.twice)
		}
		for key, n := range tried.done {
			if n != 1 {
				rt.Errorf("%s was done %d times", key, n)
			}
		}
		for i, e := range events {
			e.Sequence = int64(i + 1)
		}
		if err := onlyOnce(events); err != nil {
			rt.Error(err)
		}
	})
}
