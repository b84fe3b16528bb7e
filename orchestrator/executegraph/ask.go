package executegraph

import (
	"fmt"
	"slices"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func askApproval(s *State) graph.Ask {
	_, tool := s.step()
	step, given := s.next.GetStep(), s.given()
	ask := graph.Ask{
		Text: fmt.Sprintf("Do step %s of the plan: %s?", step.GetId(), step.GetDescription()), Explanation: s.reason,
		Payload: &planv1.StepApproval{
			PlanId: s.plan.GetPlanId(), Version: s.plan.GetVersion(), Step: step, Binding: tool,
			ArgumentsHash: s.next.GetArgumentsHash(), Reason: s.reason, ApprovalsNeeded: int32(s.needed()), Approvals: given,
		},
		Users:   s.plan.GetApprovers(),
		Options: []graph.Option{{ID: "approve", Label: "Do it", Description: "The tool is called once, with exactly these arguments" + s.once("") + ".", Outcome: Approved}},
	}
	if len(given) > 0 {
		ask.Text += fmt.Sprintf(" (%d of %d approvals)", len(given), s.needed())
	}
	return withWaysOut(ask, step)
}

// given are the approvals of the call whose turn it is.
func (s *State) given() []*planv1.Approval {
	if !s.approval.of(s.next) {
		return nil
	}
	return s.approval.given
}

// once says how many people have to approve a call, if that is more than one.
func (s *State) once(more string) string {
	if s.needed() == 1 {
		return ""
	}
	return fmt.Sprintf(", once %d people have approved it%s", s.needed(), more)
}

// read tells an approval that others have to follow from the last one.
func read(s *State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	for _, o := range pause.GetOptions() {
		if o.GetId() != said.GetOptionId() {
			continue
		}
		outcome := graph.Outcome(o.GetOutcome())
		if outcome == Approved && len(s.given())+1 < s.needed() {
			outcome = Seconded
		}
		return outcome, said.Reply, nil
	}
	return "", nil, &graph.AnswerError{Field: "option_id", Err: fmt.Errorf("choose an option of the pause")}
}

// acceptApproval refuses a second approval of the same person.
func acceptApproval(s *State, r graph.Reply) error {
	if r.Outcome != Approved && r.Outcome != Seconded {
		return nil
	}
	return refuseTwice(s.given(), r.By.User, s.needed())
}

// refuseTwice refuses the approval of somebody who has given one.
func refuseTwice(given []*planv1.Approval, user string, needed int) error {
	if !slices.ContainsFunc(given, func(a *planv1.Approval) bool { return a.GetUser() == user }) {
		return nil
	}
	return AlreadyApproved(user, len(given), needed)
}

// AlreadyApproved says that somebody's approval is counted already.
func AlreadyApproved(user string, given, needed int) error {
	return fault.New(codes.AlreadyExists, fault.ApprovalGiven,
		"%s has approved it already, and counts once (%d of %d approvals); it needs the approval of somebody else", user, given, needed).
		With("user", user).With("approvals", fmt.Sprint(given)).With("approvals_needed", fmt.Sprint(needed))
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
			ApprovalsNeeded: int32(s.needed()),
		},
		Answer: &planv1.Returned{}, Users: s.plan.GetApprovers(),
	}
	if _, tool := s.step(); tool != nil {
		ask.Payload.(*planv1.StepApproval).Binding = tool //nolint:forcetypeassert // it was just made
	}
	again := graph.Option{ID: "again", Label: "Try again", Description: "The tool is called once more, with the same arguments" + s.once("; you are the first") + ".", Outcome: Again}
	done := graph.Option{ID: "done", Label: "Mark as done", Description: "Nothing is called; the plan goes on.", Outcome: Done}
	if s.last.GetStatus() == planv1.StepResult_STATUS_UNKNOWN {
		ask.Text = fmt.Sprintf("Did step %s of the plan happen? %s", step.GetId(), step.GetDescription())
		again.Label, again.Description = "No, do it", "It did not happen. "+again.Description
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
