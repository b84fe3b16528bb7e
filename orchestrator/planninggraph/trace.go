package planninggraph

import (
	"slices"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// mostTraced is how many steps a report tells.
const mostTraced = 200

// tools are those that do alone what a state does.
var tools = map[graph.State]string{
	CollectContext: "context_elicitor",
	DraftOutline:   "node_generator", ValidateOutline: "grammar_validator",
	DraftRoadmap: "roadmap_builder", ValidateRoadmap: "dependency_resolver",
	DraftSchedule: "schedule_generator", Escalation: "option_crafter",
	SeekApproval: "approval_handler", Brainstorm: "brainstormer",
}

// traced tells of a step, or of an answer, with what of it was written to the log of adaptations.
func (s *State) traced(c graph.Change, logged []*planningv1.Adaptation) {
	out := &planningv1.StageTrace{
		State: string(c.State), Outcome: string(c.Outcome), Tool: tools[c.State], StartTime: c.Event.GetTime(), Adaptations: logged,
	}
	if step := c.Event.GetStepCompleted(); step != nil {
		out.StartTime, out.Duration = step.GetStartTime(), step.GetDuration()
		out.CostMicroUsd = usage.Total(step.GetUsage()).GetCostMicroUsd()
	}
	switch m := c.Output.(type) {
	case *planningv1.Understood:
		out.Confidence = m.GetConfidence()
	case *planningv1.OutlineDraft:
		out.Confidence, out.Adaptations = m.GetConfidence(), m.GetMended()
	case *planningv1.Validated:
		out.Confidence, out.Violations = m.GetConfidence(), m.GetViolations()
	}
	s.trace = append(slices.Clip(s.trace[max(0, len(s.trace)-mostTraced+1):]), out)
}
