// Package progress tells how far a plan is: whether it has ended, whose turn it is, and with
// which of several to go on.
package progress

import (
	"cmp"
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

// Mine reports whether a plan waits for something that the caller may answer.
func Mine(p *orchestratorv1.Plan) bool {
	return slices.ContainsFunc(p.GetPauses(), (*orchestratorv1.Pause).GetMine)
}

// Resume returns the plan to go on with, nil if all have ended: first one that is being
// carried out, unless it waits for somebody else; then one that waits for the caller's
// approval, then what else waits for the caller. Among equals the newest comes first.
func Resume(plans []*orchestratorv1.Plan) *orchestratorv1.Plan {
	var first *orchestratorv1.Plan
	for _, p := range plans {
		if Ended(p.GetState()) {
			continue
		}
		if first == nil || cmp.Or(cmp.Compare(rank(p), rank(first)), cmp.Compare(first.GetId(), p.GetId())) < 0 {
			first = p
		}
	}
	return first
}

// rank is the smaller, the rather a plan is to be gone on with.
func rank(p *orchestratorv1.Plan) int {
	switch mine := Mine(p); {
	case p.GetState() == orchestratorv1.Plan_STATE_EXECUTING, p.GetState() == orchestratorv1.Plan_STATE_WAITING && mine:
		return 0
	case p.GetState() == orchestratorv1.Plan_STATE_PROPOSED && mine:
		return 1
	case mine:
		return 2
	}
	return 3
}
