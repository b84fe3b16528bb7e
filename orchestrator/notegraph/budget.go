package notegraph

import (
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Budget is what the models of one run may cost, read and written tokens and
// millionths of a US dollar. Below zero is without a limit.
type Budget struct {
	Tokens   int64
	MicroUSD int64
}

// call is what a call to an agent carries: the run's own context, and what its
// models may still cost. Steps that run side by side each see the same rest, so
// that together they may go beyond it once.
func (h handlers) call(s State) *commonv1.CallContext {
	left := h.c.Budget.after(usage.Total(s.Usage))
	if left == nil {
		return s.Input.GetContext()
	}
	c := proto.CloneOf(s.Input.GetContext())
	c.ModelBudget = left
	return c
}

// after returns what is left, nil if there is no limit.
func (b Budget) after(spent *commonv1.ModelUsage) *commonv1.ModelBudget {
	if b.Tokens < 0 && b.MicroUSD < 0 {
		return nil
	}
	left := &commonv1.ModelBudget{}
	if b.Tokens >= 0 {
		left.Tokens = proto.Int64(max(b.Tokens-spent.GetInputTokens()-spent.GetOutputTokens(), 0))
	}
	if b.MicroUSD >= 0 {
		left.MicroUsd = proto.Int64(max(b.MicroUSD-spent.GetCostMicroUsd(), 0))
	}
	return left
}
