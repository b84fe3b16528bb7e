package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// manyChildren is a mesh whose runs have many others do their work, four side by side.
func manyChildren(t *testing.T, n int, run graph.Handler[trail]) *mesh {
	t.Helper()
	m := newMesh(t, steps{}, 0)
	m.flow, m.others = fanOfCalls(t, n, 4), append(m.others, line(t, 1, run))
	return m
}

// endsOf counts how the children of a run have ended, and checks that each was begun once.
func endsOf(t *testing.T, events []*runv1.Event) (ends int) {
	t.Helper()
	begun := map[string]bool{}
	for _, e := range events {
		if id := e.GetChildStarted().GetRunId(); id != "" {
			if begun[id] {
				t.Errorf("child %s was named twice", id)
			}
			begun[id] = true
		}
		if c := e.GetChildEnded(); c != nil {
			ends++
			if c.GetStatus() != graph.Completed.String() {
				t.Errorf("child %s ended %s", c.GetRunId(), c.GetStatus())
			}
		}
	}
	return ends
}

func TestRunsThatWaitForOthersLeaveThemRoom(t *testing.T) {
	t.Parallel()
	for _, active := range []int{1, 2} {
		t.Run(fmt.Sprint(active), func(t *testing.T) {
			t.Parallel()
			m := manyChildren(t, 12, ok)
			m.workers, m.active = 1, active
			n := m.node(true)
			ks := []runlog.Key{m.start(n, "", ""), m.start(n, "", ""), m.start(n, "", "")}
			for _, k := range ks {
				_, events := m.until(n, k, graph.Completed)
				if ends := endsOf(t, events); ends != 12 {
					t.Errorf("%d children have ended", ends)
				}
				m.untilIdle(n, k)
			}
		})
	}
}

func TestRunsThatWaitForRunsThatWaitLeaveThemRoom(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	m.active = 1
	nested := func(name, of string) *graph.Graph[trail] {
		g, err := graph.New(graph.Definition[trail]{
			Name: name, Version: 1, Start: "CALL",
			New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
			Apply: func(s trail, c graph.Change) trail { return append(slices.Clip(s), string(c.Outcome)) },
			Nodes: []graph.Node[trail]{{
				State: "CALL", Kind: graph.Call, Outcomes: map[graph.Outcome][]graph.State{"completed": {graph.End}},
				Start: func(trail, graph.Step) graph.Child { return graph.Child{Graph: of, Input: wrapperspb.String("x")} },
				Ended: func(_ trail, e *runv1.ChildEnded) graph.Outcome { return graph.Outcome(e.GetStatus()) },
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	m.flow = nested("test", "a")
	m.others = append(m.others, nested("a", "b"), nested("b", "c"), nested("c", "line"), line(t, 1, ok))
	n := m.node(true)
	for range 3 {
		k := m.start(n, "", "")
		m.until(n, k, graph.Completed)
		m.untilIdle(n, k)
	}
}

func TestChildrenThatEndWhileNobodyHasTheirParentAreTakenIn(t *testing.T) {
	t.Parallel()
	var ran atomic.Int32
	var begun sync.WaitGroup
	begun.Add(3) // a quarter of the room is for urgent runs
	first, others := make(chan struct{}), make(chan struct{})
	m := manyChildren(t, 6, func(ctx context.Context, _ trail, s graph.Step) (graph.Result, error) {
		gate := others
		if ran.Add(1) <= 3 {
			begun.Done()
			gate = first
		}
		select {
		case <-gate:
			return graph.Result{Outcome: "ok"}, nil
		case <-ctx.Done():
			return graph.Result{}, ctx.Err()
		}
	})
	close(others)
	m.serve = []string{"test"}
	parents := m.node(true)
	m.serve = []string{"line"}
	children := m.node(true)
	k := m.start(parents, "", "")
	begun.Wait()
	parents.nc.Close() // it dies, and says no word
	close(first)
	m.serve = nil
	_, events := m.until(m.node(true), k, graph.Completed)
	if ends := endsOf(t, events); ends != 6 || ran.Load() != 6 {
		t.Errorf("%d children have ended, and began %d times", ends, ran.Load())
	}
	for _, e := range events {
		if e.GetTakenOver() != nil {
			t.Error("the death of a worker that waited counts as one at work")
		}
	}
	m.untilIdle(children, k)
}

func TestChildrenOfAnotherProcessAreHeardOf(t *testing.T) {
	t.Parallel()
	m := manyChildren(t, 20, ok)
	m.serve = []string{"test"}
	parents := m.node(true)
	m.serve = []string{"line"}
	m.node(true)
	k := m.start(parents, "", "")
	_, events := m.until(parents, k, graph.Completed)
	if ends := endsOf(t, events); ends != 20 {
		t.Errorf("%d children have ended", ends)
	}
	m.untilIdle(parents, k)
}

func TestARetriedRunBeginsTheChildAnewThatItsFailureHasCancelled(t *testing.T) {
	t.Parallel()
	var children, fails atomic.Int32
	reached := make(chan struct{})
	type to = map[graph.Outcome][]graph.State
	m := newMesh(t, steps{}, 0)
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "FORK",
		New: func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail {
			return append(slices.Clip(s), string(c.State)+"."+string(c.Outcome))
		},
		Nodes: []graph.Node[trail]{
			{State: "FORK", Run: ok, Outcomes: to{"ok": {"CALL", "STEP"}}},
			{
				State: "CALL", Kind: graph.Call, Outcomes: to{"completed": {graph.End}, "cancelled": {graph.End}},
				Start: func(trail, graph.Step) graph.Child { return graph.Child{Graph: "child", Input: wrapperspb.String("x")} },
				Ended: func(_ trail, e *runv1.ChildEnded) graph.Outcome { return graph.Outcome(e.GetStatus()) },
			},
			{State: "STEP", Outcomes: to{"ok": {graph.End}}, Run: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
				select {
				case <-reached: // the child is at work
				case <-ctx.Done():
				}
				if fails.Add(1) <= 2 {
					return graph.Result{}, errors.New("boom")
				}
				return graph.Result{Outcome: "ok"}, nil
			}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.flow, m.others = g, append(m.others, child(t, func(ctx context.Context, _ string, _ graph.Step) (graph.Result, error) {
		if children.Add(1) == 1 {
			close(reached)
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		}
		return graph.Result{Outcome: "ok"}, nil
	}))
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Failed)
	if err := n.Retry(t.Context(), k, me); err != nil {
		t.Fatal(err)
	}
	var events []*runv1.Event
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := n.log.Watch(ctx, k, 1, func(s runlog.Seen) error {
		if s.Event != nil {
			events = append(events, s.Event)
		}
		if s.Event.GetCompleted() != nil {
			return runlog.Stop()
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p, err := g.Fold(events)
	if err != nil {
		t.Fatal(err)
	}
	m.untilIdle(n, k)
	if want := (trail{"CALL.completed", "FORK.ok", "STEP.ok"}); !slices.Equal(slices.Sorted(slices.Values(p.Data)), want) {
		t.Errorf("trail = %v", p.Data)
	}
	if ends := endsOf(t, events); ends != 1 || children.Load() != 2 {
		t.Errorf("%d ends, of a child that began %d times", ends, children.Load())
	}
}
