package graph_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// forkable is A → B → C, where each produces an entry that names it.
func forkable(t *testing.T) (*graph.Graph[trail], []*runv1.Event) {
	t.Helper()
	makes := func(id string) graph.Handler[trail] {
		return func(context.Context, trail, graph.Step) (graph.Result, error) {
			return graph.Result{Outcome: "ok", Output: &commonv1.Entry{Id: id}}, nil
		}
	}
	j := &memory{}
	g, p, err := walk(t, j, options(),
		graph.Node[trail]{State: "A", Run: makes("a"), Outcomes: outcomes{"ok": at("B")}},
		graph.Node[trail]{State: "B", Kind: graph.Effect, Run: makes("b"), Outcomes: outcomes{"ok": at("C")}},
		graph.Node[trail]{State: "C", Run: makes("c"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	if err != nil || p.Status() != graph.Completed {
		t.Fatalf("walk: %v, %v", p.Status(), err)
	}
	return g, j.kept()
}

func TestARunIsForkedAtEachOfItsEvents(t *testing.T) {
	t.Parallel()
	g, events := forkable(t)
	whole := data(t, g, events)
	for n := int64(1); n <= int64(len(events)); n++ {
		forked, _, err := g.Fork(events, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		j := &memory{events: forked}
		if p, err := g.Resume(t.Context(), j.kept(), j, options()); err != nil || p.Status() != graph.Completed {
			t.Fatalf("the fork at event %d: %v", n, err)
		}
		if got := data(t, g, j.kept()); !slices.Equal(got, whole) {
			t.Errorf("the fork at event %d went %v, want %v", n, got, whole)
		}
	}
	for _, n := range []int64{-1, int64(len(events)) + 1} {
		if _, _, err := g.Fork(events, n, nil); !errors.Is(err, graph.ErrNoPoint) {
			t.Errorf("a fork at event %d: %v", n, err)
		}
	}
}

func TestAForkForgetsWhatHappenedToTheOtherRun(t *testing.T) {
	t.Parallel()
	g, events := forkable(t)
	b := slices.IndexFunc(events, func(e *runv1.Event) bool { return e.GetStepCompleted().GetState() == "B" })
	events = slices.Concat(events[:b], []*runv1.Event{
		{Kind: &runv1.Event_TakenOver{TakenOver: &runv1.TakenOver{Delivery: 2}}},
		{Kind: &runv1.Event_Failed{Failed: &runv1.Failed{Reason: "boom"}}},
		{Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}},
	})
	for i, e := range events {
		e.Sequence = int64(i + 1)
	}
	forked, _, err := g.Fork(events, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Fold(forked)
	if err != nil || r.Status() != graph.Running || r.Takeovers != 0 || r.Branches[0].Recovered {
		t.Errorf("the fork is %+v, %v", r, err)
	}
}

func TestAForkIsChangedByName(t *testing.T) {
	t.Parallel()
	g, events := forkable(t)
	in, err := anypb.New(&commonv1.Entry{Id: "in"})
	if err != nil {
		t.Fatal(err)
	}
	events[0].GetStarted().Input = in
	for name, tt := range map[string]struct{ value, want string }{
		"input.id":         {"other", ""},
		"A.id":             {"123", ""},
		"A.content_hash":   {`"quoted"`, ""},
		"A.correction":     {"true", ""},
		"A.tags":           {`["x","y"]`, ""},
		"A.source.path":    {"a.md", ""},
		"A.date":           {"", ""},
		"A":                {"x", "is not a field"},
		"Z.id":             {"x", "no step of state Z"},
		"A.nothing":        {"x", "has no field nothing"},
		"A.id.deeper":      {"x", "has no fields"},
		"A.correction ":    {"true", "has no field"},
		"B.correction":     {"seven", "not a valid value"},
		"A.source.nothing": {"x", "has no field nothing"},
	} {
		before := proto.CloneOf(events[0])
		_, _, err = g.Fork(events, 0, []graph.Override{{Name: name, Value: tt.value}})
		if tt.want == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if !proto.Equal(before, events[0]) {
			t.Errorf("%s changed the run that was forked", name)
		}
	}
	forked, _, err := g.Fork(events, 0, []graph.Override{{Name: "A.id", Value: "123"}, {Name: "A.tags", Value: `["x","y"]`}, {Name: "input.id", Value: "other"}})
	if err != nil {
		t.Fatal(err)
	}
	var entry commonv1.Entry
	for _, e := range forked {
		if e.GetStepCompleted().GetState() == "A" {
			if err := e.GetStepCompleted().GetOutput().UnmarshalTo(&entry); err != nil {
				t.Fatal(err)
			}
		}
	}
	if entry.GetId() != "123" || !slices.Equal(entry.GetTags(), []string{"x", "y"}) {
		t.Errorf("A produced %v", &entry)
	}
}
