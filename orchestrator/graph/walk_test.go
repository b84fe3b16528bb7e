package graph_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memory is a journal in memory. It can be made to refuse, and tells what was
// on "disk" whenever an effect began.
type memory struct {
	mu     sync.Mutex
	events []*runv1.Event
	most   int // records before the fence falls; 0 is no limit
	n      int
	gate   chan struct{} // when set, each append waits for a token
}

func (m *memory) Append(ctx context.Context, events []*runv1.Event, _ graph.Standing) error {
	if m.gate != nil {
		select {
		case <-m.gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.n++; m.most > 0 && m.n > m.most {
		return graph.ErrFenced
	}
	m.events = append(m.events, events...)
	return nil
}

// Since has nothing of others: who has refused has no word of them.
func (m *memory) Since(context.Context) ([]*runv1.Event, func(), error) { return nil, nil, nil }

func (m *memory) kept() []*runv1.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.events)
}

func start() *runv1.Event {
	return &runv1.Event{Sequence: 1, Time: timestamppb.Now(), Kind: &runv1.Event_Started{
		Started: &runv1.Started{RunId: "r", Graph: "test", GraphVersion: 3},
	}}
}

func options() graph.Options {
	return graph.Options{
		Durability: graph.Pipelined,
		Attempts:   3,
		Timeout:    time.Minute,
		Backoff:    func(int) time.Duration { return 0 },
		Classify:   func(error) graph.Class { return graph.Transient },
		Rest:       func(int) time.Duration { return time.Minute },
		Now:        time.Now,
		Meter: func(ctx context.Context, _ graph.Step) (context.Context, func() []*commonv1.ModelUsage) {
			return usage.Meter(ctx)
		},
	}
}

// walk builds a graph and walks a new run of it.
func walk(t *testing.T, j *memory, o graph.Options, nodes ...graph.Node[trail]) (*graph.Graph[trail], *graph.Progress, error) {
	t.Helper()
	g, err := graph.New(definition(nodes...))
	if err != nil {
		t.Fatal(err)
	}
	if len(j.events) == 0 {
		j.events = []*runv1.Event{start()}
	}
	p, err := g.Resume(t.Context(), j.kept(), j, o)
	return g, p, err
}

// data folds what is kept.
func data(t *testing.T, g *graph.Graph[trail], events []*runv1.Event) trail {
	t.Helper()
	r, err := g.Fold(events)
	if err != nil {
		t.Fatal(err)
	}
	return r.Data
}

func TestARunWalksToItsEndInEveryDurability(t *testing.T) {
	t.Parallel()
	for _, d := range []graph.Durability{graph.Strict, graph.Pipelined, graph.Relaxed} {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			j, o := &memory{}, options()
			o.Durability = d
			g, p, err := walk(t, j, o,
				graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B")}},
				graph.Node[trail]{State: "B", Kind: graph.Effect, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
			)
			if err != nil || p.Status() != graph.Completed {
				t.Fatalf("walk: %v, %v", p, err)
			}
			if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.ok", "B.ok"}) {
				t.Errorf("trail = %v", got)
			}
		})
	}
}

func TestPureStepsFlowOnWhileTheirEventsAreOnTheirWay(t *testing.T) {
	t.Parallel()
	j := &memory{gate: make(chan struct{})}
	inLast := make(chan struct{})
	last := func(context.Context, trail, graph.Step) (graph.Result, error) {
		close(inLast)
		return graph.Result{Outcome: "ok"}, nil
	}
	done := make(chan error, 1)
	go func() {
		_, _, err := walk(t, j, options(),
			graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B")}},
			graph.Node[trail]{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at("C")}},
			graph.Node[trail]{State: "C", Run: last, Outcomes: outcomes{"ok": at(graph.End)}},
		)
		done <- err
	}()
	<-inLast // reached though nothing has landed
	if n := len(j.kept()); n != 1 {
		t.Errorf("%d events were kept before any append was let through", n)
	}
	close(j.gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := len(j.kept()); n != 5 {
		t.Errorf("%d events were kept, want 5", n)
	}
}

