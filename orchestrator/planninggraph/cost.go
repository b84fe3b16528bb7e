package planninggraph

import (
	"context"
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Costs are what models may cost, in millionths of a US dollar; 0 is no limit. Near the limit of a
// turn cheaper models are asked, after it the person whether to go on; after the others rules
// go on.
type Costs struct {
	Turn int64 // from what a person says to the next question
	Goal int64 // in all
	Day  int64 // of a tenant, over all that models do for it
	// Today returns what models have cost a tenant today; nil where nobody keeps that.
	Today func(ctx context.Context, tenant string) (tokens, microUSD int64, err error)
}

// call is what a call to the planner carries that asks no model.
func (d Deps) call(s *State, at graph.Step, now time.Time) *commonv1.CallContext {
	return &commonv1.CallContext{
		Now: stamp(now), TimeZone: d.zone(), Tenant: s.person.Tenant, User: s.person.User, RunId: at.RunID,
	}
}

// modelCall is what a call to the planner carries that may ask one.
func (d Deps) modelCall(ctx context.Context, s *State, at graph.Step, now time.Time) (*commonv1.CallContext, error) {
	own, err := d.Costs.left(ctx, s)
	if err != nil {
		return nil, err
	}
	out := d.call(s, at, now)
	out.ModelBudget = budget.Within(ctx, own...)
	if d.Costs.Turn > 0 {
		if out.ModelBudget == nil {
			out.ModelBudget = &commonv1.ModelBudget{}
		}
		out.ModelBudget.SoftMicroUsd = proto.Int64(max(0, d.Costs.Turn-s.spent))
		out.ModelBudget.SoftMicroUsdLimit = "planning.turn_micro_usd"
	}
	return out, nil
}

// left is what the next call may cost by the limits of a goal and of a day.
func (c Costs) left(ctx context.Context, s *State) ([]budget.Limit, error) {
	var out []budget.Limit
	limit := func(name string, most, spent int64) {
		out = append(out, budget.Limit{Name: name, Amount: budget.Amount{Tokens: -1, MicroUSD: max(0, most-spent)}})
	}
	if c.Goal > 0 {
		limit("planning.goal", c.Goal, s.cost)
	}
	if c.Day > 0 && c.Today != nil {
		_, spent, err := c.Today(ctx, s.person.Tenant)
		if err != nil {
			return nil, fmt.Errorf("look at what models have cost today: %w", err)
		}
		limit("planning.day", c.Day, spent)
	}
	return out, nil
}
