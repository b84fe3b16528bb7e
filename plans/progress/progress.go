// Package progress tells how far a plan is: whether it has ended, and whose turn it is.
package progress

import (
	"slices"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// Ends returns the states of plans that have ended.
func Ends() []orchestratorv1.Plan_State {
	return []orchestratorv1.Plan_State{
		orchestratorv1.Plan_STATE_COMPLETED, orchestratorv1.Plan_STATE_FAILED, orchestratorv1.Plan_STATE_CANCELLED,
	}
}

// Ended reports whether a plan in a state has ended.
func Ended(s orchestratorv1.Plan_State) bool { return slices.Contains(Ends(), s) }

// Turn returns the step of a plan whose turn it is, nil if there is none.
func Turn(p *orchestratorv1.Plan) *orchestratorv1.PlanStep {
	for _, s := range p.GetSteps() {
		switch s.GetState() {
		case orchestratorv1.PlanStep_STATE_RUNNING, orchestratorv1.PlanStep_STATE_APPROVAL, orchestratorv1.PlanStep_STATE_BY_HAND,
			orchestratorv1.PlanStep_STATE_FAILED, orchestratorv1.PlanStep_STATE_UNKNOWN:
			return s
		}
	}
	return nil
}
