// Package budget bounds what models may cost: over a turn of a run, over a run, and over
// a day of a tenant. It is the same for the runs of every graph, and for calls to agents
// that no run makes.
package budget

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An Amount is what models may cost: tokens, read and written, and millionths of a
// US dollar. Below zero is without a limit.
type Amount struct {
	Tokens   int64
	MicroUSD int64
}

// Limits bound a turn (from what a person said to the run's end or its next question), a
// run, and a day of a tenant.
type Limits struct{ Turn, Run, Day Amount }

// None is without any limit.
var None = Limits{Amount{-1, -1}, Amount{-1, -1}, Amount{-1, -1}}

// A Ledger keeps what models have cost each tenant today, over all runs and
// processes. It is safe for concurrent use.
type Ledger interface {
	Charge(ctx context.Context, tenant string, u *commonv1.ModelUsage)
	Today(ctx context.Context, tenant string) (tokens, microUSD int64, err error)
}

// A Limit is an amount under the name of the setting that it comes from, without what it
// counts: "llm.budget.run" for "llm.budget.run_tokens".
type Limit struct {
	Name string
	Amount
}

// Spent is what models have cost a run, by agent.
type Spent struct {
	Turn []*commonv1.ModelUsage // since a person last said something
	Run  []*commonv1.ModelUsage
}

// Add returns what was spent with more.
func (s Spent) Add(more []*commonv1.ModelUsage) Spent {
	if len(more) == 0 {
		return s
	}
	return Spent{usage.Sum(s.Turn, more), usage.Sum(s.Run, more)}
}

// chargeTime bounds how long the ledger may take to note what a call has cost. It
// is noted even when the step that made the call is over.
const chargeTime = 5 * time.Second

// A Keeper holds steps to the limits of a server, and charges what they cost. Nil has no
// limits and no ledger.
type Keeper struct {
	Limits Limits
	Ledger Ledger // nil without limits by day
}

// Allow returns a context in which Left tells what the next call may cost: the least that
// the keeper's limits leave, and the limits of a run's graph, which are for the whole run.
// spent is what there was before. Steps that run side by side each begin with the same rest, so
// that together they may go beyond it by what they have under way.
func (k *Keeper) Allow(ctx context.Context, tenant string, spent Spent, graph ...Limit) (context.Context, error) {
	if k == nil {
		k = &Keeper{Limits: None}
	}
	m := &meter{}
	m.limit("llm.budget.turn", k.Limits.Turn, usage.Total(spent.Turn))
	for _, l := range append(graph, Limit{"llm.budget.run", k.Limits.Run}) {
		m.limit(l.Name, l.Amount, usage.Total(spent.Run))
	}
	if day := k.Limits.Day; k.Ledger != nil && (day.Tokens >= 0 || day.MicroUSD >= 0) {
		tokens, microUSD, err := k.Ledger.Today(ctx, tenant)
		if err != nil {
			return ctx, fmt.Errorf("look at the day's budget: %w", err)
		}
		m.limit("llm.budget.day", day, &commonv1.ModelUsage{InputTokens: tokens, CostMicroUsd: microUSD})
	}
	return usage.Listen(context.WithValue(ctx, key{}, m), func(u *commonv1.ModelUsage) {
		m.used.Add(u)
		if k.Ledger != nil {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), chargeTime)
			defer cancel()
			k.Ledger.Charge(ctx, tenant, u)
		}
	}), nil
}

// Left returns what the next call of a context may cost: the least that is left of any
// limit. It is nil if there is none.
func Left(ctx context.Context) *commonv1.ModelBudget {
	m, _ := ctx.Value(key{}).(*meter)
	if m == nil {
		return nil
	}
	return m.left()
}

// Within returns what the next call of a context may cost that has limits of its own: the
// least of those and of what is left.
func Within(ctx context.Context, own ...Limit) *commonv1.ModelBudget {
	m := &meter{}
	if outer, _ := ctx.Value(key{}).(*meter); outer != nil {
		m.rest = slices.Clone(outer.rest)
		m.used.Add(usage.Total(outer.used.List()))
	}
	for _, l := range own {
		m.limit(l.Name, l.Amount, nil)
	}
	return m.left()
}

type key struct{}

// A meter knows what the models of one step may still cost.
type meter struct {
	rest []Limit     // what was left of each limit when the step began
	used usage.Tally // by the step itself
}

// limit adds what is left of a limit.
func (m *meter) limit(name string, most Amount, spent *commonv1.ModelUsage) {
	m.rest = append(m.rest, Limit{name, most.Less(spent)})
}

// Less is what is left of an amount.
func (a Amount) Less(spent *commonv1.ModelUsage) Amount {
	left := Amount{-1, -1}
	if a.Tokens >= 0 {
		left.Tokens = max(a.Tokens-spent.GetInputTokens()-spent.GetOutputTokens(), 0)
	}
	if a.MicroUSD >= 0 {
		left.MicroUSD = max(a.MicroUSD-spent.GetCostMicroUsd(), 0)
	}
	return left
}

func (m *meter) left() *commonv1.ModelBudget {
	used := usage.Total(m.used.List())
	out := &commonv1.ModelBudget{}
	for _, r := range m.rest {
		if r.Tokens >= 0 && (out.Tokens == nil || r.Tokens < out.GetTokens()) {
			out.Tokens, out.TokensLimit = proto.Int64(r.Tokens), r.Name+"_tokens"
		}
		if r.MicroUSD >= 0 && (out.MicroUsd == nil || r.MicroUSD < out.GetMicroUsd()) {
			out.MicroUsd, out.MicroUsdLimit = proto.Int64(r.MicroUSD), r.Name+"_micro_usd"
		}
	}
	if out.Tokens == nil && out.MicroUsd == nil {
		return nil
	}
	if out.Tokens != nil {
		out.Tokens = proto.Int64(max(out.GetTokens()-used.GetInputTokens()-used.GetOutputTokens(), 0))
	}
	if out.MicroUsd != nil {
		out.MicroUsd = proto.Int64(max(out.GetMicroUsd()-used.GetCostMicroUsd(), 0))
	}
	return out
}
