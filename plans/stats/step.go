package stats

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/canonical"
)

// A Step is a step of a plan with all that is known of it.
type Step struct {
	*planv1.Step
	Binding *planv1.Binding          // the tool as it was approved; nil if the plan can't be carried out
	Stands  *orchestratorv1.PlanStep // nil before the plan is proposed
}

// Steps returns the steps of a plan.
func Steps(p *orchestratorv1.Plan) []Step {
	out := make([]Step, 0, len(p.GetContent().GetSteps()))
	for _, s := range p.GetContent().GetSteps() {
		one := Step{Step: s}
		for _, b := range p.GetBindings() {
			if b.GetStepId() == s.GetId() {
				one.Binding = b
			}
		}
		for _, stands := range p.GetSteps() {
			if stands.GetId() == s.GetId() {
				one.Stands = stands
			}
		}
		out = append(out, one)
	}
	return out
}

// Begun reports whether a plan was carried out, or is being.
func Begun(p *orchestratorv1.Plan) bool {
	if p.GetExecutionRunId() != "" {
		return true
	}
	for _, s := range p.GetSteps() { // by a version before this one
		if s.GetResult() != nil {
			return true
		}
	}
	return false
}

// Tool returns what a step calls, as SERVER/OPERATION, "" for one that a person does.
func (s Step) Tool() string {
	if s.GetServer() == "" {
		return ""
	}
	return s.GetServer() + "/" + s.GetOperation()
}

// ArgumentsHash stands for what is sent, or was, "" as long as that is not known.
func (s Step) ArgumentsHash() string {
	if sent := s.Stands.GetArguments(); sent != "" {
		return canonical.Hash([]byte(sent))
	}
	return ""
}
