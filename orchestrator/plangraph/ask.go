package plangraph

import (
	"fmt"
	"slices"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func (s *State) approval() *planv1.PlanApproval {
	return &planv1.PlanApproval{
		PlanId: s.id, Version: s.version, Content: s.content, Bindings: s.checked.GetBindings(), Hash: s.checked.GetHash(), Reason: s.reason,
	}
}

func askApproval(s *State) graph.Ask {
	text := fmt.Sprintf("Carry out this plan (version %d)? %s", s.version, s.content.GetObjective())
	if n := len(s.approvals); n > 0 {
		text += fmt.Sprintf(" (%d of %d approvals)", n, s.needed)
	}
	return graph.Ask{
		Text: text, Explanation: s.reason, Payload: s.approval(), Answer: &planv1.Content{}, Users: s.approvers,
		Options: []graph.Option{
			{ID: "approve", Label: "Carry it out", Description: "What is sent outside is asked for once more, step by step.", Outcome: Approved},
			{ID: "reject", Label: "Reject this version", Description: s.afterRejection(), Outcome: Rejected},
			{ID: "cancel", Label: "Cancel the plan", Description: "Nothing is done.", Outcome: Cancelled},
		},
	}
}

func (s *State) afterRejection() string {
	if s.draftedBy != "" && len(s.rejections)+1 < MostRejections {
		return "Say in words what should be different, and it is drafted again. Nothing is done."
	}
	return "Say in words what should be different. Nothing is done."
}

func askRevision(s *State) graph.Ask {
	ask := graph.Ask{
		Text: "The plan needs another version: " + s.content.GetObjective(), Payload: s.approval(), Answer: &planv1.Content{},
		Options: []graph.Option{{ID: "cancel", Label: "Cancel the plan", Description: "Nothing is done.", Outcome: Cancelled}},
	}
	if s.wish != "" {
		ask.Options = slices.Insert(ask.Options, 0, graph.Option{
			ID: "draft", Label: "Draft it again", Description: "Say in words what is missing, or what should be different.", Outcome: Redraft,
		})
	}
	var why []string
	for _, p := range s.checked.GetProblems() {
		if p.GetStepId() == "" {
			why = append(why, p.GetMessage())
			continue
		}
		why = append(why, fmt.Sprintf("step %s: %s", p.GetStepId(), p.GetMessage()))
	}
	if len(why) == 0 {
		for _, r := range s.rejections {
			why = append(why, fmt.Sprintf("%s, of version %d: %s", r.GetUser(), r.GetVersion(), r.GetFeedback()))
		}
	}
	if len(s.rejections) >= MostRejections {
		ask.Text = fmt.Sprintf("The plan was rejected %d times and needs to be looked at: %s", len(s.rejections), s.content.GetObjective())
	}
	ask.Explanation = strings.Join(why, "\n")
	return ask
}

func askReopen(s *State) graph.Ask {
	return graph.Ask{
		Text: "Nobody decided on the plan in time: " + s.content.GetObjective(), Payload: s.approval(),
		Options: []graph.Option{
			{ID: "reopen", Label: "Propose it again", Outcome: Reopened},
			{ID: "cancel", Label: "Cancel the plan", Description: "Nothing is done.", Outcome: Cancelled},
		},
	}
}
