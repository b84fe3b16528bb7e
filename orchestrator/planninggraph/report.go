package planninggraph

import (
	"context"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// report tells where the planning of a goal stands.
func report(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
	s := r.Data
	out := &planningv1.PlanningReport{
		Draft: s.draft(), Turn: int32(s.turn), Violations: s.violations, Rejections: s.rejections, ApprovedBy: s.approvedBy, Result: s.result,
		OptionsTried: s.tried, Adaptations: s.log, User: s.person.User,
	}
	for _, pause := range r.Waiting() {
		asked := &planningv1.Asked{}
		if err := pause.GetPayload().UnmarshalTo(asked); err != nil {
			return nil, err
		}
		asked.Draft = nil // it is the report's
		out.Asked, out.Reason = asked, string(s.reason)
	}
	return out, nil
}