func TestAnEffectStartsOnlyWhenEverythingBeforeItIsKept(t *testing.T) {
	t.Parallel()
	j := &memory{}
	var before []*runv1.Event
	effect := func(context.Context, trail, graph.Step) (graph.Result, error) {
		before = j.kept()
		return graph.Result{Outcome: "ok"}, nil
	}
	_, _, err := walk(t, j, options(),
		graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B")}},
		graph.Node[trail]{State: "B", Kind: graph.Effect, Run: effect, Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if len(before) != 3 || before[1].GetStepCompleted().GetState() != "A" || before[2].GetStepStarted().GetState() != "B" {
		t.Errorf("kept before the effect: %v", before)
	}
}

func TestALoopEndsAtItsCap(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, p, err := walk(t, j, options(),
		graph.Node[trail]{
			State: "A", Run: to("again"), Outcomes: outcomes{"again": at("A"), "stop": at(graph.End)},
			Caps: map[graph.Outcome]graph.Cap{"again": {Most: 2, Else: "stop"}},
		},
	)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p, err)
	}
	if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.again", "A.again", "A.stop"}) {
		t.Errorf("trail = %v", got)
	}
}

func TestBranchesRunSideBySideAndABarrierHoldsOneBack(t *testing.T) {
	t.Parallel()
	j := &memory{}
	var order []string
	var mu sync.Mutex
	note := func(name string) graph.Handler[trail] {
		return func(context.Context, trail, graph.Step) (graph.Result, error) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, name)
			return graph.Result{Outcome: "ok"}, nil
		}
	}
	_, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("READ", "WRITE")}},
		graph.Node[trail]{State: "READ", Run: note("read"), After: at("STORED"), Outcomes: outcomes{"ok": at(graph.End)}},
		graph.Node[trail]{State: "WRITE", Run: note("write"), Outcomes: outcomes{"ok": at("STORED")}},
		graph.Node[trail]{State: "STORED", Run: note("stored"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p, err)
	}
	if !slices.Equal(order, []string{"write", "stored", "read"}) {
		t.Errorf("order = %v", order)
	}
}

// Else whoever watches the run would wait for it, while it waits for them.
func TestARunWaitsWhereTheRestIsHeldBackByTheBranchThatWaits(t *testing.T) {
	t.Parallel()
	_, p, err := walk(t, &memory{}, options(),
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("READ", "ASK")}},
		graph.Node[trail]{State: "READ", Run: to("ok"), After: at("STORED"), Outcomes: outcomes{"ok": at(graph.End)}},
		graph.Node[trail]{State: "ASK", Kind: graph.Wait, Expires: lasts(time.Hour), Expired: "ok", Outcomes: outcomes{"ok": at("STORED")}},
		graph.Node[trail]{State: "STORED", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil || p.Status() != graph.Waiting || len(p.Waiting()) != 1 {
		t.Fatalf("walk: %+v, %v, want one that waits", p, err)
	}
}

func TestAStepIsTriedAgainAndThenFailsTheRun(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	tests := map[string]struct {
		fails int
		class graph.Class
		want  graph.Status
		tries int
	}{
		"a step that heals is kept with its attempts": {fails: 2, want: graph.Completed, tries: 3},
		"a step that does not heal fails the run":     {fails: 9, want: graph.Failed, tries: 3},
		"what can't heal is not tried again":          {fails: 9, class: graph.Refused, want: graph.Failed, tries: 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tries := 0
			run := func(context.Context, trail, graph.Step) (graph.Result, error) {
				if tries++; tries <= tt.fails {
					return graph.Result{}, boom
				}
				return graph.Result{Outcome: "ok"}, nil
			}
			j, o := &memory{}, options()
			o.Classify = func(error) graph.Class { return tt.class }
			_, p, err := walk(t, j, o, graph.Node[trail]{State: "A", Run: run, Outcomes: outcomes{"ok": at(graph.End)}})
			if err != nil || p.Status() != tt.want || tries != tt.tries {
				t.Fatalf("status %v after %d tries, %v; want %v after %d", p.Status(), tries, err, tt.want, tt.tries)
			}
			if tt.want == graph.Failed && (p.Failure.GetState() != "A" || !strings.Contains(p.Failure.GetReason(), "boom")) {
				t.Errorf("failure = %v", p.Failure)
			}
		})
	}
}

