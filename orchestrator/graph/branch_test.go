package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// opens returns a handler that fans out over n items.
func opens(n int) graph.Handler[trail] {
	return func(context.Context, trail, graph.Step) (graph.Result, error) {
		return graph.Result{Outcome: "each", Items: n}, nil
	}
}

// fan is SPLIT, which opens a branch at WORK for each of n items, and JOINED after
// them.
func fan(n, width int, work graph.Handler[trail]) []graph.Node[trail] {
	return []graph.Node[trail]{
		{State: "SPLIT", Run: opens(n), Fan: "each", Outcomes: outcomes{"each": at("WORK")}},
		{State: "WORK", Run: work, Width: width, Outcomes: outcomes{"ok": at("JOINED")}},
		{State: "JOINED", Run: to("ok"), Join: graph.JoinItems, Outcomes: outcomes{"ok": at(graph.End)}},
	}
}

func TestAFanOutRunsEachItemOnceAndGoesOnAsOne(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var items []int
	keys := map[string]bool{}
	j := &memory{}
	g, p, err := walk(t, j, options(), fan(7, 0, func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
		mu.Lock()
		defer mu.Unlock()
		items, keys[s.Key] = append(items, s.Item), true
		return graph.Result{Outcome: "ok"}, nil
	})...)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p.Status(), err)
	}
	if slices.Sort(items); !slices.Equal(items, []int{0, 1, 2, 3, 4, 5, 6}) || len(keys) != 7 {
		t.Errorf("items %v under %d keys", items, len(keys))
	}
	got := data(t, g, j.kept())
	if want := slices.Concat(trail{"SPLIT.each"}, slices.Repeat(trail{"WORK.ok"}, 7), trail{"JOINED.ok"}); !slices.Equal(got, want) {
		t.Errorf("trail = %v", got)
	}
}

func TestNoMoreBranchesAreAtWorkThanAStateIsWide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		now, most := 0, 0
		work := func(context.Context, trail, graph.Step) (graph.Result, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			time.Sleep(time.Second) // of a clock that stands while anything is at work
			mu.Lock()
			now--
			mu.Unlock()
			return graph.Result{Outcome: "ok"}, nil
		}
		begin := time.Now()
		_, p, err := walk(t, &memory{}, options(), fan(10, 3, work)...)
		if err != nil || p.Status() != graph.Completed || most != 3 || time.Since(begin) != 4*time.Second {
			t.Errorf("%v, %v; at most %d at once, in %v", p.Status(), err, most, time.Since(begin))
		}
	})
}

func TestAnItemThatFansOutIsJoinedOnItsOwn(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "OUTER", Run: opens(2), Fan: "each", Outcomes: outcomes{"each": at("INNER")}},
		graph.Node[trail]{State: "INNER", Run: opens(3), Fan: "each", Outcomes: outcomes{"each": at("WORK")}},
		graph.Node[trail]{State: "WORK", Run: to("ok"), Outcomes: outcomes{"ok": at("ITEM")}},
		graph.Node[trail]{State: "ITEM", Run: to("ok"), Join: graph.JoinItems, Outcomes: outcomes{"ok": at("ALL")}},
		graph.Node[trail]{State: "ALL", Run: to("ok"), Join: graph.JoinItems, Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p.Status(), err)
	}
	counts := map[string]int{}
	for _, s := range data(t, g, j.kept()) {
		counts[s]++
	}
	for s, want := range map[string]int{"OUTER.each": 1, "INNER.each": 2, "WORK.ok": 6, "ITEM.ok": 2, "ALL.ok": 1} {
		if counts[s] != want {
			t.Errorf("%s %d times, want %d", s, counts[s], want)
		}
	}
}

func TestBranchesOfAForkAreJoinedWhenTheLastHasCome(t *testing.T) {
	t.Parallel()
	slow := make(chan struct{})
	j := &memory{}
	g, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("FAST", "SLOW")}},
		graph.Node[trail]{State: "FAST", Outcomes: outcomes{"ok": at("J")}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
			defer close(slow)
			return graph.Result{Outcome: "ok"}, nil
		}},
		graph.Node[trail]{State: "SLOW", Outcomes: outcomes{"ok": at("J")}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
			<-slow
			return graph.Result{Outcome: "ok"}, nil
		}},
		graph.Node[trail]{State: "J", Join: graph.JoinBranches, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if want := (trail{"A.ok", "FAST.ok", "SLOW.ok", "J.ok"}); err != nil || p.Status() != graph.Completed || !slices.Equal(data(t, g, j.kept()), want) {
		t.Errorf("%v, %v, trail = %v", p.Status(), err, data(t, g, j.kept()))
	}
}

func TestAFanOutOfNothingOrOfTooMuchFailsItsStep(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, graph.MaxItems + 1} {
		_, p, err := walk(t, &memory{}, options(), fan(n, 0, to("ok"))...)
		if err != nil || p.Status() != graph.Failed {
			t.Errorf("%d items: %v, %v", n, p.Status(), err)
		}
	}
}

func TestAFanOutGoesOnWhereItWasCutOff(t *testing.T) {
	t.Parallel()
	whole := &memory{}
	var mu sync.Mutex
	ran := map[int]int{}
	work := func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
		mu.Lock()
		defer mu.Unlock()
		ran[s.Item]++
		return graph.Result{Outcome: "ok"}, nil
	}
	o := options()
	o.Durability = graph.Strict
	if _, _, err := walk(t, whole, o, fan(4, 1, work)...); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= len(whole.events); n++ {
		j := &memory{events: slices.Clone(whole.events[:n])}
		g, p, err := walk(t, j, o, fan(4, 1, work)...)
		if err != nil || p.Status() != graph.Completed {
			t.Fatalf("cut off after event %d: %v, %v", n, p.Status(), err)
		}
		if got, want := data(t, g, j.kept()), data(t, g, whole.events); !slices.Equal(got, want) {
			t.Errorf("cut off after event %d: trail %v, want %v", n, got, want)
		}
	}
}

