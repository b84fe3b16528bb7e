package planninggraph

import (
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// styleID is the id of the question for a style. No template has a parameter of that name.
const styleID = "style"

// styles are the answers to it.
var styles = map[string]planningv1.Policy_Style{
	"concise": planningv1.Policy_STYLE_CONCISE, "conversational": planningv1.Policy_STYLE_CONVERSATIONAL,
}

// styleQuestion is asked once, after all others, of a person who has no style. It stops nobody
// by itself.
func styleQuestion() *planningv1.Question {
	return &planningv1.Question{
		Id: styleID, Text: "Concise or conversational?",
		Choices: []*planningv1.Choice{{Value: "concise", Label: "no more than needed"}, {Value: "conversational", Label: "also what comes next"}},
	}
}

// styled takes the answer to it out of those that are parameters of a template.
func (s *State) styled(m *planningv1.Amendment) {
	style := styles[m.GetTerms().GetAnswers()[styleID]]
	if style == 0 || !s.goal.GetPolicy().GetStyleAsked() {
		return
	}
	delete(m.Terms.Answers, styleID)
	m.Policy = roadmaps.Policy(m.GetPolicy(), &planningv1.Policy{Style: style})
}
