package notegraph

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Budget is what models may cost: tokens, read and written, and millionths of a
// US dollar. Below zero is without a limit.
type Budget struct {
	Tokens   int64
	MicroUSD int64
}

// Budgets bound what models may cost over a turn (from what the user said to the
// run's end or its next question), over a run, and over a day of a tenant.
type Budgets struct{ Turn, Run, Day Budget }

// A Ledger keeps what models have cost each tenant today, over all runs and
// processes. It is safe for concurrent use.
type Ledger interface {
	Charge(ctx context.Context, tenant string, u *commonv1.ModelUsage)
	Today(ctx context.Context, tenant string) (tokens, microUSD int64, err error)
}

// chargeTime bounds how long the ledger may take to note what a call has cost. It
// is noted even when the step that made the call is over.
const chargeTime = 5 * time.Second

// A meter knows what the models of one step may still cost. Steps that run side by
// side each begin with the same rest, so that together they may go beyond it by
// what they have under way.
type meter struct {
	rest []rest
	used usage.Tally // by the step itself
}

// A rest is what was left of a limit when the step began.
type rest struct {
	limit string // as configuration calls it, without what it counts
	Budget
}

// metered has a handler know its budget, and charges what its calls cost.
func (h handlers) metered(run graph.Handler[State]) graph.Handler[State] {
	return func(ctx context.Context, s State, step graph.Step) (graph.Result, error) {
		ctx, s, err := h.meter(ctx, s, usage.Spent(ctx))
		if err != nil {
			return graph.Result{}, err
		}
		return run(ctx, s, step)
	}
}

// meter returns a state with a meter, and a context whose calls it counts. spent is
// what earlier attempts of the step have cost.
func (h handlers) meter(ctx context.Context, s State, spent []*commonv1.ModelUsage) (context.Context, State, error) {
	m := &meter{}
	tenant := s.Input.GetContext().GetTenant()
	limits := h.c.Budgets
	m.limit("llm.budget.turn", limits.Turn, usage.Total(usage.Sum(s.Turn, spent)))
	m.limit("llm.budget.run", limits.Run, usage.Total(usage.Sum(s.Usage, spent)))
	if day := limits.Day; h.Ledger != nil && (day.Tokens >= 0 || day.MicroUSD >= 0) {
		tokens, microUSD, err := h.Ledger.Today(ctx, tenant)
		if err != nil {
			return ctx, s, fmt.Errorf("look at the day's budget: %w", err)
		}
		m.limit("llm.budget.day", day, &commonv1.ModelUsage{InputTokens: tokens, CostMicroUsd: microUSD})
	}
	s.meter = m
	return usage.Listen(ctx, func(u *commonv1.ModelUsage) {
		m.used.Add(u)
		if h.Ledger != nil {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), chargeTime)
			defer cancel()
			h.Ledger.Charge(ctx, tenant, u)
		}
	}), s, nil
}

// limit adds what is left of a limit.
func (m *meter) limit(name string, most Budget, spent *commonv1.ModelUsage) {
	left := Budget{-1, -1}
	if most.Tokens >= 0 {
		left.Tokens = max(most.Tokens-spent.GetInputTokens()-spent.GetOutputTokens(), 0)
	}
	if most.MicroUSD >= 0 {
		left.MicroUSD = max(most.MicroUSD-spent.GetCostMicroUsd(), 0)
	}
	m.rest = append(m.rest, rest{name, left})
}

// left returns what the next call may cost: the least that is left of any limit. It
// is nil if there is none.
func (m *meter) left() *commonv1.ModelBudget {
	if m == nil {
		return nil
	}
	used := usage.Total(m.used.List())
	out := &commonv1.ModelBudget{}
	for _, r := range m.rest {
		if r.Tokens >= 0 && (out.Tokens == nil || r.Tokens < out.GetTokens()) {
			out.Tokens, out.TokensLimit = proto.Int64(r.Tokens), r.limit+"_tokens"
		}
		if r.MicroUSD >= 0 && (out.MicroUsd == nil || r.MicroUSD < out.GetMicroUsd()) {
			out.MicroUsd, out.MicroUsdLimit = proto.Int64(r.MicroUSD), r.limit+"_micro_usd"
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

// call is what a call to an agent carries: the run's own context, what its models
// may still cost, and which providers are not to be waited for again.
func (s State) call() *commonv1.CallContext {
	left := s.meter.left()
	if left == nil && len(s.Silent) == 0 {
		return s.Input.GetContext()
	}
	c := proto.CloneOf(s.Input.GetContext())
	c.ModelBudget, c.SilentProviders = left, s.Silent
	return c
}
