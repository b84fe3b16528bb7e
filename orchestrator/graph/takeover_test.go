package graph_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// approved is a run that made a proposal in A, was asked a question in Q, had the proposal
// approved in W and carried it out in P.
func approved(t *testing.T, harmless bool, proposal graph.Takeover) (*graph.Graph[trail], []*runv1.Event) {
	t.Helper()
	proposes := func(context.Context, trail, graph.Step) (graph.Result, error) {
		return graph.Result{Outcome: "ok", Output: &commonv1.Entry{Id: "a"}}, nil
	}
	j := &memory{}
	g, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "A", Run: proposes, Fork: proposal, Outcomes: outcomes{"ok": at("E")}},
		graph.Node[trail]{State: "E", Kind: graph.Effect, Harmless: true, Run: to("ok"), Outcomes: outcomes{"ok": at("F")}},
		graph.Node[trail]{State: "F", Kind: graph.Effect, Harmless: true, Run: to("ok"), Outcomes: outcomes{"ok": at("Q")}},
		graph.Node[trail]{State: "Q", Kind: graph.Wait, Outcomes: outcomes{"yes": at("W")}},
		graph.Node[trail]{State: "W", Kind: graph.Wait, Scope: auth.Approve, Outcomes: outcomes{"yes": at("P")}},
		graph.Node[trail]{State: "P", Kind: graph.Effect, Harmless: harmless, Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	for range 2 {
		if err != nil || len(p.Waiting()) != 1 {
			t.Fatalf("walk: %v, %v", p, err)
		}
		j.events = append(j.events, &runv1.Event{
			Sequence: p.Sequence + 1, Time: timestamppb.Now(),
			Kind: &runv1.Event_Answered{Answered: &runv1.Answered{InterruptId: p.Waiting()[0].GetInterruptId(), Outcome: "yes", User: "ann"}},
		})
		p, err = g.Resume(t.Context(), j.kept(), j, options())
	}
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p, err)
	}
	return g, j.kept()
}

// approval returns the pause at W and the sequence of its answer.
func approval(t *testing.T, events []*runv1.Event) (pause string, given int64) {
	t.Helper()
	for _, e := range events {
		if i := e.GetInterrupted(); i.GetState() == "W" {
			pause = i.GetInterruptId()
		}
		if a := e.GetAnswered(); a != nil && a.GetInterruptId() == pause {
			given = e.GetSequence()
		}
	}
	return pause, given
}

// asksAgain walks a fork, and fails unless it waits for the approval that it was not given.
func asksAgain(t *testing.T, g *graph.Graph[trail], forked []*runv1.Event) {
	t.Helper()
	j := &memory{events: forked}
	p, err := g.Resume(t.Context(), j.kept(), j, options())
	if err != nil || len(p.Waiting()) != 1 || p.Waiting()[0].GetState() != "W" {
		t.Fatalf("the fork is %v, %v", p, err)
	}
	answered, pauses := 0, map[string]bool{}
	for _, e := range j.kept() {
		if e.GetAnswered() != nil {
			answered++
		}
		if i := e.GetInterrupted(); i != nil {
			if pauses[i.GetInterruptId()] {
				t.Errorf("two pauses are named %s", i.GetInterruptId())
			}
			pauses[i.GetInterruptId()] = true
		}
	}
	if answered != 1 || len(pauses) != 2 {
		t.Errorf("the fork has %d answers and the pauses %v, want that to the question alone", answered, pauses)
	}
}

func TestAForkOfWhatMayBeDoneAgainAsksForItsApprovalAgain(t *testing.T) {
	t.Parallel()
	g, events := approved(t, true, graph.ByKind)
	_, given := approval(t, events)
	for at := given - 2; at <= int64(len(events)); at++ {
		forked, last, err := g.Fork(events, at, nil)
		if err != nil || last != min(at, given-1) {
			t.Fatalf("the fork at event %d takes over %d: %v", at, last, err)
		}
		asksAgain(t, g, forked)
	}
}

func TestAForkOfWhatMayNotBeDoneAgainBeginsBeforeItsApproval(t *testing.T) {
	t.Parallel()
	g, events := approved(t, false, graph.ByKind)
	pause, given := approval(t, events)
	for at := given; at <= int64(len(events))+1; at++ {
		_, _, err := g.Fork(events, at%int64(len(events)+1), nil) // 0 is the last, too
		barred, ok := errors.AsType[*graph.ForkError](err)
		if !ok || barred.State != "W" || barred.Interrupt != pause || barred.Last != given-1 || !strings.Contains(err.Error(), pause) {
			t.Errorf("a fork at event %d: %v", at, err)
		}
	}
	for _, at := range []int64{given - 1, given - 2} {
		forked, _, err := g.Fork(events, at, []graph.Override{{Name: "A.id", Value: "other"}})
		if err != nil {
			t.Fatal(err)
		}
		asksAgain(t, g, forked)
	}
}

func TestAForkChangesNothingThatItsGraphKeeps(t *testing.T) {
	t.Parallel()
	g, events := approved(t, false, graph.Kept)
	_, given := approval(t, events)
	_, _, err := g.Fork(events, given-1, []graph.Override{{Name: "A.id", Value: "other"}})
	if change, ok := errors.AsType[*graph.ChangeError](err); !ok || !strings.Contains(err.Error(), "A") || change.Index != 0 {
		t.Errorf("a change: %v", err)
	}
	forked, _, err := g.Fork(events, given-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	asksAgain(t, g, forked)
}

// What was approved for a run is carried out by those that it starts.
func TestARunThatDoesAPartOfAnotherIsForkedOnlyIfItMayBeDoneAgain(t *testing.T) {
	t.Parallel()
	for _, harmless := range []bool{true, false} {
		g, events := approved(t, harmless, graph.ByKind)
		events[0].GetStarted().ParentRunId = "parent"
		_, _, err := g.Fork(events, 1, nil)
		barred, ok := errors.AsType[*graph.ForkError](err)
		if ok == harmless || ok && barred.Parent != "parent" || !ok && err != nil {
			t.Errorf("harmless is %v: %v", harmless, err)
		}
	}
}
