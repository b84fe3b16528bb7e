package runner_test

import (
	"slices"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// sleeping is a mesh of runs that sleep twice, beside a question and a child.
func sleeping(t *testing.T, first time.Duration) *mesh {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	until := func(d time.Duration) func(trail, time.Time) time.Time {
		return func(_ trail, now time.Time) time.Time { return now.Add(d) }
	}
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "FORK",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail { return append(slices.Clip(s), string(c.State)) },
		Nodes: []graph.Node[trail]{
			{State: "FORK", Run: ok, Outcomes: to{"ok": {"FIRST", "ASK", "CALL"}}},
			{State: "FIRST", Kind: graph.Timer, Until: until(first), Outcomes: to{"over": {"SECOND"}}},
			{State: "SECOND", Kind: graph.Timer, Until: until(first), Outcomes: to{"over": {graph.End}}},
			{State: "ASK", Kind: graph.Wait, Outcomes: to{"yes": {graph.End}}},
			{
				State: "CALL", Kind: graph.Call, Outcomes: to{"done": {graph.End}},
				Start: func(trail, graph.Step) graph.Child { return graph.Child{Graph: "line", Input: wrapperspb.String("x")} },
				Ended: func(trail, *runv1.ChildEnded) graph.Outcome { return "done" },
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	m := newMesh(t, steps{}, 0)
	m.flow, m.others = g, append(m.others, line(t, 1, ok))
	return m
}

func TestTimersFireOnceBesideQuestionsAndChildren(t *testing.T) {
	t.Parallel()
	m := sleeping(t, 100*time.Millisecond)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	if err := n.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
		t.Fatal(err)
	}
	run, events := m.until(n, k, graph.Completed)
	if want := (trail{"ASK", "CALL", "FIRST", "FORK", "SECOND"}); !slices.Equal(slices.Sorted(slices.Values(run.Data)), want) {
		t.Errorf("trail = %v", run.Data)
	}
	fired := 0
	for _, e := range events {
		if e.GetTimerFired() != nil {
			fired++
		}
	}
	if fired != 2 {
		t.Errorf("%d timers have fired", fired)
	}
	m.untilIdle(n, k)
}

func TestASleepingRunHoldsNothingAndOutlivesItsWorker(t *testing.T) {
	t.Parallel()
	m := sleeping(t, 1500*time.Millisecond)
	first := m.node(true)
	k := m.start(first, "", "")
	m.until(first, k, graph.Waiting)
	if err := first.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
		t.Fatal(err)
	}
	m.until(first, k, graph.Sleeping)
	for {
		queued, err := first.log.Queued(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		if !queued {
			break
		}
	}
	first.stop()
	second := m.node(true)
	m.until(second, k, graph.Completed)
	m.untilIdle(second, k)
}

func TestACancelledRunSleepsNoMore(t *testing.T) {
	t.Parallel()
	m := sleeping(t, time.Hour)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	if err := n.Cancel(t.Context(), k, me, ""); err != nil {
		t.Fatal(err)
	}
	m.until(n, k, graph.Cancelled)
	m.untilIdle(n, k)
}