func TestWhatModelsCostIsKeptForAllAttemptsAndAlsoOfStepsThatFail(t *testing.T) {
	t.Parallel()
	asks := func(agent string, fails int) graph.Handler[trail] {
		tries := 0
		return func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
			usage.Tell(ctx, &commonv1.ModelUsage{Agent: agent, Calls: 1, InputTokens: 10})
			if tries++; tries <= fails {
				return graph.Result{}, errors.New("boom")
			}
			return graph.Result{Outcome: "ok"}, nil
		}
	}
	j := &memory{}
	_, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "A", Run: asks("router", 2), Outcomes: outcomes{"ok": at("FORK")}},
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("BAD", "WORSE")}},
		graph.Node[trail]{State: "BAD", Run: asks("planner", 9), Outcomes: outcomes{"ok": at(graph.End)}},
		graph.Node[trail]{State: "WORSE", Run: asks("parser", 9), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := j.kept()[1].GetStepCompleted().GetUsage(); len(got) != 1 || got[0].GetCalls() != 3 || got[0].GetInputTokens() != 30 {
		t.Errorf("of the step that healed, %v is kept", got)
	}
	if got := usage.Sum(p.Failure.GetUsage()); len(got) != 2 || got[0].GetAgent() != "parser" || got[0].GetCalls() != 3 || got[1].GetCalls() != 3 {
		t.Errorf("of the steps that failed, %v is kept", got)
	}
}

func TestAStepThatWaitsForSomebodySlowGetsTheTimeAndSoDoesItsRun(t *testing.T) {
	t.Parallel()
	takes := func(d time.Duration) graph.Handler[trail] {
		return func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
			select {
			case <-ctx.Done():
				return graph.Result{}, ctx.Err()
			case <-time.After(d):
				return graph.Result{Outcome: "ok"}, nil
			}
		}
	}
	for name, c := range map[string]struct {
		slow, quick time.Duration
		want        graph.Status
		code        string
		after       time.Duration
	}{
		"both keep their time":                {slow: 9 * time.Second, quick: time.Second, want: graph.Completed, after: 10 * time.Second},
		"the slow one takes more than it may": {slow: time.Hour, want: graph.Failed, code: graph.CodeStepFailed, after: 12 * time.Second},
		"the quick one has no patience":       {quick: time.Hour, want: graph.Failed, code: graph.CodeStepFailed, after: 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := options()
				o.Attempts, o.Timeout, o.WallTime = 1, 2*time.Second, 3*time.Second
				start := time.Now()
				_, p, err := walk(t, &memory{}, o,
					graph.Node[trail]{State: "SLOW", Run: takes(c.slow), Patience: 10 * time.Second, Outcomes: outcomes{"ok": at("QUICK")}},
					graph.Node[trail]{State: "QUICK", Run: takes(c.quick), Outcomes: outcomes{"ok": at(graph.End)}},
				)
				if err != nil || p.Status() != c.want || p.Failure.GetCode() != c.code || time.Since(start) != c.after {
					t.Errorf("%v after %s, failure %v, error %v", p.Status(), time.Since(start), p.Failure, err)
				}
			})
		})
	}
}

