package planninggraph

import planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

// Approvals are the stages whose drafts a person is asked to approve, in their order.
func Approvals(p *planningv1.Policy) []planningv1.Stage {
	if cadence(p) > planningv1.Policy_CADENCE_SINGLE {
		return []planningv1.Stage{planningv1.Stage_STAGE_OUTLINE, planningv1.Stage_STAGE_ROADMAP, planningv1.Stage_STAGE_SCHEDULE}
	}
	return []planningv1.Stage{planningv1.Stage_STAGE_SCHEDULE}
}
