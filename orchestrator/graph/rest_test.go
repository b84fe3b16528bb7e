package graph_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

var errAway = errors.New("nobody answers")

// away is a walker's options for steps that fail with errAway.
func away(class graph.Class) graph.Options {
	o := options()
	o.Attempts, o.OutageLimit = 1, 90*time.Second
	o.Classify = func(err error) graph.Class {
		if errors.Is(err, errAway) {
			return class
		}
		return graph.Refused
	}
	return o
}

// fails returns a handler that fails so many times, then succeeds.
func fails(times int, err error) graph.Handler[trail] {
	return func(context.Context, trail, graph.Step) (graph.Result, error) {
		if times--; times >= 0 {
			return graph.Result{}, err
		}
		return graph.Result{Outcome: "ok"}, nil
	}
}

// walks walks a run again and again while it only has to rest, and returns how
// often it rested.
func walks(t *testing.T, j *memory, o graph.Options, nodes ...graph.Node[trail]) (*graph.Graph[trail], *graph.Progress, int) {
	t.Helper()
	for rests := 0; ; rests++ {
		g, p, err := walk(t, j, o, nodes...)
		var yield *graph.Yield
		switch {
		case err == nil:
			return g, p, rests
		case !errors.As(err, &yield) || rests > 20:
			t.Fatalf("after %d rests: %v", rests, err)
		}
	}
}

func TestWhoCantBeReachedIsWaitedForAndNotCountedAsAFailure(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		class graph.Class
		times int
		node  graph.Node[trail]
		want  graph.Status
		rests int
		trail trail
	}{
		"until it is back": {
			class: graph.Unreachable, times: 2, want: graph.Completed, rests: 2, trail: trail{"A.ok", "B.ok"},
		},
		"not for longer than the limit": {
			class: graph.Unreachable, times: 9, want: graph.Failed, rests: 2, trail: trail{"A.ok"},
		},
		"and then done without, where that can be": {
			class: graph.Unreachable, times: 9, node: graph.Node[trail]{Catch: "without"},
			want: graph.Completed, rests: 2, trail: trail{"A.ok", "B.without"},
		},
		"for ever, where that harms nobody": {
			class: graph.Unreachable, times: 9, node: graph.Node[trail]{Outage: graph.Forever, Catch: "without"},
			want: graph.Completed, rests: 9, trail: trail{"A.ok", "B.ok"},
		},
		"and a full disk until there is space": {
			class: graph.Blocked, times: 9, want: graph.Completed, rests: 9, trail: trail{"A.ok", "B.ok"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.node.State, tt.node.Run = "B", fails(tt.times, errAway)
			tt.node.Outcomes = outcomes{"ok": at(graph.End), "without": at(graph.End)}
			j := &memory{}
			g, p, rests := walks(t, j, away(tt.class),
				graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B")}}, tt.node)
			if p.Status() != tt.want || rests != tt.rests {
				t.Errorf("%v after %d rests, want %v after %d", p.Status(), rests, tt.want, tt.rests)
			}
			if got := data(t, g, j.kept()); !slices.Equal(got, tt.trail) {
				t.Errorf("trail = %v, want %v", got, tt.trail)
			}
			if tt.want == graph.Failed && p.Failure.GetCode() != graph.CodeUnreachable {
				t.Errorf("failure = %v", p.Failure)
			}
		})
	}
}

func TestABranchIsWalkedToItsEndWhileAnotherWaitsForSomeone(t *testing.T) {
	t.Parallel()
	j := &memory{}
	nodes := []graph.Node[trail]{
		{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("ASK", "KEEP")}},
		{State: "ASK", Run: fails(1, errAway), Outcomes: outcomes{"ok": at(graph.End)}},
		{State: "KEEP", Kind: graph.Effect, Run: to("ok"), Outcomes: outcomes{"ok": at("MORE")}},
		{State: "MORE", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	}
	g, p, err := walk(t, j, away(graph.Unreachable), nodes...)
	var yield *graph.Yield
	if !errors.As(err, &yield) || yield.State != "ASK" || p.Status() != graph.Running {
		t.Fatalf("the walk ended with %v, %v", p.Status(), err)
	}
	if got := data(t, g, j.kept()); !slices.Equal(got, trail{"FORK.both", "KEEP.ok", "MORE.ok"}) {
		t.Errorf("trail = %v", got)
	}
	if _, p, err = walk(t, j, away(graph.Unreachable), nodes...); err != nil || p.Status() != graph.Completed {
		t.Errorf("walked again: %v, %v", p.Status(), err)
	}
}