func TestARunsTimeEndsAtItsWall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen time.Duration
		stuck := func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
			end, _ := ctx.Deadline()
			seen = time.Until(end)
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		}
		o := options()
		o.WallTime = 3 * time.Second
		_, p, err := walk(t, &memory{}, o, graph.Node[trail]{State: "A", Run: stuck, Patience: 5 * time.Second, Outcomes: outcomes{"ok": at(graph.End)}})
		if err != nil || p.Failure.GetCode() != graph.CodeTimeLimit || p.Failure.GetReason() != "the run took longer than 8s" {
			t.Errorf("failure %v, error %v", p.Failure, err)
		}
		if seen != 8*time.Second {
			t.Errorf("the step saw that it has %s", seen)
		}
	})
}

func TestOneBranchThatFailsDoesNotStopTheOther(t *testing.T) {
	t.Parallel()
	j := &memory{}
	fail := func(context.Context, trail, graph.Step) (graph.Result, error) {
		return graph.Result{}, errors.New("boom")
	}
	g, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "FORK", Run: to("both"), Outcomes: outcomes{"both": at("BAD", "GOOD")}},
		graph.Node[trail]{State: "BAD", Run: fail, Outcomes: outcomes{"ok": at(graph.End)}},
		graph.Node[trail]{State: "GOOD", Run: to("ok"), Outcomes: outcomes{"ok": at("KEEP")}},
		graph.Node[trail]{State: "KEEP", Kind: graph.Effect, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil || p.Status() != graph.Failed {
		t.Fatalf("walk: %v, %v", p, err)
	}
	if got := data(t, g, j.kept()); !slices.Contains(got, "KEEP.ok") {
		t.Errorf("trail = %v, want KEEP in it", got)
	}
}

func TestAPanicFailsTheStepAndNotTheWorker(t *testing.T) {
	t.Parallel()
	run := func(context.Context, trail, graph.Step) (graph.Result, error) { panic("at the disco") }
	o := options()
	o.Attempts = 1
	_, p, err := walk(t, &memory{}, o, graph.Node[trail]{State: "A", Run: run, Outcomes: outcomes{"ok": at(graph.End)}})
	if err != nil || p.Status() != graph.Failed || !strings.Contains(p.Failure.GetReason(), "at the disco") {
		t.Fatalf("walk: %v, %v", p.Failure, err)
	}
}

func TestAWorkerThatLosesTheFenceStopsAtOnce(t *testing.T) {
	t.Parallel()
	ran := 0
	count := func(context.Context, trail, graph.Step) (graph.Result, error) {
		ran++
		return graph.Result{Outcome: "ok"}, nil
	}
	o := options()
	o.Durability = graph.Strict
	_, _, err := walk(t, &memory{most: 1}, o,
		graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B")}},
		graph.Node[trail]{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at("C")}},
		graph.Node[trail]{State: "C", Run: count, Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if !errors.Is(err, graph.ErrFenced) || ran != 0 {
		t.Fatalf("walk: %v, C ran %d times", err, ran)
	}
}

// lasts is how long a wait lasts whatever the run has come to.
func lasts(d time.Duration) func(trail) time.Duration {
	return func(trail) time.Duration { return d }
}

// waiting is a graph that asks and then goes one of three ways.
func waiting(expires time.Duration) []graph.Node[trail] {
	return []graph.Node[trail]{
		{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("W")}},
		{
			State: "W", Kind: graph.Wait, Expires: lasts(expires), Expired: "expired",
			Outcomes: outcomes{"yes": at("B"), "expired": at(graph.End)},
		},
		{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	}
}

func TestARunPausesAndGoesOnWhenItIsAnswered(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, p, err := walk(t, j, options(), waiting(time.Hour)...)
	if err != nil || p.Status() != graph.Waiting || len(p.Waiting()) != 1 {
		t.Fatalf("walk: %v, %v", p, err)
	}
	j.events = append(j.events, &runv1.Event{
		Sequence: p.Sequence + 1, Time: timestamppb.Now(),
		Kind: &runv1.Event_Answered{Answered: &runv1.Answered{InterruptId: p.Waiting()[0].GetInterruptId(), Outcome: "yes"}},
	})
	p, err = g.Resume(t.Context(), j.kept(), j, options())
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("resume: %v, %v", p, err)
	}
	if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.ok", "W.yes", "B.ok"}) {
		t.Errorf("trail = %v", got)
	}
}

