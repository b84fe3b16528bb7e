package graph_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// sleeps is a timer that waits for some time.
func sleeps(s graph.State, d time.Duration, next graph.State) graph.Node[trail] {
	return graph.Node[trail]{
		State: s, Kind: graph.Timer, Outcomes: outcomes{"over": at(next)},
		Until: func(_ trail, now time.Time) time.Time { return now.Add(d) },
	}
}

func TestARunSleepsUntilItsTimerFires(t *testing.T) {
	t.Parallel()
	j, o := &memory{}, options()
	now := time.Now()
	o.Now = func() time.Time { return now }
	nodes := []graph.Node[trail]{
		{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("SLEEP")}},
		sleeps("SLEEP", time.Hour, "B"),
		{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	}
	for range 2 { // the second worker begins no other timer
		_, p, err := walk(t, j, o, nodes...)
		if err != nil || p.Status() != graph.Sleeping || !p.Due().Equal(now.Add(time.Hour)) || len(p.Waiting()) > 0 {
			t.Fatalf("%v, %v, due %v", p.Status(), err, p.Due())
		}
		nodes[1].Until = func(trail, time.Time) time.Time { t.Error("asked twice"); return now }
	}
	now = now.Add(time.Hour)
	g, p, err := walk(t, j, o, nodes...)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("%v, %v", p.Status(), err)
	}
	if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.ok", "SLEEP.over", "B.ok"}) {
		t.Errorf("trail = %v", got)
	}
}

func TestATimerWhoseTimeHasPassedFiresAtOnce(t *testing.T) {
	t.Parallel()
	past := sleeps("SLEEP", 0, graph.End)
	past.Until = func(trail, time.Time) time.Time { return time.Time{} }
	if _, p, err := walk(t, &memory{}, options(), past); err != nil || p.Status() != graph.Completed {
		t.Errorf("%v, %v", p.Status(), err)
	}
}

func TestATimerFiresBesideWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j, begin, after := &memory{}, time.Now(), time.Duration(0)
		g, p, err := walk(t, j, options(),
			graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("SLEEP", "LONGER", "EFFECT")}},
			sleeps("SLEEP", time.Second, "AFTER"),
			sleeps("LONGER", 2*time.Second, graph.End),
			graph.Node[trail]{State: "EFFECT", Kind: graph.Effect, Outcomes: outcomes{"ok": at(graph.End)}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				time.Sleep(time.Minute)
				return graph.Result{Outcome: "ok"}, nil
			}},
			graph.Node[trail]{State: "AFTER", Outcomes: outcomes{"ok": at(graph.End)}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				after = time.Since(begin)
				return graph.Result{Outcome: "ok"}, nil
			}},
		)
		if err != nil || p.Status() != graph.Completed || after != time.Second || time.Since(begin) != time.Minute {
			t.Errorf("%v, %v, after %v; %v", p.Status(), err, after, data(t, g, j.kept()))
		}
	})
}

func TestHowARunStandsThatWaitsForSeveralThings(t *testing.T) {
	t.Parallel()
	ask := graph.Node[trail]{State: "ASK", Kind: graph.Wait, Outcomes: outcomes{"yes": at(graph.End)}}
	call := calls(1, 1)[1]
	call.State, call.Outcomes = "CALL", outcomes{"ok": at(graph.End), "not": at(graph.End)}
	sleep := sleeps("SLEEP", time.Hour, graph.End)
	for want, nodes := range map[graph.Status][]graph.Node[trail]{
		graph.Waiting:  {sleep, call, ask},
		graph.Calling:  {sleep, call},
		graph.Sleeping: {sleep},
	} {
		var states []graph.State
		for _, n := range nodes {
			states = append(states, n.State)
		}
		o := options()
		o.Start = func(context.Context, *runv1.ChildStarted) error { return nil }
		fork := graph.Node[trail]{State: "FORK", Run: to("all"), Outcomes: outcomes{"all": states}}
		_, p, err := walk(t, &memory{}, o, append([]graph.Node[trail]{fork}, nodes...)...)
		if err != nil || p.Status() != want {
			t.Errorf("%v, %v, want %v", p.Status(), err, want)
		}
	}
}

func TestARetriedRunKeepsItsTimer(t *testing.T) {
	t.Parallel()
	j, o := &memory{}, options()
	o.Attempts = 1
	nodes := []graph.Node[trail]{
		{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("SLEEP", "STEP")}},
		sleeps("SLEEP", time.Hour, graph.End),
		{State: "STEP", Run: fails(1, errors.New("boom")), Outcomes: outcomes{"ok": at(graph.End)}},
	}
	_, p, err := walk(t, j, o, nodes...)
	if err != nil || p.Status() != graph.Failed {
		t.Fatalf("%v, %v", p.Status(), err)
	}
	due := p.Due()
	j.events = append(j.events, &runv1.Event{Sequence: p.Sequence + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}})
	if _, p, err = walk(t, j, o, nodes...); err != nil || p.Status() != graph.Sleeping || !p.Due().Equal(due) {
		t.Errorf("%v, %v; due %v, was %v", p.Status(), err, p.Due(), due)
	}
}

func TestAForkTakesOverATimerThatHasFiredAndNoOther(t *testing.T) {
	t.Parallel()
	j, o := &memory{}, options()
	now := time.Now()
	o.Now = func() time.Time { return now }
	g, p, err := walk(t, j, o, sleeps("FIRST", 0, "SECOND"), sleeps("SECOND", time.Hour, graph.End))
	if err != nil || p.Status() != graph.Sleeping {
		t.Fatalf("%v, %v", p.Status(), err)
	}
	events, _, err := g.Fork(j.kept(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := g.Fold(events)
	if err != nil || run.Status() != graph.Running || !slices.Equal(run.Data, trail{"FIRST.over"}) {
		t.Errorf("%v, %v, %v", run.Status(), err, run.Data)
	}
	now = now.Add(time.Minute)
	fork := &memory{events: events}
	if p, err := g.Resume(t.Context(), events, fork, o); err != nil || !p.Due().Equal(now.Add(time.Hour)) {
		t.Errorf("%v; due %v", err, p.Due())
	}
}

func TestTimersThatSayNothingAreRefused(t *testing.T) {
	t.Parallel()
	two, none, wide := sleeps("TWO", 0, graph.End), sleeps("NONE", 0, graph.End), sleeps("WIDE", 0, graph.End)
	two.Outcomes["other"] = at(graph.End)
	none.Until = nil
	wide.Width = 2
	pure := graph.Node[trail]{State: "PURE", Run: to("ok"), Until: two.Until, Outcomes: outcomes{"ok": at(graph.End)}}
	for _, n := range []graph.Node[trail]{two, none, wide, pure} {
		if _, err := graph.New(definition(n)); err == nil || !strings.Contains(err.Error(), string(n.State)) {
			t.Errorf("%s: %v", n.State, err)
		}
	}
}