func TestAStepThatFailsForGoodTakesTheOutcomeForThat(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	panics := func(context.Context, trail, graph.Step) (graph.Result, error) { panic("boom") }
	for name, run := range map[string]graph.Handler[trail]{"an error": fails(9, boom), "a panic": panics} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := &memory{}
			g, p, err := walk(t, j, options(),
				graph.Node[trail]{State: "A", Run: run, Outcomes: outcomes{"ok": at(graph.End), "without": at("B")}, Catch: "without"},
				graph.Node[trail]{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}})
			if err != nil || p.Status() != graph.Completed {
				t.Fatalf("walk: %v, %v", p.Status(), err)
			}
			if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.without", "B.ok"}) {
				t.Errorf("trail = %v", got)
			}
			if done := j.kept()[1].GetStepCompleted(); done.GetError() == "" || !done.GetDegraded() {
				t.Errorf("kept of the failure: %v", done)
			}
		})
	}
}

func TestATimeLimitAtAStepThatCanBeDoneWithoutGivesTheRestTimeOfItsOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.WallTime, o.Timeout = time.Minute, time.Hour
		slow := func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		}
		j := &memory{}
		g, p, rests := walks(t, j, o,
			graph.Node[trail]{State: "A", Run: slow, Outcomes: outcomes{"ok": at(graph.End), "without": at("B")}, Catch: "without"},
			graph.Node[trail]{State: "B", Kind: graph.Effect, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}})
		if p.Status() != graph.Completed || rests != 1 {
			t.Fatalf("%v after %d rests", p.Status(), rests)
		}
		if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.without", "B.ok"}) {
			t.Errorf("trail = %v", got)
		}
	})
}

func TestWhatKeepsKillingWorkersIsGivenUp(t *testing.T) {
	t.Parallel()
	line := func(catch graph.Outcome) *graph.Graph[trail] {
		g, err := graph.New(definition(
			graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B"), "without": at("B")}, Catch: catch},
			graph.Node[trail]{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}}))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for catch, want := range map[graph.Outcome]graph.Status{"without": graph.Running, "": graph.Failed} {
		g := line(catch)
		run, err := g.Folded([]*runv1.Event{start()})
		if err != nil {
			t.Fatal(err)
		}
		ends, err := run.GiveUp("3 workers died", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if run, err = run.With(ends...); err != nil {
			t.Fatal(err)
		}
		p := run.Progress()
		if p.Status() != want {
			t.Errorf("with %q to catch it: %v; want %v", catch, p.Status(), want)
		}
		if want == graph.Failed && p.Failure.GetCode() != graph.CodeWorkersDied {
			t.Errorf("failure = %v", p.Failure)
		}
	}
}

func TestAFailedRunThatIsRetriedGoesOnWhereItFailed(t *testing.T) {
	t.Parallel()
	j := &memory{}
	firsts := 0
	first := func(context.Context, trail, graph.Step) (graph.Result, error) {
		firsts++
		return graph.Result{Outcome: "ok"}, nil
	}
	nodes := []graph.Node[trail]{
		{State: "A", Run: first, Outcomes: outcomes{"ok": at("B")}},
		{State: "B", Run: fails(3, errors.New("boom")), Outcomes: outcomes{"ok": at(graph.End)}},
	}
	_, p, err := walk(t, j, options(), nodes...)
	if err != nil || p.Status() != graph.Failed {
		t.Fatalf("walk: %v, %v", p.Status(), err)
	}
	retried := &runv1.Event{Sequence: p.Sequence + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{User: "me"}}}
	j.events = append(j.events, retried)
	g, p, err := walk(t, j, options(), nodes...)
	if err != nil || p.Status() != graph.Completed || p.Failure != nil {
		t.Fatalf("walked again: %v, %v, %v", p.Status(), p.Failure, err)
	}
	if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.ok", "B.ok"}) || firsts != 1 {
		t.Errorf("trail = %v, A ran %d times", got, firsts)
	}
	again := &runv1.Event{Sequence: p.Sequence + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
	if _, err := g.Fold(append(j.kept(), again)); !errors.Is(err, graph.ErrLog) {
		t.Errorf("a run that has not failed can be retried: %v", err)
	}
}

