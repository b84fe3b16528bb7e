package graph_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func sorted(s trail) trail { return slices.Sorted(slices.Values(s)) }

// withChildren is the options of one walk, whose children have ended when it is told of them.
func withChildren(o graph.Options) graph.Options {
	ends := make(chan []*runv1.ChildEnded, graph.MaxItems)
	o.Ends = ends
	o.Start = func(_ context.Context, c *runv1.ChildStarted) error {
		ends <- []*runv1.ChildEnded{{RunId: c.GetRunId(), Status: graph.Completed.String()}}
		return nil
	}
	o.Idle, o.Busy = func() time.Duration { return time.Minute }, func() {}
	return o
}

func anyDurability(t *rapid.T) graph.Options {
	o := options()
	o.Durability = rapid.SampledFrom([]graph.Durability{graph.Strict, graph.Pipelined, graph.Relaxed}).Draw(t, "durability")
	return o
}

// undisturbed walks a new run to its end and returns its log.
func undisturbed(ctx context.Context, t *rapid.T, g *graph.Graph[trail], o graph.Options) []*runv1.Event {
	return onward(ctx, t, g, o, []*runv1.Event{start()})
}

// onward walks a run to its end, answers it whenever it waits and retries it when it has
// failed, and returns its log.
func onward(ctx context.Context, t *rapid.T, g *graph.Graph[trail], o graph.Options, events []*runv1.Event) []*runv1.Event {
	for j := (&memory{events: events}); ; {
		p, err := g.Resume(ctx, j.kept(), j, withChildren(o))
		if err != nil {
			t.Fatalf("undisturbed: %v, %v", p, err)
		}
		switch p.Status() {
		case graph.Completed:
			return j.kept()
		case graph.Waiting:
			j.events = append(j.events, yes(p.Sequence+1, p.Waiting()[0]))
		case graph.Failed:
			j.events = append(j.events, retry(j.events))
		case graph.Sleeping: // its time comes
		default:
			t.Fatalf("undisturbed: %v", p.Status())
		}
	}
}

// yes answers a pause.
func yes(sequence int64, pause *runv1.Interrupted) *runv1.Event {
	return &runv1.Event{Sequence: sequence, Kind: &runv1.Event_Answered{Answered: &runv1.Answered{
		InterruptId: pause.GetInterruptId(), Outcome: "yes", User: "me",
	}}}
}

func TestARunComesToTheSameWhereverItsLogIsCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt)
		o := anyDurability(rt)
		tried.reset()
		events := undisturbed(t.Context(), rt, g, o)
		whole, err := g.Fold(events)
		if err != nil {
			rt.Fatal(err)
		}
		for key, of := range tried.of {
			if len(of) != 1 {
				rt.Errorf("undisturbed, %s was begun %d times", key, len(of))
			}
		}
		cut := rapid.IntRange(1, len(events)).Draw(rt, "cut")
		part, err := g.Fold(events[:cut])
		if err != nil {
			rt.Fatal(err)
		}
		for _, e := range events[cut:] {
			if err := g.Apply(part, e); err != nil {
				rt.Fatal(err)
			}
		}
		if !slices.Equal(part.Data, whole.Data) || part.Status() != whole.Status() || part.Sequence != whole.Sequence {
			rt.Errorf("folded in two parts %v, at once %v", part.Data, whole.Data)
		}
		if cut == len(events) {
			return
		}
		j := &memory{events: slices.Clone(events[:cut])}
		for status := graph.Sleeping; status == graph.Sleeping; {
			p, err := g.Resume(t.Context(), j.kept(), j, withChildren(o))
			if err != nil {
				rt.Fatalf("resumed after %d of %d events: %v, %v", cut, len(events), p, err)
			}
			status = p.Status()
		}
		if got, err := g.Fold(j.kept()); err != nil || !slices.Equal(sorted(got.Data), sorted(whole.Data)) {
			rt.Errorf("resumed after %d of %d events %v, at once %v (%v)", cut, len(events), got.Data, whole.Data, err)
		}
	})
}

func TestSeveralWorkersOfARunMakeOneHistory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt, "wait", "short wait", "wait and fork", "flaky")
		o := anyDurability(rt)
		whole := historyOf(t.Context(), rt, g, o, tried)
		d := anyDisk(rt, 12)
		d.come = func(steps int) {
			err := d.answer(g)
			if steps > 0 {
				err = d.work(t.Context(), g, o, steps)
			}
			if err != nil {
				rt.Error(err)
			}
		}
		for !d.completed() { // each that comes along may throw back the one that is at work
			if err := errors.Join(d.work(t.Context(), g, o, -1), d.answer(g)); err != nil {
				rt.Fatal(err)
			}
		}
		whole.check(rt, g, d.events, tried)
	})
}

func TestTwoWorkersAtOnceMakeOneHistory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt, "wait", "short wait", "wait and fork", "flaky")
		o := anyDurability(rt)
		whole := historyOf(t.Context(), rt, g, o, tried)
		d := anyDisk(rt, 0)
		heard := []chan struct{}{make(chan struct{}, 1), make(chan struct{}, 1)}
		var both errgroup.Group
		for _, mine := range heard {
			both.Go(func() error {
				o := o
				o.Heard = mine
				for !d.completed() {
					if err := errors.Join(d.work(t.Context(), g, o, -1), d.answer(g)); err != nil {
						return err
					}
					for _, h := range heard {
						select {
						case h <- struct{}{}:
						default:
						}
					}
				}
				return nil
			})
		}
		if err := both.Wait(); err != nil {
			rt.Fatal(err)
		}
		whole.check(rt, g, d.events, tried)
	})
}

func TestWhatComesFromOutsideThrowsNothingAway(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt, "wait", "short wait", "wait and fork")
		o := anyDurability(rt)
		whole := historyOf(t.Context(), rt, g, o, tried)
		heard := make(chan struct{}, 1)
		o.Heard = heard
		d := anyDisk(rt, 100)
		d.come = func(told int) {
			if err := d.answer(g); err != nil {
				rt.Error(err)
			}
			if told == 0 {
				return // the walk finds out by itself
			}
			select {
			case heard <- struct{}{}:
			default:
			}
		}
		for !d.completed() {
			events, w := d.read()
			_, err := g.Resume(t.Context(), events, w, withChildren(o))
			if err == nil {
				err = d.answer(g)
			}
			if err != nil {
				rt.Fatalf("the walk broke off: %v", err)
			}
		}
		whole.check(rt, g, d.events, tried)
		for key, of := range tried.of {
			if len(of) != 1 {
				rt.Errorf("%s was begun %d times", key, len(of))
			}
		}
	})
}
