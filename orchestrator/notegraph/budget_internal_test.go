package notegraph

import (
	"context"
	"errors"
	"slices"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/usage"
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
	got := outline(&graph.Run[State]{Data: s, Progress: graph.Progress{Failure: failed}}).GetUsage()
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

// book is a ledger in memory.
type book struct {
	tokens, microUSD int64
	err              error
}

func (b *book) Charge(_ context.Context, _ string, u *commonv1.ModelUsage) {
	b.tokens += u.GetInputTokens() + u.GetOutputTokens()
	b.microUSD += u.GetCostMicroUsd()
}

func (b *book) Today(context.Context, string) (int64, int64, error) {
	return b.tokens, b.microUSD, b.err
}

func TestTheLeastThatIsLeftOfAnyLimitIsWhatACallMayCost(t *testing.T) {
	t.Parallel()
	used := func(tokens, microUSD int64) []*commonv1.ModelUsage {
		return []*commonv1.ModelUsage{{Agent: "router", Calls: 1, InputTokens: tokens, CostMicroUsd: microUSD}}
	}
	no := Budget{-1, -1}
	for name, c := range map[string]struct {
		budgets     Budgets
		run, turn   []*commonv1.ModelUsage
		day         book
		tokens      int64 // -1: no limit
		tokensLimit string
		money       int64
		moneyLimit  string
	}{
		"without limits":              {budgets: Budgets{no, no, no}, tokens: -1, money: -1},
		"of a run":                    {budgets: Budgets{no, Budget{1000, 20}, no}, run: used(900, 35), tokens: 100, tokensLimit: "llm.budget.run_tokens", money: 0, moneyLimit: "llm.budget.run_micro_usd"},
		"of a turn":                   {budgets: Budgets{Budget{500, -1}, Budget{1000, -1}, no}, run: used(600, 0), turn: used(200, 0), tokens: 300, tokensLimit: "llm.budget.turn_tokens", money: -1},
		"a turn in a run's last part": {budgets: Budgets{Budget{500, -1}, Budget{1000, -1}, no}, run: used(900, 0), tokens: 100, tokensLimit: "llm.budget.run_tokens", money: -1},
		"of a day":                    {budgets: Budgets{no, Budget{1000, -1}, Budget{5000, 90}}, day: book{tokens: 4950, microUSD: 10}, tokens: 50, tokensLimit: "llm.budget.day_tokens", money: 80, moneyLimit: "llm.budget.day_micro_usd"},
		"of nothing":                  {budgets: Budgets{no, Budget{0, -1}, no}, tokens: 0, tokensLimit: "llm.budget.run_tokens", money: -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := handlers{Deps{Ledger: &c.day}, Config{Budgets: c.budgets}}
			_, s, err := h.meter(t.Context(), State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{}}, Usage: c.run, Turn: c.turn}, nil)
			if err != nil {
				t.Fatal(err)
			}
			left := s.call().GetModelBudget()
			tokens, money := int64(-1), int64(-1)
			if left != nil && left.Tokens != nil {
				tokens = left.GetTokens()
			}
			if left != nil && left.MicroUsd != nil {
				money = left.GetMicroUsd()
			}
			if tokens != c.tokens || money != c.money || left.GetTokensLimit() != c.tokensLimit || left.GetMicroUsdLimit() != c.moneyLimit {
				t.Errorf("left is %v", left)
			}
		})
	}
}

func TestCallsOfOneStepShareItsBudgetAndAreCharged(t *testing.T) {
	t.Parallel()
	b := &book{}
	h := handlers{Deps{Ledger: b}, Config{Budgets: Budgets{Budget{-1, -1}, Budget{1000, -1}, Budget{-1, -1}}}}
	earlier := []*commonv1.ModelUsage{{InputTokens: 100}} // an attempt that failed
	ctx, s, err := h.meter(t.Context(), State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{}}}, earlier)
	if err != nil {
		t.Fatal(err)
	}
	usage.Tell(ctx, &commonv1.ModelUsage{Calls: 1, InputTokens: 300, OutputTokens: 50})
	if left := s.call().GetModelBudget().GetTokens(); left != 550 {
		t.Errorf("%d tokens are left", left)
	}
	usage.Tell(ctx, &commonv1.ModelUsage{Calls: 1, InputTokens: 900})
	if left := s.call().GetModelBudget().GetTokens(); left != 0 {
		t.Errorf("%d tokens are left", left)
	}
	if b.tokens != 1250 {
		t.Errorf("%d tokens were charged", b.tokens)
	}
}

func TestADayThatNobodyCanReadIsNoDayWithoutCost(t *testing.T) {
	t.Parallel()
	h := handlers{Deps{Ledger: &book{err: errors.New("away")}}, Config{Budgets: Budgets{Budget{-1, -1}, Budget{-1, -1}, Budget{10, -1}}}}
	if _, _, err := h.meter(t.Context(), State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{}}}, nil); err == nil {
		t.Error("the step goes on")
	}
}

func TestAnAnswerBeginsANewTurn(t *testing.T) {
	t.Parallel()
	s := completed(State{}, &commonv1.ModelUsage{Agent: "router", Calls: 1, InputTokens: 700})
	if usage.Total(s.Turn).GetInputTokens() != 700 {
		t.Errorf("turn: %v", s.Turn)
	}
	s = answered(WaitUser, s, nil)
	if len(s.Turn) != 0 || usage.Total(s.Usage).GetInputTokens() != 700 {
		t.Errorf("turn: %v, run: %v", s.Turn, s.Usage)
	}
}

func TestASilentProviderIsLeftAloneUntilTheUserSpeaks(t *testing.T) {
	t.Parallel()
	s := State{Input: &notegraphv1.Input{Context: &commonv1.CallContext{Tenant: "local"}}}
	for _, silent := range [][]string{{"ollama"}, nil, {"openai", "ollama"}} {
		s = s.by("router", &commonv1.Provenance{SilentProviders: silent})
	}
	if c := s.call(); !slices.Equal(c.GetSilentProviders(), []string{"ollama", "openai"}) || c.GetTenant() != "local" {
		t.Errorf("a call carries %v", c)
	}
	if c := answered(WaitUser, s, nil).call(); len(c.GetSilentProviders()) != 0 {
		t.Errorf("after an answer a call carries %v", c)
	}
}
