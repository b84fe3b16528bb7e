package graph_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// signed is a graph that has somebody sign what it was given.
func signed(t *testing.T, ask func(string) graph.Ask, accept func(string, graph.Reply) error) *graph.Graph[string] {
	t.Helper()
	g, err := graph.New(graph.Definition[string]{
		Name: "signed", Version: 1, Start: "SIGN",
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			return in.(*wrapperspb.StringValue).GetValue(), nil
		},
		Apply: func(s string, _ graph.Change) string { return s },
		Nodes: []graph.Node[string]{{
			State: "SIGN", Kind: graph.Wait, Scope: auth.Approve, Ask: ask, Accept: accept,
			Outcomes: map[graph.Outcome][]graph.State{"yes": {graph.End}, "no": {graph.End}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// walked returns the log of a run of a graph once it waits or has ended.
func walked(t *testing.T, g *graph.Graph[string]) ([]*runv1.Event, graph.Status) {
	t.Helper()
	events := []*runv1.Event{{Sequence: 1, Time: timestamppb.Now(), Kind: &runv1.Event_Started{
		Started: &runv1.Started{RunId: "r", Graph: g.Name(), GraphVersion: g.Version(), Input: packed(t, wrapperspb.String("the deed"))},
	}}}
	j := &memory{}
	p, err := g.Resume(context.Background(), events, j, options())
	if err != nil {
		t.Fatal(err)
	}
	return append(events, j.kept()...), p.Status()
}

func sign(s string) graph.Ask {
	return graph.Ask{
		Text: "Sign " + s + "?", Explanation: "it needs two", Payload: wrapperspb.String(s), Users: []string{"ann", "bob"},
		Options: []graph.Option{{ID: "sign", Label: "Sign it", Outcome: "yes"}, {ID: "tear", Label: "Tear it up", Description: "for good", Outcome: "no"}},
	}
}

func TestAPauseTellsInTheLogAllThatItTakesToAnswerIt(t *testing.T) {
	t.Parallel()
	events, status := walked(t, signed(t, sign, nil))
	got := events[len(events)-1].GetInterrupted()
	want := &runv1.Interrupted{
		InterruptId: "i2", Branch: 1, State: "SIGN", Kind: commonv1.PauseKind_PAUSE_KIND_APPROVAL,
		Text: "Sign the deed?", Explanation: "it needs two", Payload: packed(t, wrapperspb.String("the deed")), Scope: "approve", Users: []string{"ann", "bob"},
		Options: []*commonv1.PauseOption{{Id: "sign", Label: "Sign it", Outcome: "yes"}, {Id: "tear", Label: "Tear it up", Description: "for good", Outcome: "no"}},
	}
	if status != graph.Waiting || !proto.Equal(got, want) {
		t.Errorf("kept as %v", got)
	}
}

func TestOnlyThoseWhoAreAskedAnswerAndTheGraphSaysWhy(t *testing.T) {
	t.Parallel()
	errClosed := errors.New("the office is closed")
	g := signed(t, sign, func(string, graph.Reply) error { return errClosed })
	events, _ := walked(t, g)
	yes := &runv1.Answered{InterruptId: "i2", Outcome: "yes"}
	by := func(user string, scopes ...auth.Scope) auth.Principal {
		return auth.Principal{Tenant: "local", User: user, Scopes: scopes}
	}
	run, err := g.Folded(events)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Accept(yes, by("ann", auth.Write), time.Now()); !isA[*graph.ScopeError](err) {
		t.Errorf("without the scope: %v", err)
	}
	if err := run.Accept(yes, by("eve", auth.Approve), time.Now()); !isA[*graph.UserError](err) {
		t.Errorf("by somebody else: %v", err)
	}
	if err := run.Accept(yes, by("bob", auth.Approve), time.Now()); !isA[*graph.AnswerError](err) || !errors.Is(err, errClosed) {
		t.Errorf("against the graph: %v", err)
	}
	careless, err := signed(t, sign, func(string, graph.Reply) error { panic("careless") }).Folded(events)
	if err != nil {
		t.Fatal(err)
	}
	if err := careless.Accept(yes, by("bob", auth.Approve), time.Now()); !isA[*graph.PanicError](err) {
		t.Errorf("by a graph that panics: %v", err)
	}
	// Nor does somebody else hear of a pause that is over.
	over := append(slices.Clone(events), &runv1.Event{Sequence: 3, Time: timestamppb.Now(), Kind: &runv1.Event_Answered{Answered: yes}})
	if err := g.Permit(over, "i2", by("eve", auth.Approve)); !isA[*graph.UserError](err) {
		t.Errorf("once it is over: %v", err)
	}
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// A pause that an earlier build has kept is asked again, of the run as it stood.
func TestAPauseWithoutWhatItAsksIsToldAndAnswered(t *testing.T) {
	t.Parallel()
	g := signed(t, sign, nil)
	events, _ := walked(t, g)
	pause := events[len(events)-1]
	full := pause.GetInterrupted()
	pause.Kind = &runv1.Event_Interrupted{Interrupted: &runv1.Interrupted{InterruptId: "i2", Branch: 1, State: "SIGN", Payload: full.GetPayload()}}
	run := g.Open()
	for _, e := range events {
		if err := run.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if got := run.Pause("i2"); !proto.Equal(got, full) {
		t.Errorf("told as %v", got)
	}
	if outcome, _, err := run.Read(run.Pause("i2"), graph.Said{Reply: &runv1.Reply{OptionId: "tear"}}); err != nil || outcome != "no" {
		t.Errorf("read as %v, %v", outcome, err)
	}
	if err := g.Permit(events, "i2", auth.Principal{User: "eve", Scopes: []auth.Scope{auth.Write}}); !isA[*graph.ScopeError](err) {
		t.Errorf("without the scope: %v", err)
	}
}

func TestAnOptionThatLeadsNowhereFailsTheRun(t *testing.T) {
	t.Parallel()
	events, status := walked(t, signed(t, func(string) graph.Ask {
		return graph.Ask{Options: []graph.Option{{ID: "keep", Outcome: "kept"}}}
	}, nil))
	if f := events[len(events)-1].GetFailed(); status != graph.Failed || f.GetState() != "SIGN" || !strings.Contains(f.GetReason(), "kept") {
		t.Errorf("the run is %v: %v", status, f)
	}
}

func packed(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	a, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
