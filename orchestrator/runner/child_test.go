package runner_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// calling is a graph that has another one, named child, do its work.
func calling(t *testing.T) *graph.Graph[trail] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "CALL",
		New: func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail {
			said, _ := c.Output.(*wrapperspb.StringValue)
			return append(slices.Clip(s), string(c.State)+"."+string(c.Outcome)+":"+said.GetValue())
		},
		Nodes: []graph.Node[trail]{
			{
				State: "CALL", Kind: graph.Call, Outcomes: to{"done": {"LAST"}, "not_done": {"LAST"}},
				Start: func(trail, graph.Step) graph.Child {
					return graph.Child{Graph: "child", Input: wrapperspb.String("work")}
				},
				Ended: func(_ trail, e *runv1.ChildEnded) graph.Outcome {
					if e.GetStatus() == graph.Completed.String() {
						return "done"
					}
					return "not_done"
				},
			},
			{State: "LAST", Run: ok, Outcomes: to{"ok": {graph.End}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// child is a graph of one step, which tells what it was given.
func child(t *testing.T, run graph.Handler[string]) *graph.Graph[string] {
	t.Helper()
	g, err := graph.New(graph.Definition[string]{
		Name: "child", Version: 1, Start: "WORK",
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			return in.(*wrapperspb.StringValue).GetValue(), nil
		},
		Apply:  func(s string, _ graph.Change) string { return s },
		Result: func(s string) proto.Message { return wrapperspb.String(s + " is done") },
		Nodes: []graph.Node[string]{
			{State: "WORK", Run: run, Outcomes: map[graph.Outcome][]graph.State{"ok": {graph.End}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func callMesh(t *testing.T, run graph.Handler[string]) *mesh {
	t.Helper()
	m := newMesh(t, steps{}, 0)
	m.flow, m.others = calling(t), append(m.others, child(t, run))
	return m
}

// status reads how a run stands from its log.
func (m *mesh) status(n *node, k runlog.Key) string {
	m.t.Helper()
	list, _, err := n.log.List(m.t.Context(), k.Tenant, "", 10, nil, func(s runlog.Summary) bool { return s.Key == k })
	if err != nil || len(list) != 1 {
		m.t.Fatalf("list: %v, %v", list, err)
	}
	return list[0].Status
}

func works(context.Context, string, graph.Step) (graph.Result, error) {
	return graph.Result{Outcome: "ok"}, nil
}

func TestARunWaitsForTheRunThatItStarts(t *testing.T) {
	t.Parallel()
	m := callMesh(t, works)
	n := m.node(true)
	run, _ := m.until(n, m.start(n, "", ""), graph.Completed)
	if want := (trail{"CALL.done:work is done", "LAST.ok:"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %q, want %q", run.Data, want)
	}
}

func TestTheRunThatARunStartsHasItsLabels(t *testing.T) {
	t.Parallel()
	m := callMesh(t, works)
	n := m.node(true)
	k, err := n.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "test", Input: wrapperspb.String("hello"),
		Labels: map[string]string{"customer": "acme"},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.until(n, k, graph.Completed)
	found, err := n.log.Search(t.Context(), "local", runlog.Query{
		Beginning: func(b runlog.Beginning) bool { return b.Labels["customer"] == "acme" },
	}, 10)
	child := func(s runlog.Summary) bool { return s.First.GetStarted().GetParentRunId() == k.Run }
	if err != nil || len(found.Runs) != 2 || !slices.ContainsFunc(found.Runs, child) {
		t.Errorf("of those labels are %v, %v", found, err)
	}
}

func TestARunHearsThatItsChildHasFailed(t *testing.T) {
	t.Parallel()
	m := callMesh(t, func(context.Context, string, graph.Step) (graph.Result, error) {
		return graph.Result{}, errors.New("boom")
	})
	n := m.node(true)
	run, events := m.until(n, m.start(n, "", ""), graph.Completed)
	if want := (trail{"CALL.not_done:", "LAST.ok:"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %q, want %q", run.Data, want)
	}
	for _, e := range events {
		if c := e.GetChildEnded(); c != nil && c.GetReason() != "boom" {
			t.Errorf("the parent was told %v", c)
		}
	}
}

func TestACancelledRunTakesItsChildWithIt(t *testing.T) {
	t.Parallel()
	reached, stopped := make(chan struct{}), make(chan struct{})
	m := callMesh(t, func(ctx context.Context, _ string, _ graph.Step) (graph.Result, error) {
		close(reached)
		<-ctx.Done()
		close(stopped)
		return graph.Result{}, ctx.Err()
	})
	n := m.node(true)
	k := m.start(n, "", "")
	<-reached
	run, _ := m.until(n, k, graph.Calling)
	if err := n.Cancel(t.Context(), k, me, "changed my mind"); err != nil {
		t.Fatal(err)
	}
	<-stopped
	c := runlog.Key{Tenant: k.Tenant, Run: run.Children()[0].GetRunId()}
	m.untilIdle(n, c)
	if s := m.status(n, c); s != graph.Cancelled.String() {
		t.Errorf("the child is %s", s)
	}
}

func TestARunHearsWhoHasCancelledItsChild(t *testing.T) {
	t.Parallel()
	for why, want := range map[string]string{"": "by me", "too risky": "by me: too risky"} {
		reached := make(chan struct{})
		m := callMesh(t, func(ctx context.Context, _ string, _ graph.Step) (graph.Result, error) {
			close(reached)
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		})
		n := m.node(true)
		k := m.start(n, "", "")
		<-reached
		run, _ := m.until(n, k, graph.Calling)
		by := auth.Principal{Tenant: k.Tenant, User: "me", Kind: auth.Person}
		if err := n.Cancel(t.Context(), runlog.Key{Tenant: k.Tenant, Run: run.Children()[0].GetRunId()}, by, why); err != nil {
			t.Fatal(err)
		}
		_, events := m.until(n, k, graph.Completed)
		heard := ""
		for _, e := range events {
			if c := e.GetChildEnded(); c != nil {
				heard = c.GetReason()
			}
		}
		if heard != want {
			t.Errorf("it heard %q, want %q", heard, want)
		}
	}
}

func TestAChildIsBegunOnceThoughItsParentsWorkerDied(t *testing.T) {
	t.Parallel()
	var ran atomic.Int32
	m := callMesh(t, func(context.Context, string, graph.Step) (graph.Result, error) {
		ran.Add(1)
		return graph.Result{Outcome: "ok"}, nil
	})
	idle := m.node(false)
	k := m.start(idle, "", "")
	// What a worker leaves that dies when it has named the child: no child yet.
	events, j, err := idle.log.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	o := graph.Options{
		Durability: graph.Pipelined, Attempts: 1, Timeout: time.Minute, Now: time.Now,
		Classify: classify, OutageLimit: time.Minute, Rest: func(int) time.Duration { return 0 },
		Start: func(context.Context, *runv1.ChildStarted) error { return errAway },
	}
	if _, err := m.flow.Resume(t.Context(), events, j, o); err == nil {
		t.Fatal("the walk did not break off")
	}
	run, _ := m.until(m.node(true), k, graph.Completed)
	if want := (trail{"CALL.done:work is done", "LAST.ok:"}); !slices.Equal(run.Data, want) || ran.Load() != 1 {
		t.Errorf("trail = %q, the child ran %d times", run.Data, ran.Load())
	}
}

func TestARunWhoseGraphNobodyServesStaysInTheQueue(t *testing.T) {
	t.Parallel()
	m := callMesh(t, works)
	m.serve = []string{"child@1", "test@2"}
	n := m.node(true)
	k := m.start(n, "", "")
	child, err := n.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "child", Input: wrapperspb.String("work"),
	})
	if err != nil {
		t.Fatal(err)
	}
	m.untilIdle(n, child) // it was behind the other in time
	if queued, err := n.log.Queued(t.Context(), k); err != nil || !queued {
		t.Fatalf("queued: %v, %v", queued, err)
	}
	m.serve = nil
	_, events := m.until(m.node(true), k, graph.Completed)
	for _, e := range events {
		if e.GetTakenOver() != nil || e.GetReleased() != nil {
			t.Errorf("it was handed out in vain: %v", e)
		}
	}
}
