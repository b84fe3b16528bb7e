package executegraph

import (
	"cmp"
	"context"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// report tells where an execution stands.
func report(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
	s := r.Data
	out := &planv1.ExecutionReport{Results: s.inOrder(), Outcome: s.ended, Reason: s.reason}
	if step, _ := s.step(); step != nil && !r.Status().Ended() && step.GetId() == s.next.GetStep().GetId() {
		out.Current, out.Last, out.Approvals = s.next, s.last, s.given()
	}
	if cut := cutOff(r); cut != nil {
		out.Results = append(out.Results, cut)
	}
	return out, nil
}

// cutOff returns what is known of the step whose turn it was when a run was cancelled or
// failed, nil if nothing was called for it. A call that was under way may have been made.
func cutOff(r *graph.Run[*State]) *planv1.StepResult {
	s := r.Data
	step, _ := s.step()
	if !r.Status().Ended() || s.ended != planv1.ExecutionResult_OUTCOME_UNSPECIFIED || step == nil || step.GetId() != s.next.GetStep().GetId() {
		return nil
	}
	for _, b := range r.Branches {
		if b.State == Call && b.Recovered {
			return &planv1.StepResult{
				StepId: step.GetId(), Arguments: s.next.GetStep().GetArguments(), Status: planv1.StepResult_STATUS_UNKNOWN,
				Text: "the plan was ended while the call was under way; look whether it was made",
			}
		}
	}
	return cmp.Or(s.last, s.before)
}