func TestAStepKnowsItselfAgain(t *testing.T) {
	t.Parallel()
	var steps []graph.Step
	failing := 2
	loops := []graph.Node[trail]{
		{State: "A", Kind: graph.Effect, Outcomes: outcomes{"again": at("A"), "ok": at(graph.End)}, Caps: map[graph.Outcome]graph.Cap{"again": {Most: 1, Else: "ok"}},
			Run: func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
				steps = append(steps, s)
				if failing--; failing >= 0 {
					return graph.Result{}, errors.New("boom")
				}
				return graph.Result{Outcome: "again"}, nil
			}},
	}
	j := &memory{}
	if _, p, err := walk(t, j, options(), loops...); err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p.Status(), err)
	}
	var got []string
	for _, s := range steps {
		got = append(got, fmt.Sprintf("%s %d %d %v", s.Key, s.Visit, s.Attempt, s.Recovered))
	}
	want := []string{"r/A/1 1 1 false", "r/A/1 1 2 true", "r/A/1 1 3 true", "r/A/2 2 1 false"}
	if !slices.Equal(got, want) {
		t.Errorf("steps %q, want %q", got, want)
	}

	// A worker died during the second attempt: the next one is the third.
	cut := slices.IndexFunc(j.events, func(e *runv1.Event) bool { return e.GetStepStarted().GetAttempt() == 2 })
	steps, failing = nil, 0
	if _, _, err := walk(t, &memory{events: slices.Clone(j.events[:cut+1])}, options(), loops...); err != nil {
		t.Fatal(err)
	}
	if s := steps[0]; s.Attempt != 3 || !s.Recovered || s.Key != "r/A/1" || s.Visit != 1 {
		t.Errorf("after a death the step is %+v", s)
	}
}

func TestAPureStepThatWasTakenOverIsToldSo(t *testing.T) {
	t.Parallel()
	var got graph.Step
	nodes := []graph.Node[trail]{{State: "A", Outcomes: outcomes{"ok": at(graph.End)}, Run: func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
		got = s
		return graph.Result{Outcome: "ok"}, nil
	}}}
	taken := &runv1.Event{Sequence: 2, Kind: &runv1.Event_TakenOver{TakenOver: &runv1.TakenOver{Delivery: 2}}}
	if _, _, err := walk(t, &memory{events: []*runv1.Event{start(), taken}}, options(), nodes...); err != nil {
		t.Fatal(err)
	}
	if got.Attempt != 2 || !got.Recovered {
		t.Errorf("step = %+v", got)
	}
}

func TestAStateHasItsOwnAttemptsAndTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tried := 0
		node := graph.Node[trail]{State: "A", Attempts: 5, Timeout: time.Second, Outcomes: outcomes{"ok": at(graph.End)},
			Run: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
				tried++
				<-ctx.Done()
				return graph.Result{}, ctx.Err()
			}}
		begin := time.Now()
		_, p, err := walk(t, &memory{}, options(), node)
		if err != nil || p.Status() != graph.Failed || tried != 5 || time.Since(begin) != 5*time.Second {
			t.Errorf("%v, %v: tried %d times in %v", p.Status(), err, tried, time.Since(begin))
		}
	})
}

func TestAnOperatorsPolicyWinsOverThatOfTheNode(t *testing.T) {
	t.Parallel()
	o := options()
	o.Steps = map[graph.State]graph.Policy{"A": {Attempts: 5, Timeout: time.Hour}, "B": {Attempts: 2}}
	tries := map[graph.State]int{}
	var left time.Duration
	fails := func(ctx context.Context, _ trail, s graph.Step) (graph.Result, error) {
		tries[s.State]++
		if s.State == "A" {
			end, _ := ctx.Deadline()
			left = time.Until(end)
		}
		return graph.Result{}, errors.New("boom")
	}
	_, p, err := walk(t, &memory{}, o,
		graph.Node[trail]{State: "A", Run: fails, Attempts: 2, Timeout: time.Minute, Outcomes: outcomes{"ok": at("B")}, Catch: "ok"},
		graph.Node[trail]{State: "B", Run: fails, Outcomes: outcomes{"ok": at("C")}, Catch: "ok"},
		graph.Node[trail]{State: "C", Run: fails, Outcomes: outcomes{"ok": at(graph.End)}, Catch: "ok"},
	)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p, err)
	}
	if tries["A"] != 5 || tries["B"] != 2 || tries["C"] != o.Attempts {
		t.Errorf("tried %v times", tries)
	}
	if left < 59*time.Minute {
		t.Errorf("an attempt had %v", left)
	}
}

func TestAnOperatorsPatienceWithWhoIsAwayWinsOverThatOfTheNode(t *testing.T) {
	t.Parallel()
	o := away(graph.Unreachable)
	o.Steps = map[graph.State]graph.Policy{"A": {Outage: 3 * time.Minute}}
	node := graph.Node[trail]{State: "A", Run: fails(99, errAway), Outage: graph.Forever, Outcomes: outcomes{"ok": at(graph.End)}}
	if _, p, rests := walks(t, &memory{}, o, node); p.Status() != graph.Failed || rests != 3 {
		t.Errorf("after %d rests the run is %v", rests, p.Status())
	}
}
