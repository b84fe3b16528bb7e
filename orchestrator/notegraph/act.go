package notegraph

import (
	"context"
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// written is the route of an input that is the words of a plan that is written already; nil
// of any other.
func (h handlers) written(s State) *routerv1.RouteResponse {
	if h.Plans == nil || s.Input.GetIntent() != commonv1.InputType_INPUT_TYPE_UNSPECIFIED ||
		!h.Plans.Written(s.Scope().Tenant, s.Input.GetText()) {
		return nil
	}
	return &routerv1.RouteResponse{
		Reasoning: "A template of plans says the same.", InputType: commonv1.InputType_INPUT_TYPE_ACTION, Confidence: 1,
		Provenance: &commonv1.Provenance{Mind: commonv1.Mind_MIND_RULES, Provider: "rules", Attempts: 1},
	}
}

// tools are those by which something may be done that an input asks for.
func (h handlers) tools(ctx context.Context, s State) []*commonv1.Tool {
	if h.Plans == nil || s.Input.GetIntent() != commonv1.InputType_INPUT_TYPE_UNSPECIFIED {
		return nil
	}
	return h.Plans.Tools(ctx, s.call(ctx))
}

// propose proposes a plan of what is to be done, or begins to plan a goal.
func (h handlers) propose(ctx context.Context, s State, at graph.Step) (graph.Result, error) {
	if s.Route.GetInputType() == commonv1.InputType_INPUT_TYPE_GOAL {
		id, err := h.Plans.ProposeGoal(ctx, s.Scope().Tenant, s.Scope().User, s.Input.GetText(), at.Key)
		if err != nil {
			return graph.Result{}, fmt.Errorf("propose a goal: %w", err)
		}
		return graph.Result{Outcome: Proposed, Output: &notegraphv1.Proposed{RoadmapId: id}}, nil
	}
	id, err := h.Plans.Propose(ctx, s.Scope().Tenant, s.Scope().User, s.Input.GetText(), at.Key)
	if err != nil {
		return graph.Result{}, fmt.Errorf("propose a plan: %w", err)
	}
	return graph.Result{Outcome: Proposed, Output: &notegraphv1.Proposed{PlanId: id}}, nil
}

// unplanned is the route of what is to be done and of which no plan can be proposed: it is
// kept as a note.
func unplanned(s State) *routerv1.RouteResponse {
	return &routerv1.RouteResponse{
		Reasoning: "It is something to do, but no plan can be proposed.", InputType: commonv1.InputType_INPUT_TYPE_LOG,
		LogPortion: s.Input.GetText(), Provenance: s.Route.GetProvenance(),
	}
}
