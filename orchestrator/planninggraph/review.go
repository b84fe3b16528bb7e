package planninggraph

import (
	"context"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// reviewable tells whether a model looks at the outline once more: at one that a model has drafted, once,
// and at none that a person has approved by itself.
func (d Deps) reviewable(s *State) bool {
	return d.SecondLook && modelled(s.outline) && !s.reviewed && len(Approvals(s.policy())) == 1
}

// reviewOutline has the planner look at the outline once more, as it is laid on the person's days. What it
// can't do leaves the outline as it is.
func (d Deps) reviewOutline(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if d.capped(s) {
		return graph.Result{Outcome: Unchanged}, nil
	}
	call, err := d.modelCall(ctx, s, at, s.read.GetTime().AsTime())
	if err != nil {
		return graph.Result{}, err
	}
	res, err := d.Planner.ReviewOutline(ctx, &plannerv1.ReviewOutlineRequest{
		Context: call, Goal: s.goal, Draft: s.outline, Commitments: s.schedule.GetCommitments(),
	})
	switch {
	case err != nil:
		return graph.Result{}, err
	case res.GetDraft() == nil:
		return graph.Result{Outcome: Unchanged}, nil
	}
	return graph.Result{Outcome: Reviewed, Output: res.GetDraft(), Degraded: res.GetProvenance().GetDegraded()}, nil
}
