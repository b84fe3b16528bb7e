package notegraph

import (
	"slices"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"

	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestWhatModelsCostIsAddedUpByAgentAndInTotal(t *testing.T) {
	t.Parallel()
	spent := budget.Spent{}.Add([]*commonv1.ModelUsage{{Agent: "router", Calls: 2, InputTokens: 700, OutputTokens: 50, CostMicroUsd: 30}}).Add(nil)
	spent = spent.Add([]*commonv1.ModelUsage{{Agent: "planner", Calls: 4, InputTokens: 11}, {Agent: "router", Calls: 1, InputTokens: 100, OutputTokens: 50, CostMicroUsd: 5}})
	got := outline(&graph.Run[State]{Progress: graph.Progress{Spent: spent}}).GetUsage()
	if len(got.GetAgents()) != 2 || got.GetAgents()[0].GetAgent() != "planner" || got.GetAgents()[0].GetCalls() != 4 || got.GetAgents()[1].GetInputTokens() != 800 {
		t.Errorf("by agent: %v", got.GetAgents())
	}
	if sum := got.GetTotal(); sum.GetCalls() != 7 || sum.GetInputTokens() != 811 || sum.GetOutputTokens() != 100 || sum.GetCostMicroUsd() != 35 {
		t.Errorf("in total: %v", sum)
	}
	if none := outline(&graph.Run[State]{}).GetUsage(); none.GetTotal() == nil || len(none.GetAgents()) != 0 {
		t.Errorf("without a model: %v", none)
	}
}

func TestASilentProviderIsLeftAloneUntilTheUserSpeaks(t *testing.T) {
	t.Parallel()
	s := State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{Tenant: "local"}}}
	for _, silent := range [][]string{{"ollama"}, nil, {"openai", "ollama"}} {
		s = s.by("router", &commonv1.Provenance{SilentProviders: silent})
	}
	if c := s.call(t.Context()); !slices.Equal(c.GetSilentProviders(), []string{"ollama", "openai"}) || c.GetTenant() != "local" {
		t.Errorf("a call carries %v", c)
	}
	if c := answered(WaitUser, s, nil).call(t.Context()); len(c.GetSilentProviders()) != 0 {
		t.Errorf("after an answer a call carries %v", c)
	}
}
