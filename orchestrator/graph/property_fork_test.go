package graph_test

import (
	"errors"
	"slices"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// policy is what the nodes of a graph say of forks, by state.
type policy map[graph.State]graph.Node[trail]

// stops reports whether a fork can't take over what a state has come to: not at all, or
// because it is to go through the state again.
func (p policy) stops(s graph.State) (stops, barred bool) {
	n := p[s]
	switch {
	case n.Fork == graph.Again:
		return true, false
	case n.Fork == graph.Barred:
		return true, true
	case n.Fork != graph.ByKind || n.Scope != auth.Approve:
		return false, false
	}
	for _, other := range p {
		if (other.Kind == graph.Effect || other.Kind == graph.Call) && !other.Harmless {
			return true, true
		}
	}
	return true, false
}

// left returns the state that an event leaves, "" if it leaves none.
func left(events []*runv1.Event, e *runv1.Event) graph.State {
	switch k := e.GetKind().(type) {
	case *runv1.Event_StepCompleted:
		return graph.State(k.StepCompleted.GetState())
	case *runv1.Event_ChildEnded:
		return graph.State(k.ChildEnded.GetState())
	case *runv1.Event_TimerFired:
		return graph.State(k.TimerFired.GetState())
	case *runv1.Event_Answered:
		for _, asked := range events {
			if i := asked.GetInterrupted(); i.GetInterruptId() == k.Answered.GetInterruptId() && i != nil {
				return graph.State(i.GetState())
			}
		}
	}
	return ""
}

// A fork of a run that many workers have gone on with, and that has failed now and then, is
// taken at each event. It comes to the same, and to nothing that its graph keeps from it.
func TestAForkAtAnyEventComesToTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b := newBuilder(rt, "wait", "short wait", "approval", "flaky", "wait and fork")
		b.forks = true
		g := b.graph()
		allowed := policy{}
		for _, n := range b.nodes {
			allowed[n.State] = n
		}
		o := anyDurability(rt)
		whole := historyOf(t.Context(), rt, g, o, b.tried)
		d := anyDisk(rt, 6)
		d.come = func(steps int) {
			if err := errors.Join(d.answer(g), d.work(t.Context(), g, o, steps)); err != nil {
				rt.Error(err)
			}
		}
		for !d.completed() {
			if err := errors.Join(d.work(t.Context(), g, o, -1), d.answer(g)); err != nil {
				rt.Fatal(err)
			}
		}
		before := make([]*runv1.Event, len(d.events))
		for i, e := range d.events {
			before[i] = proto.CloneOf(e)
		}
		for n := int64(1); n <= int64(len(d.events)); n++ {
			// The first state on the way that can't be taken over.
			first := slices.IndexFunc(d.events[:n], func(e *runv1.Event) bool { stops, _ := allowed.stops(left(d.events, e)); return stops })
			barred := false
			if first >= 0 {
				_, barred = allowed.stops(left(d.events, d.events[first]))
			}
			forked, last, err := g.Fork(d.events, n, nil)
			refused, _ := errors.AsType[*graph.ForkError](err)
			switch {
			case err != nil && refused == nil, (refused != nil) != barred:
				rt.Fatalf("a fork at event %d, past what is barred: %t: %v", n, barred, err)
			case refused != nil && refused.Last != int64(first):
				rt.Fatalf("a fork at event %d is to be taken at %d, want %d", n, refused.Last, first)
			case refused != nil:
				continue
			case first < 0 && last != n || first >= 0 && last != int64(first):
				rt.Fatalf("a fork at event %d takes over %d; the first that it can't is %d", n, last, first+1)
			}
			for _, e := range forked {
				s := left(forked, e)
				if stops, _ := allowed.stops(s); stops {
					rt.Fatalf("a fork at event %d takes over what came of %s", n, s)
				}
				if e.GetFailed() != nil || e.GetRetried() != nil || e.GetTakenOver() != nil || e.GetReleased() != nil {
					rt.Fatalf("a fork at event %d takes over what happened to the other run: %v", n, e)
				}
			}
			begun, err := g.Inspect(forked)
			if err != nil || len(begun.Children()) > 0 || slices.ContainsFunc(begun.Branches, func(b graph.Branch) bool { return b.Timer != nil }) {
				rt.Fatalf("a fork at event %d waits for what the other run waits for: %v, %v", n, begun.Branches, err)
			}
			b.tried.reset()
			events := onward(t.Context(), rt, g, o, forked)
			got, err := g.Fold(events)
			if err != nil || !slices.Equal(sorted(got.Data), whole.data) {
				rt.Fatalf("a fork at event %d comes to %v, %v; the other run to %v", n, got.Data, err, whole.data)
			}
			if err := onlyOnce(events); err != nil {
				rt.Fatalf("a fork at event %d: %v", n, err)
			}
		}
		for i, e := range d.events {
			if !proto.Equal(e, before[i]) {
				rt.Fatalf("the forks have changed event %d of the other run", i+1)
			}
		}
	})
}
