package planninggraph

import (
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// policy is how the person wants to be asked: about this goal, and else about any.
func (s *State) policy() *planningv1.Policy {
	return roadmaps.Policy(s.read.GetPolicy(), s.goal.GetPolicy())
}

// Depth is how many questions are asked at most.
func Depth(p *planningv1.Policy) int {
	if p == nil || p.ProbingDepth == nil {
		return ProbingDepth
	}
	return int(p.GetProbingDepth())
}

// cadence is when approvals are asked for. Autonomy adds some and takes none away.
func cadence(p *planningv1.Policy) planningv1.Policy_Cadence {
	least := planningv1.Policy_CADENCE_SINGLE
	if p.GetAutonomy() == planningv1.Policy_AUTONOMY_LOW {
		least = planningv1.Policy_CADENCE_MILESTONE
	}
	return max(p.GetCadence(), least)
}

// Approvals are the stages whose drafts a person is asked to approve, in their order.
func Approvals(p *planningv1.Policy) []planningv1.Stage {
	if cadence(p) > planningv1.Policy_CADENCE_SINGLE {
		return []planningv1.Stage{planningv1.Stage_STAGE_OUTLINE, planningv1.Stage_STAGE_ROADMAP, planningv1.Stage_STAGE_SCHEDULE}
	}
	return []planningv1.Stage{planningv1.Stage_STAGE_SCHEDULE}
}

// Several is how many alternatives a person is shown at a time.
func Several(p *planningv1.Policy) int {
	if p.GetStyle() == planningv1.Policy_STYLE_CONCISE {
		return 2
	}
	return 3
}

// settledBy tells whether a question is answered by what is usual instead of asked.
func settledBy(p *planningv1.Policy, q *planningv1.Question) bool {
	return p.GetAutonomy() == planningv1.Policy_AUTONOMY_HIGH && q.GetDefault() != ""
}
