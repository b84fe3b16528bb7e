package notegraph

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// completed folds a step that has cost something.
func completed(s State, used ...*commonv1.ModelUsage) State {
	return apply(s, graph.Change{Event: &runv1.Event{Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{Usage: used}}}})
}

func TestWhatModelsCostIsAddedUpByAgentAndInTotal(t *testing.T) {
	t.Parallel()
	s := completed(State{}, &commonv1.ModelUsage{Agent: "router", Calls: 2, InputTokens: 700, OutputTokens: 50, CostMicroUsd: 30})
	s = completed(s)
	s = completed(s, &commonv1.ModelUsage{Agent: "planner", Calls: 1, InputTokens: 10}, &commonv1.ModelUsage{Agent: "router", Calls: 1, InputTokens: 100, OutputTokens: 50, CostMicroUsd: 5})
	failed := &runv1.Failed{Usage: []*commonv1.ModelUsage{{Agent: "planner", Calls: 3, InputTokens: 1}}}
	got := Report(&graph.Run[State]{Data: s, Progress: graph.Progress{Failure: failed}}).GetUsage()
	if len(got.GetAgents()) != 2 || got.GetAgents()[0].GetAgent() != "planner" || got.GetAgents()[0].GetCalls() != 4 || got.GetAgents()[1].GetInputTokens() != 800 {
		t.Errorf("by agent: %v", got.GetAgents())
	}
	if sum := got.GetTotal(); sum.GetCalls() != 7 || sum.GetInputTokens() != 811 || sum.GetOutputTokens() != 100 || sum.GetCostMicroUsd() != 35 {
		t.Errorf("in total: %v", sum)
	}
	if none := Report(&graph.Run[State]{}).GetUsage(); none.GetTotal() == nil || len(none.GetAgents()) != 0 {
		t.Errorf("without a model: %v", none)
	}
}

func TestABudgetShrinksByWhatEachStepHasCost(t *testing.T) {
	t.Parallel()
	spent := &commonv1.ModelUsage{InputTokens: 800, OutputTokens: 100, CostMicroUsd: 35}
	left := Budget{Tokens: 1000, MicroUSD: 20}.after(spent)
	if left.GetTokens() != 100 || left.GetMicroUsd() != 0 || left.MicroUsd == nil {
		t.Errorf("left is %v", left)
	}
	if left := (Budget{-1, -1}).after(spent); left != nil {
		t.Errorf("without a limit, %v is left", left)
	}
	if left := (Budget{0, -1}).after(nil); left == nil || left.Tokens == nil || left.MicroUsd != nil {
		t.Errorf("of nothing, %v is left", left)
	}
}
