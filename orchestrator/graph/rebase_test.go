package graph_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// beside is a graph that waits for an answer beside an effect.
func beside(t *testing.T, effect, after graph.Handler[trail]) *graph.Graph[trail] {
	t.Helper()
	g, err := graph.New(definition(
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("ASK", "EFFECT")}},
		graph.Node[trail]{
			State: "ASK", Kind: graph.Wait, Expires: lasts(time.Hour), Expired: "expired",
			Outcomes: outcomes{"yes": at("AFTER"), "expired": at("LATE")},
		},
		graph.Node[trail]{State: "EFFECT", Kind: graph.Effect, Run: effect, Outcomes: outcomes{"ok": at("JOINED")}},
		graph.Node[trail]{State: "AFTER", Run: after, Outcomes: outcomes{"ok": at("JOINED")}},
		graph.Node[trail]{State: "LATE", Run: to("ok"), Outcomes: outcomes{"ok": at("JOINED")}},
		graph.Node[trail]{State: "JOINED", Join: graph.JoinBranches, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newDisk() *disk {
	return &disk{events: []*runv1.Event{start()}, rng: rand.New(rand.NewPCG(1, 2))}
}

func TestAnAnsweredBranchGoesOnBesideAnEffectAtWork(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]bool{"the walk is told": true, "the walk finds out at its next event": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, heard := newDisk(), make(chan struct{}, 1)
			var g *graph.Graph[trail]
			var ran atomic.Int32
			after := make(chan struct{})
			g = beside(t, func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
				ran.Add(1)
				if err := d.answer(g); err != nil {
					return graph.Result{}, err
				}
				if told {
					heard <- struct{}{}
					select {
					case <-after:
					case <-ctx.Done():
						return graph.Result{}, ctx.Err()
					}
				}
				return graph.Result{Outcome: "ok"}, nil
			}, func(context.Context, trail, graph.Step) (graph.Result, error) {
				close(after)
				return graph.Result{Outcome: "ok"}, nil
			})
			o := options()
			o.Heard, o.Timeout, o.Attempts = heard, 20*time.Second, 1
			events, w := d.read()
			p, err := g.Resume(t.Context(), events, w, o)
			if err != nil || p.Status() != graph.Completed || ran.Load() != 1 {
				t.Fatalf("%v, %v; the effect ran %d times", p, err, ran.Load())
			}
			got := data(t, g, d.events)
			if want := (trail{"AFTER.ok", "ASK.yes", "EFFECT.ok", "FORK.both", "JOINED.ok"}); !slices.Equal(sorted(got), want) {
				t.Errorf("trail = %v", got)
			}
		})
	}
}

func TestTheEndOfAChildCostsAnEffectBesideItNothing(t *testing.T) {
	t.Parallel()
	d := newDisk()
	var g *graph.Graph[trail]
	ran := 0
	g, err := graph.New(definition(
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("CALL", "EFFECT")}},
		graph.Node[trail]{
			State: "CALL", Kind: graph.Call, Outcomes: outcomes{"done": at("AFTER")},
			Start: func(trail, graph.Step) graph.Child { return graph.Child{Graph: "child"} },
			Ended: func(trail, *runv1.ChildEnded) graph.Outcome { return "done" },
		},
		graph.Node[trail]{State: "EFFECT", Kind: graph.Effect, Outcomes: outcomes{"ok": at(graph.End)}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
			ran++
			d.mu.Lock()
			defer d.mu.Unlock()
			run, err := g.Folded(d.events)
			if err != nil {
				return graph.Result{}, err
			}
			c := run.Progress().Children()[0]
			d.events = append(d.events, &runv1.Event{Sequence: run.Progress().Sequence + 1, Kind: &runv1.Event_ChildEnded{ChildEnded: &runv1.ChildEnded{
				Branch: c.GetBranch(), State: "CALL", RunId: c.GetRunId(), Outcome: "done", Status: "completed",
			}}})
			return graph.Result{Outcome: "ok"}, nil
		}},
		graph.Node[trail]{State: "AFTER", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	))
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	o.Attempts = 1
	o.Start = func(context.Context, *runv1.ChildStarted) error { return nil }
	events, w := d.read()
	if p, err := g.Resume(t.Context(), events, w, o); err != nil || p.Status() != graph.Completed || ran != 1 {
		t.Fatalf("%v, %v; the effect ran %d times", p, err, ran)
	}
	if got, want := data(t, g, d.events), (trail{"AFTER.ok", "CALL.done", "EFFECT.ok", "FORK.both"}); !slices.Equal(sorted(got), want) {
		t.Errorf("trail = %v", got)
	}
}

func TestAnAnswerThatCameBeforeItsWaitHadExpiredHolds(t *testing.T) {
	t.Parallel()
	d := newDisk()
	g := beside(t, to("ok"), to("ok"))
	events, w := d.read()
	if p, err := g.Resume(t.Context(), events, w, options()); err != nil || p.Status() != graph.Waiting {
		t.Fatalf("walk: %v, %v", p, err)
	}
	d.left = 1
	d.rng = rand.New(once{})
	d.come = func(int) {
		if err := d.answer(g); err != nil {
			t.Error(err)
		}
	}
	late := options()
	late.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	events, w = d.read()
	p, err := g.Resume(t.Context(), events, w, late)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p, err)
	}
	if got := data(t, g, d.events); slices.Contains(got, "ASK.expired") || !slices.Contains(got, "AFTER.ok") {
		t.Errorf("trail = %v", got)
	}
}

