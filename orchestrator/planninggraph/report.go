package planninggraph

import (
	"context"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/wire"
)

// waits are the statuses of pauses.
var waits = map[graph.State]string{Clarification: "needs_clarification", SeekApproval: "needs_approval", Escalation: "needs_scheduling_escalation"}

// status is that of a run that waits for nobody.
func (s *State) status() string {
	switch s.result.GetOutcome() {
	case planningv1.PlanningResult_OUTCOME_KEPT:
		return "complete"
	case planningv1.PlanningResult_OUTCOME_ABORTED:
		return "aborted"
	}
	return "drafting"
}

// reportPlanning tells where the planning of a goal stands.
func (d Deps) reportPlanning(_ context.Context, r *graph.Run[*State]) (proto.Message, error) {
	s := r.Data
	out := &planningv1.PlanningReport{
		Draft: s.draft(), Turn: int32(s.turn), Violations: s.violations, Rejections: s.rejections, ApprovedBy: s.approvedBy, Result: s.result,
		OptionsTried: s.tried, Adaptations: s.log, User: s.person.User,
		Confidence: s.confidence, PlanningStatus: s.status(), Trace: s.trace, Response: s.response(),
	}
	if s.goal.GetTerms() != nil && out.Draft.GetUnderstood() != nil { // what was chosen since is in the place of what was read
		out.Draft.Understood = proto.CloneOf(out.Draft.GetUnderstood())
		out.Draft.Understood.Readings = d.currentReadings(s)
	}
	for _, pause := range r.Waiting() {
		asked := &planningv1.Asked{}
		if err := pause.GetPayload().UnmarshalTo(asked); err != nil {
			return nil, err
		}
		asked.Draft = nil // it is the report's
		out.PlanningStatus, out.EscalateReason = waits[graph.State(pause.GetState())], pause.GetText()
		out.Asked, out.Reason = asked, string(s.reason)
		out.Response = then(pause.GetText(), toDo(pause))
	}
	return out, nil
}

// currentReadings are what holds of the words of a goal, with what was chosen apart from them.
func (d Deps) currentReadings(s *State) []*planningv1.Reading {
	r, err := d.request(s, nil)
	if err != nil {
		return s.read.GetReadings()
	}
	read, err := draft.Read(r)
	if err != nil {
		return s.read.GetReadings()
	}
	return wire.FromUnderstood(read).GetReadings()
}
