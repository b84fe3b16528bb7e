package executegraph

import (
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
	return out, nil
}