func TestACancelEndsAWalkThatFindsOutByItself(t *testing.T) {
	t.Parallel()
	d := newDisk()
	g := beside(t, func(context.Context, trail, graph.Step) (graph.Result, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.events = append(d.events, &runv1.Event{Sequence: int64(len(d.events)) + 1, Kind: &runv1.Event_Cancelled{Cancelled: &runv1.Cancelled{}}})
		return graph.Result{Outcome: "ok"}, nil
	}, to("ok"))
	events, w := d.read()
	if p, err := g.Resume(t.Context(), events, w, options()); err != nil || p.Status() != graph.Cancelled {
		t.Errorf("walk: %v, %v", p, err)
	}
}

func TestARunRestsOnlyWhenTheBranchThatWasAnsweredHasGoneOn(t *testing.T) {
	t.Parallel()
	d := newDisk()
	g, err := graph.New(definition(
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("ASK", "AWAY")}},
		graph.Node[trail]{State: "ASK", Kind: graph.Wait, Outcomes: outcomes{"yes": at("AFTER")}},
		graph.Node[trail]{State: "AWAY", Run: fails(9, errAway), Outcomes: outcomes{"ok": at(graph.End)}},
		graph.Node[trail]{State: "AFTER", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	))
	if err != nil {
		t.Fatal(err)
	}
	d.left, d.rng = 100, rand.New(once{})
	d.come = func(int) {
		if err := d.answer(g); err != nil {
			t.Error(err)
		}
	}
	o := away(graph.Unreachable)
	o.Durability = graph.Strict // so the pause is kept before it rests
	events, w := d.read()
	_, err = g.Resume(t.Context(), events, w, o)
	if _, rests := errors.AsType[*graph.Yield](err); !rests || d.events[len(d.events)-1].GetReleased() == nil {
		t.Errorf("the walk ended with %v, the log with %v", err, d.events[len(d.events)-1])
	}
	if got, want := data(t, g, d.events), (trail{"FORK.both", "ASK.yes", "AFTER.ok"}); !slices.Equal(got, want) {
		t.Errorf("trail = %v, want %v", got, want)
	}
}

// once is a source of chance by which whoever may come along does.
type once struct{}

func (once) Uint64() uint64 { return 1 << 40 } // 0 has IntN try again for ever

// A gate is a journal that has something happen before a record is written.
type gate struct {
	*writer
	before func(events []*runv1.Event)
}

func (g gate) Append(ctx context.Context, events []*runv1.Event, after graph.Standing) error {
	g.before(events)
	return g.writer.Append(ctx, events, after)
}

// While the end of a wait is on its way to the log, the walk goes on: past where branches
// are joined. Then it turns out that the wait was answered before.
func TestWhatWasJoinedTooEarlyIsJoinedAgain(t *testing.T) {
	t.Parallel()
	for name, far := range map[string]graph.State{"its step is at work": "JOINED", "its step is done": "LAST"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached, after := make(chan struct{}), make(chan struct{})
			var once sync.Once
			var seen atomic.Pointer[trail] // by the step behind the branches, when it was begun last
			step := func(_ context.Context, before trail, s graph.Step) (graph.Result, error) {
				if s.State == "JOINED" {
					seen.Store(&before)
				}
				if s.State == far {
					once.Do(func() { close(reached); <-after })
				}
				return graph.Result{Outcome: "ok"}, nil
			}
			answered := func(context.Context, trail, graph.Step) (graph.Result, error) {
				close(after)
				return graph.Result{Outcome: "ok"}, nil
			}
			g, err := graph.New(definition(
				graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("ASK", "OTHER")}},
				graph.Node[trail]{
					State: "ASK", Kind: graph.Wait, Expires: lasts(time.Hour), Expired: "expired",
					Outcomes: outcomes{"yes": at("AFTER"), "expired": at("JOINED")},
				},
				graph.Node[trail]{State: "OTHER", Run: to("ok"), Outcomes: outcomes{"ok": at("JOINED")}},
				graph.Node[trail]{State: "AFTER", Run: answered, Outcomes: outcomes{"ok": at("JOINED")}},
				graph.Node[trail]{State: "JOINED", Join: graph.JoinBranches, Run: step, Outcomes: outcomes{"ok": at("LAST")}},
				graph.Node[trail]{State: "LAST", Run: step, Outcomes: outcomes{"ok": at(graph.End)}},
			))
			if err != nil {
				t.Fatal(err)
			}
			d := newDisk()
			events, w := d.read()
			if p, err := g.Resume(t.Context(), events, w, options()); err != nil || p.Status() != graph.Waiting {
				t.Fatalf("walk: %v, %v", p, err)
			}
			late := options()
			late.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
			events, w = d.read()
			p, err := g.Resume(t.Context(), events, gate{w, func(events []*runv1.Event) {
				if events[0].GetAnswered() == nil {
					return
				}
				<-reached
				if err := d.answer(g); err != nil {
					t.Error(err)
				}
			}}, late)
			if err != nil || p.Status() != graph.Completed {
				t.Fatalf("walk: %v, %v", p, err)
			}
			want := trail{"AFTER.ok", "ASK.yes", "FORK.both", "JOINED.ok", "LAST.ok", "OTHER.ok"}
			if got := data(t, g, d.events); !slices.Equal(sorted(got), want) {
				t.Errorf("trail = %v", got)
			}
			if last := *seen.Load(); !slices.Contains(last, "AFTER.ok") {
				t.Errorf("the branches were joined with %v", last)
			}
		})
	}
}
