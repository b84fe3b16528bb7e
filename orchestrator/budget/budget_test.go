package budget_test

import (
	"context"
	"errors"
	"testing"

	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/orchestrator/budget"
)

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

func amount(tokens, microUSD int64) budget.Amount {
	return budget.Amount{Tokens: tokens, MicroUSD: microUSD}
}

func TestTheLeastThatIsLeftOfAnyLimitIsWhatACallMayCost(t *testing.T) {
	t.Parallel()
	used := func(tokens, microUSD int64) []*commonv1.ModelUsage {
		return []*commonv1.ModelUsage{{Agent: "router", Calls: 1, InputTokens: tokens, CostMicroUsd: microUSD}}
	}
	no := amount(-1, -1)
	draft := []budget.Limit{{Name: "plans.budget", Amount: amount(700, -1)}}
	for name, c := range map[string]struct {
		limits      budget.Limits
		own         []budget.Limit // of the run's graph
		run, turn   []*commonv1.ModelUsage
		day         book
		tokens      int64 // -1: no limit
		tokensLimit string
		money       int64
		moneyLimit  string
	}{
		"without limits":                   {limits: budget.None, tokens: -1, money: -1},
		"of a run":                         {limits: budget.Limits{Turn: no, Run: amount(1000, 20), Day: no}, run: used(900, 35), tokens: 100, tokensLimit: "llm.budget.run_tokens", money: 0, moneyLimit: "llm.budget.run_micro_usd"},
		"of a turn":                        {limits: budget.Limits{Turn: amount(500, -1), Run: amount(1000, -1), Day: no}, run: used(600, 0), turn: used(200, 0), tokens: 300, tokensLimit: "llm.budget.turn_tokens", money: -1},
		"a turn in a run's last part":      {limits: budget.Limits{Turn: amount(500, -1), Run: amount(1000, -1), Day: no}, run: used(900, 0), tokens: 100, tokensLimit: "llm.budget.run_tokens", money: -1},
		"of a day":                         {limits: budget.Limits{Turn: no, Run: amount(1000, -1), Day: amount(5000, 90)}, day: book{tokens: 4950, microUSD: 10}, tokens: 50, tokensLimit: "llm.budget.day_tokens", money: 80, moneyLimit: "llm.budget.day_micro_usd"},
		"of nothing":                       {limits: budget.Limits{Turn: no, Run: amount(0, -1), Day: no}, tokens: 0, tokensLimit: "llm.budget.run_tokens", money: -1},
		"of a graph":                       {limits: budget.None, own: draft, run: used(200, 0), tokens: 500, tokensLimit: "plans.budget_tokens", money: -1},
		"of a graph that allows more":      {limits: budget.Limits{Turn: no, Run: amount(400, -1), Day: no}, own: draft, run: used(200, 0), tokens: 200, tokensLimit: "llm.budget.run_tokens", money: -1},
		"of a graph, over several answers": {limits: budget.None, own: draft, run: used(900, 0), tokens: 0, tokensLimit: "plans.budget_tokens", money: -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := &budget.Keeper{Limits: c.limits, Ledger: &c.day}
			ctx, err := k.Allow(t.Context(), "local", budget.Spent{Turn: c.turn, Run: c.run}, c.own...)
			if err != nil {
				t.Fatal(err)
			}
			left := budget.Left(ctx)
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
	k := &budget.Keeper{Limits: budget.Limits{Turn: amount(-1, -1), Run: amount(1000, -1), Day: amount(-1, -1)}, Ledger: b}
	earlier := budget.Spent{}.Add([]*commonv1.ModelUsage{{InputTokens: 100}}) // an attempt that failed
	ctx, err := k.Allow(t.Context(), "local", earlier)
	if err != nil {
		t.Fatal(err)
	}
	usage.Tell(ctx, &commonv1.ModelUsage{Calls: 1, InputTokens: 300, OutputTokens: 50})
	if left := budget.Left(ctx).GetTokens(); left != 550 {
		t.Errorf("%d tokens are left", left)
	}
	usage.Tell(ctx, &commonv1.ModelUsage{Calls: 1, InputTokens: 900})
	if left := budget.Left(ctx).GetTokens(); left != 0 {
		t.Errorf("%d tokens are left", left)
	}
	if b.tokens != 1250 {
		t.Errorf("%d tokens were charged", b.tokens)
	}
}

func TestADayThatNobodyCanReadIsNoDayWithoutCost(t *testing.T) {
	t.Parallel()
	k := &budget.Keeper{Limits: budget.Limits{Turn: amount(-1, -1), Run: amount(-1, -1), Day: amount(10, -1)}, Ledger: &book{err: errors.New("away")}}
	if _, err := k.Allow(t.Context(), "local", budget.Spent{}); err == nil {
		t.Error("the step goes on")
	}
}