func TestACancelledRunWaitsForNobody(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, p, err := walk(t, j, options(), graph.Node[trail]{
		State: "A", Kind: graph.Wait, Outcomes: outcomes{"yes": at(graph.End)},
	})
	if err != nil || len(p.Waiting()) != 1 {
		t.Fatalf("walk: %v, %v", p.Waiting(), err)
	}
	cancelled := &runv1.Event{Sequence: p.Sequence + 1, Kind: &runv1.Event_Cancelled{Cancelled: &runv1.Cancelled{}}}
	r, err := g.Fold(append(j.kept(), cancelled))
	if err != nil || len(r.Waiting()) != 0 {
		t.Errorf("it waits for %v, %v", r.Waiting(), err)
	}
}

// Whoever hangs up after half a minute is away as long as one who is not there at all.
func TestHowLongSomebodyIsWaitedForIncludesTheAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := away(graph.Unreachable)
		o.Attempts, o.Now, o.Timeout = 3, time.Now, time.Hour
		o.Rest = func(int) time.Duration { return 10 * time.Second }
		o.Missing = func(error) (string, time.Time) { return "tool server mail", time.Time{} }
		begun, tries := time.Now(), 0
		hangs := func(context.Context, trail, graph.Step) (graph.Result, error) {
			tries++
			time.Sleep(25 * time.Second)
			return graph.Result{}, errAway
		}
		j := &memory{}
		for {
			_, p, err := walk(t, j, o, graph.Node[trail]{State: "A", Run: hangs, Outcomes: outcomes{"ok": at(graph.End)}})
			var yield *graph.Yield
			if errors.As(err, &yield) {
				if w := p.Outage; w.GetWaitsFor() != "tool server mail" || !w.GetSince().AsTime().Equal(begun) || int(w.GetAttempts()) != tries {
					t.Errorf("after %d tries it waits for %v", tries, w)
				}
				time.Sleep(yield.After)
				continue
			}
			if err != nil || p.Status() != graph.Failed || p.Failure.GetCode() != graph.CodeUnreachable {
				t.Fatalf("%v, %v", p.Status(), err)
			}
			break
		}
		// 25 and 10 and 25 and 10 seconds, and one more attempt.
		if took := time.Since(begun); tries != 3 || took != 95*time.Second {
			t.Errorf("it was waited for %s, in %d tries", took, tries)
		}
	})
}

func TestAStepOfWhichNoAttemptHadAnEffectIsKnownNotToBeDone(t *testing.T) {
	t.Parallel()
	none := graph.Effectless(errAway)
	for name, tt := range map[string]struct {
		errs      []error
		recovered []bool
		certain   bool
	}{
		"none has":          {[]error{none, none, none, none, none}, []bool{false, false, false, false, false}, true},
		"one may have":      {[]error{none, errAway, none, none, none}, []bool{false, false, true, true, true}, false},
		"the last may have": {[]error{none, none, none, none, errAway}, []bool{false, false, false, false, false}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := away(graph.Unreachable)
			o.OutageLimit, o.Rest = 80*time.Second, func(int) time.Duration { return 20 * time.Second }
			var recovered []bool
			run := func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
				recovered = append(recovered, s.Recovered)
				return graph.Result{}, tt.errs[len(recovered)-1]
			}
			j := &memory{}
			_, p, _ := walks(t, j, o, graph.Node[trail]{
				State: "A", Kind: graph.Effect, Run: run, Catch: "without", Outcomes: outcomes{"ok": at(graph.End), "without": at(graph.End)},
			})
			if p.Status() != graph.Completed || !slices.Equal(recovered, tt.recovered) {
				t.Errorf("%v; an attempt before may have had an effect: %v", p.Status(), recovered)
			}
			events := j.kept()
			i := slices.IndexFunc(events, func(e *runv1.Event) bool { return e.GetStepCompleted() != nil })
			if got := events[i].GetStepCompleted().GetEffectless(); got != tt.certain {
				t.Errorf("that it was not done is certain: %t", got)
			}
		})
	}
}
