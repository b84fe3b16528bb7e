package graph_test

import (
	"context"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// thinking is a graph that asks a model as long as its budget lasts, and then a person
// whether to go on.
func thinking(t *testing.T) *graph.Graph[string] {
	t.Helper()
	g, err := graph.New(graph.Definition[string]{
		Name: "thinking", Version: 1, Start: "THINK",
		New:    func(*runv1.Started, proto.Message) (string, error) { return "", nil },
		Apply:  func(s string, _ graph.Change) string { return s },
		Budget: []budget.Limit{{Name: "thinking", Amount: budget.Amount{Tokens: 1000, MicroUSD: -1}}},
		Nodes: []graph.Node[string]{
			{
				State: "THINK",
				Run: func(ctx context.Context, _ string, _ graph.Step) (graph.Result, error) {
					left := budget.Left(ctx)
					switch {
					case left.GetTokens() >= 100:
						usage.Tell(ctx, &commonv1.ModelUsage{Agent: "planner", Calls: 1, InputTokens: 100})
						return graph.Result{Outcome: "again"}, nil
					case left.GetTokensLimit() == "llm.budget.turn_tokens":
						return graph.Result{Outcome: "dear"}, nil
					}
					return graph.Result{Outcome: "done"}, nil
				},
				Outcomes: map[graph.Outcome][]graph.State{"again": {"THINK"}, "dear": {"GO_ON"}, "done": {graph.End}},
				Caps:     map[graph.Outcome]graph.Cap{"again": {Most: 50, Else: "done"}, "dear": {Most: 5, Else: "done"}},
			},
			{
				State: "GO_ON", Kind: graph.Wait,
				Outcomes: map[graph.Outcome][]graph.State{"yes": {"THINK"}, "no": {graph.End}},
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// An answer begins a new turn with a budget of its own, so a graph asks before it goes on
// by waiting. What a run has cost in all is bounded by the graph.
func TestAGraphAsksBeforeItGoesOnAndHasABudgetOfItsOwn(t *testing.T) {
	t.Parallel()
	g := thinking(t)
	keeper := &budget.Keeper{Limits: budget.None}
	keeper.Limits.Turn.Tokens = 400
	o := options()
	o.Meter = func(ctx context.Context, _ graph.Step) (context.Context, func() []*commonv1.ModelUsage) {
		return usage.Meter(ctx)
	}
	o.Allow = func(ctx context.Context, spent budget.Spent, own ...budget.Limit) (context.Context, error) {
		return keeper.Allow(ctx, "local", spent, own...)
	}
	events := []*runv1.Event{{Sequence: 1, Time: timestamppb.Now(), Kind: &runv1.Event_Started{
		Started: &runv1.Started{RunId: "r", Graph: g.Name(), GraphVersion: g.Version()},
	}}}
	for _, want := range []struct {
		tokens int64
		status graph.Status
	}{{400, graph.Waiting}, {800, graph.Waiting}, {1000, graph.Completed}} {
		j := &memory{}
		p, err := g.Resume(t.Context(), events, j, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := usage.Total(p.Spent.Run).GetInputTokens(); got != want.tokens || p.Status() != want.status {
			t.Fatalf("%d tokens, and the run is %v; want %d, %v", got, p.Status(), want.tokens, want.status)
		}
		events = append(events, j.kept()...)
		for _, i := range p.Waiting() {
			events = append(events, &runv1.Event{Sequence: int64(len(events) + 1), Time: timestamppb.Now(), Kind: &runv1.Event_Answered{
				Answered: &runv1.Answered{InterruptId: i.GetInterruptId(), Outcome: "yes"},
			}})
		}
	}
}
