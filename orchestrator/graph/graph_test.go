package graph_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// trail is the data of the test graphs: the states that were left, in order.
type trail []string

func follow(s trail, c graph.Change) trail {
	return append(s[:len(s):len(s)], string(c.State)+"."+string(c.Outcome))
}

// to returns a handler that leaves by a fixed outcome.
func to(o graph.Outcome) graph.Handler[trail] {
	return func(context.Context, trail, graph.Step) (graph.Result, error) { return graph.Result{Outcome: o}, nil }
}

func definition(nodes ...graph.Node[trail]) graph.Definition[trail] {
	return graph.Definition[trail]{
		Name: "test", Version: 3, Start: nodes[0].State, Nodes: nodes, Apply: follow,
		New: func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
	}
}

type outcomes = map[graph.Outcome][]graph.State

func at(s ...graph.State) []graph.State { return s }

func TestAGraphIsCheckedWhenItIsBuilt(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		nodes []graph.Node[trail]
		want  string // part of the error; "" is a good graph
	}{
		"a line to the end is fine": {
			nodes: []graph.Node[trail]{{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}}},
		},
		"an outcome to an unknown state": {
			nodes: []graph.Node[trail]{{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B")}}},
			want:  "leads to B, which is not declared",
		},
		"a state that nothing leads to": {
			nodes: []graph.Node[trail]{
				{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
				{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
			},
			want: "state B can't be reached",
		},
		"a state from which no end can be reached": {
			nodes: []graph.Node[trail]{
				{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("A")}, Caps: map[graph.Outcome]graph.Cap{"ok": {Most: 1, Else: "ok"}}},
			},
			want: "needs two different outcomes",
		},
		"a cycle without a cap": {
			nodes: []graph.Node[trail]{
				{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B"), "stop": at(graph.End)}},
				{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at("A")}},
			},
			want: "the cycle [A B A] passes no capped outcome",
		},
		"a cycle with a cap is fine": {
			nodes: []graph.Node[trail]{
				{
					State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B"), "stop": at(graph.End)},
					Caps: map[graph.Outcome]graph.Cap{"ok": {Most: 2, Else: "stop"}},
				},
				{State: "B", Run: to("ok"), Outcomes: outcomes{"ok": at("A")}},
			},
		},
		"a state declared twice": {
			nodes: []graph.Node[trail]{
				{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
				{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
			},
			want: "declared twice",
		},
		"a state without a handler": {
			nodes: []graph.Node[trail]{{State: "A", Outcomes: outcomes{"ok": at(graph.End)}}},
			want:  "they need one",
		},
		"a wait that expires to nowhere": {
			nodes: []graph.Node[trail]{{State: "A", Kind: graph.Wait, Expires: lasts(1), Outcomes: outcomes{"ok": at(graph.End)}}},
			want:  "a wait that expires needs an outcome",
		},
		"a scope that no answer needs": {
			nodes: []graph.Node[trail]{{State: "A", Kind: graph.Wait, Scope: auth.Operate, Outcomes: outcomes{"ok": at(graph.End)}}},
			want:  "the scope operate is none that an answer can need",
		},
		"a scope of a step": {
			nodes: []graph.Node[trail]{{State: "A", Run: to("ok"), Scope: auth.Approve, Outcomes: outcomes{"ok": at(graph.End)}}},
			want:  "the scope approve is none that an answer can need",
		},
		"an approval that forks take over": {
			nodes: []graph.Node[trail]{{State: "A", Kind: graph.Wait, Scope: auth.Approve, Fork: graph.Kept, Outcomes: outcomes{"ok": at(graph.End)}}},
			want:  "a fork takes over no approval",
		},
		"a barrier on an unknown state": {
			nodes: []graph.Node[trail]{{State: "A", Run: to("ok"), After: at("Z"), Outcomes: outcomes{"ok": at(graph.End)}}},
			want:  "waits for Z, which is not declared",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := graph.New(definition(tt.nodes...))
			switch {
			case tt.want == "" && err != nil:
				t.Fatalf("New: %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Fatalf("New: %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestAGraphPrintsItself(t *testing.T) {
	t.Parallel()
	g, err := graph.New(definition(
		graph.Node[trail]{
			State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("W"), "stop": at(graph.End)},
			Caps: map[graph.Outcome]graph.Cap{"ok": {Most: 2, Else: "stop"}},
		},
		graph.Node[trail]{State: "W", Kind: graph.Wait, Outcomes: outcomes{"go": at("A")}},
	))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[*] --> A", "A --> W: ok ≤2", "A --> [*]: stop", "W --> A: go", "note right of W"} {
		if got := g.Mermaid(); !strings.Contains(got, want) {
			t.Errorf("Mermaid lacks %q:\n%s", want, got)
		}
	}
	for _, want := range []string{`"A" -> "W" [label="ok ≤2"]`, `"W" [style="rounded,dashed"`} {
		if got := g.DOT(); !strings.Contains(got, want) {
			t.Errorf("DOT lacks %q:\n%s", want, got)
		}
	}
	if j, err := json.Marshal(g.Shape()); err != nil || !strings.Contains(string(j), `"kind":"wait"`) {
		t.Errorf("JSON = %s, %v", j, err)
	}
}
