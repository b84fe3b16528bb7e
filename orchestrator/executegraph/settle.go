package executegraph

import (
	"context"
	"errors"
	"strings"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// settle finds out whether a call of which nothing has come was made: its grant is used up
// without a call. If that succeeds none was, and none will be.
func (h handlers) settle(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	out := proto.CloneOf(s.last)
	if out.GetStatus() == planv1.StepResult_STATUS_FAILED { // it is known already: no attempt has reached anybody
		return graph.Result{Outcome: Failed, Output: out}, nil
	}
	g := s.grant(at)
	_, err := h.Executor.VoidGrant(ctx, &executorv1.VoidGrantRequest{Context: h.context(s, at), Grant: h.Sign(g, h.Now())})
	switch {
	case errors.Is(fault.FromError(err), fault.GrantUsed):
		out.GrantUsed = true
		return unknown(out), nil
	case err != nil:
		return graph.Result{}, err
	}
	out.Status, out.GrantUsed, out.Text = planv1.StepResult_STATUS_FAILED, true, notMade+strings.TrimPrefix(out.GetText(), mayBeMade)
	return graph.Result{Outcome: Failed, Output: out}, nil
}

// What is told of a call that was certainly not made begins with notMade, of one that may have
// been made with mayBeMade.
const (
	notMade   = "nothing was called: "
	mayBeMade = "the tool may have been called, and nothing is known of how that went: "
)
