package plangraph

import (
	"context"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// report tells where a plan stands.
func report(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
	s := r.Data
	out := &planv1.PlanReport{
		Stage: stage(r), Version: s.version, Content: s.content, Reason: s.reason,
		Bindings: s.checked.GetBindings(), Hash: s.checked.GetHash(), Problems: s.checked.GetProblems(),
		Source: s.source, User: s.user, Approvers: s.approvers, ApprovalsNeeded: int32(s.needed), Approvals: s.approvals, Rejections: s.rejections,
		ExecutionRunId: s.execution, Results: s.steps, Outcome: s.ended,
		Wish: s.wish, DraftedBy: s.draftedBy,
	}
	for _, b := range r.Branches {
		if b.Child != nil {
			out.ExecutionRunId = b.Child.GetRunId()
		}
	}
	return out, nil
}

func stage(r *graph.Run[*State]) planv1.PlanReport_Stage {
	if r.Status().Ended() || len(r.Branches) == 0 {
		return planv1.PlanReport_STAGE_ENDED
	}
	b := r.Branches[0]
	if b.State == Draft || b.State == Look {
		if len(r.Data.content.GetSteps()) > 0 && r.Data.wish == "" {
			return planv1.PlanReport_STAGE_CHECKING
		}
		return planv1.PlanReport_STAGE_DRAFTING
	}
	if b.State != Execute && b.Waiting == nil {
		return planv1.PlanReport_STAGE_CHECKING // what it asks is not asked yet
	}
	switch b.State {
	case Propose:
		return planv1.PlanReport_STAGE_PROPOSED
	case Revise:
		if len(r.Data.checked.GetProblems()) > 0 || len(r.Data.rejections) >= MostRejections {
			return planv1.PlanReport_STAGE_NEEDS_REVIEW
		}
		return planv1.PlanReport_STAGE_REJECTED
	case Expired:
		return planv1.PlanReport_STAGE_EXPIRED
	case Execute:
		return planv1.PlanReport_STAGE_EXECUTING
	}
	return planv1.PlanReport_STAGE_CHECKING
}