func TestAWaitThatNobodyAnswersExpires(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, p, err := walk(t, j, options(), waiting(time.Hour)...)
	if err != nil || p.Status() != graph.Waiting {
		t.Fatalf("walk: %v, %v", p, err)
	}
	later := options()
	later.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	p, err = g.Resume(t.Context(), j.kept(), j, later)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("resume: %v, %v", p, err)
	}
	if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.ok", "W.expired"}) {
		t.Errorf("trail = %v", got)
	}
}

func TestAResumeNeverRunsAFinishedStepAgain(t *testing.T) {
	t.Parallel()
	// Whatever prefix of the log survives a crash, resuming it gives the same
	// trail, and no step that the prefix holds runs a second time.
	ran := map[string]int{}
	var mu sync.Mutex
	count := func(name string) graph.Handler[trail] {
		return func(context.Context, trail, graph.Step) (graph.Result, error) {
			mu.Lock()
			defer mu.Unlock()
			ran[name]++
			return graph.Result{Outcome: "ok"}, nil
		}
	}
	nodes := []graph.Node[trail]{
		{State: "A", Run: count("A"), Outcomes: outcomes{"ok": at("B")}},
		{State: "B", Kind: graph.Effect, Run: count("B"), Outcomes: outcomes{"ok": at("C")}},
		{State: "C", Run: count("C"), Outcomes: outcomes{"ok": at(graph.End)}},
	}
	whole := &memory{}
	g, _, err := walk(t, whole, options(), nodes...)
	if err != nil {
		t.Fatal(err)
	}
	all := whole.kept()
	for n := 1; n <= len(all); n++ {
		clear(ran)
		done := data(t, g, all[:n])
		j := &memory{events: slices.Clone(all[:n])}
		if _, err := g.Resume(t.Context(), j.kept(), j, options()); err != nil {
			t.Fatalf("resume after %d events: %v", n, err)
		}
		if got := data(t, g, j.kept()); !slices.Equal(got, trail{"A.ok", "B.ok", "C.ok"}) {
			t.Errorf("after %d events: trail = %v", n, got)
		}
		for _, step := range done {
			if ran[strings.TrimSuffix(step, ".ok")] > 0 {
				t.Errorf("after %d events: %s ran again", n, step)
			}
		}
	}
}

func TestALogThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	j := &memory{}
	g, _, err := walk(t, j, options(), graph.Node[trail]{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}})
	if err != nil {
		t.Fatal(err)
	}
	all := j.kept()
	other := start()
	other.GetStarted().GraphVersion = 4
	tests := map[string][]*runv1.Event{
		"a gap":                       {all[0], all[2]},
		"no start":                    {{Sequence: 1, Kind: all[1].Kind}},
		"two starts":                  {all[0], {Sequence: 2, Kind: all[0].Kind}},
		"something after the end":     append(slices.Clone(all), &runv1.Event{Sequence: 4, Kind: all[1].Kind}),
		"another version":             {other},
		"a kind that nobody knows":    {all[0], {Sequence: 2}},
		"an answer to no question":    {all[0], {Sequence: 2, Kind: &runv1.Event_Answered{Answered: &runv1.Answered{InterruptId: "i"}}}},
		"an outcome it does not have": {all[0], {Sequence: 2, Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{Branch: 1, State: "A", Outcome: "odd"}}}},
	}
	for name, events := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := g.Fold(events); !errors.Is(err, graph.ErrLog) {
				t.Errorf("Fold: %v, want ErrLog", err)
			}
		})
	}
}
