package executegraph

import (
	"fmt"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func askApproval(s *State) graph.Ask {
	_, tool := s.step()
	step := s.next.GetStep()
	ask := graph.Ask{
		Text: fmt.Sprintf("Do step %s of the plan: %s?", step.GetId(), step.GetDescription()), Explanation: s.reason,
		Payload: &planv1.StepApproval{
			PlanId: s.plan.GetPlanId(), Version: s.plan.GetVersion(), Step: step, Binding: tool,
			ArgumentsHash: s.next.GetArgumentsHash(), Reason: s.reason,
		},
		Options: []graph.Option{{ID: "approve", Label: "Do it", Description: "The tool is called once, with exactly these arguments.", Outcome: Approved}},
	}
	return withWaysOut(ask, step)
}

func askManual(s *State) graph.Ask {
	step := s.next.GetStep()
	ask := graph.Ask{
		Text:    fmt.Sprintf("Step %s of the plan is yours: %s", step.GetId(), step.GetDescription()),
		Payload: &planv1.StepApproval{PlanId: s.plan.GetPlanId(), Version: s.plan.GetVersion(), Step: step},
		Answer:  &planv1.Returned{},
		Options: []graph.Option{{ID: "done", Label: "It is done", Outcome: Done}},
	}
	return withWaysOut(ask, step)
}

// askDecision asks how to go on after a step that was not done, or of which nobody knows.
func askDecision(s *State) graph.Ask {
	step := s.next.GetStep()
	ask := graph.Ask{
		Text: fmt.Sprintf("Step %s of the plan failed: %s. How to go on?", step.GetId(), step.GetDescription()), Explanation: s.reason,
		Payload: &planv1.StepApproval{
			PlanId: s.plan.GetPlanId(), Version: s.plan.GetVersion(), Step: step, ArgumentsHash: s.next.GetArgumentsHash(), Reason: s.reason,
		},
		Answer: &planv1.Returned{},
	}
	if _, tool := s.step(); tool != nil {
		ask.Payload.(*planv1.StepApproval).Binding = tool //nolint:forcetypeassert // it was just made
	}
	again := graph.Option{ID: "again", Label: "Try again", Description: "The tool is called once more, with the same arguments.", Outcome: Again}
	done := graph.Option{ID: "done", Label: "Mark as done", Description: "Nothing is called; the plan goes on.", Outcome: Done}
	if s.last.GetStatus() == planv1.StepResult_STATUS_UNKNOWN {
		ask.Text = fmt.Sprintf("Did step %s of the plan happen? %s", step.GetId(), step.GetDescription())
		again.Label, again.Description = "No, do it", "It did not happen. The tool is called once more, with the same arguments."
		done.Label = "Yes, it happened"
	}
	ask.Options = []graph.Option{again, done}
	return withWaysOut(ask, step)
}

// accept refuses what a step can't have returned.
func accept(_ *State, r graph.Reply) error {
	said, ok := r.Answer.(*planv1.Returned)
	if !ok || said.GetStructured() == "" {
		return nil
	}
	if _, err := canonical.JSON([]byte(said.GetStructured())); err != nil {
		return &graph.AnswerError{Field: "structured", Err: fmt.Errorf("what the step returned: %w", err)}
	}
	return nil
}

func withWaysOut(a graph.Ask, step *planv1.Step) graph.Ask {
	if step.GetOptional() {
		a.Options = append(a.Options, graph.Option{ID: "skip", Label: "Leave it out", Description: "The plan goes on without this step.", Outcome: Skip})
	}
	a.Options = append(a.Options, graph.Option{ID: "abandon", Label: "Give up the plan", Description: "What is done stays done; nothing more is done.", Outcome: Abandon})
	return a
}

func describe(s *runv1.Started) string {
	var in planv1.Execution
	if s.GetInput().UnmarshalTo(&in) != nil {
		return ""
	}
	return in.GetContent().GetObjective()
}

func summary(c *runv1.StepCompleted) string {
	if c.GetOutput() == nil {
		return ""
	}
	m, err := c.GetOutput().UnmarshalNew()
	if err != nil {
		return ""
	}
	switch m := m.(type) {
	case *planv1.PreparedCall:
		if m.GetProblem() != "" {
			return fmt.Sprintf("step %s: %s", m.GetStep().GetId(), m.GetProblem())
		}
		return fmt.Sprintf("step %s: %s", m.GetStep().GetId(), m.GetStep().GetDescription())
	case *planv1.StepResult:
		return fmt.Sprintf("step %s: %s", m.GetStepId(), m.GetText())
	}
	return ""
}
