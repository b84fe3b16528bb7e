package notegraph

import (
	"context"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/orchestrator/budget"
)

// call is what a call to an agent carries: the run's own context, what its models
// may still cost, and which providers are not to be waited for again.
func (s State) call(ctx context.Context) *commonv1.CallContext {
	left := budget.Left(ctx)
	if left == nil && len(s.Silent) == 0 {
		return s.Input.GetContext()
	}
	c := proto.CloneOf(s.Input.GetContext())
	c.ModelBudget, c.SilentProviders = left, s.Silent
	return c
}
