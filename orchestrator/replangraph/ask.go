package replangraph

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

var (
	again    = graph.Option{ID: "again", Label: "Look again", Description: "Changes made in the meantime are taken into account.", Outcome: Again}
	declined = graph.Option{ID: "decline", Label: "Leave everything where it is", Outcome: Declined}
)

func (s *State) users() []string {
	if s.person.User == "" {
		return nil
	}
	return []string{s.person.User}
}

func (s *State) payload() proto.Message {
	return &planningv1.Consent{Observed: s.observed, Proposal: told(s.proposal), Reason: string(s.reason)}
}

// askConsent asks for the person's consent to what is proposed.
func askConsent(s *State) graph.Ask {
	moves, out := 0, 0
	for _, m := range s.proposal.GetMoves() {
		if len(m.GetTo()) > 0 {
			moves++
		} else {
			out++
		}
	}
	text := "What you chose would change."
	switch {
	case moves > 0 && out > 0:
		text = tasks(moves) + " would move, and " + strings.ToLower(tasks(out)) + " would take less time or be left out."
	case moves > 0:
		text = tasks(moves) + " would move."
	case out > 0:
		text = tasks(out) + " would take less time or be left out."
	}
	text += " Apply this?"
	var why []string
	for i, d := range s.observed.GetDifferences() {
		if i == mostTold {
			why = append(why, fmt.Sprintf("and %d more", len(s.observed.GetDifferences())-i))
			break
		}
		why = append(why, d.GetText())
	}
	return graph.Ask{
		Text: text, Explanation: strings.Join(append(why, stuckTexts(s.proposal)...), "\n"), Users: s.users(), Payload: s.payload(),
		Options: []graph.Option{{ID: "apply", Label: "Move them", Description: "Each move is in the roadmap's log.", Outcome: Agreed}, again, declined},
	}
}

// mostTold is how much of what differs is told in words.
const mostTold = 10

func tasks(n int) string {
	if n == 1 {
		return "One task"
	}
	return fmt.Sprintf("%d tasks", n)
}

// askEscalation asks what could give.
func askEscalation(s *State) graph.Ask {
	ask := graph.Ask{Text: "Replanning can't continue without you.", Explanation: s.failure, Users: s.users(), Payload: s.payload(), Answer: &planningv1.Amendment{}}
	if s.reason == Infeasible {
		ask.Text = "All that is left could not be scheduled."
		ask.Explanation = "No schedule was found in the time there was. That does not prove that there is none."
		if s.proposal.GetSchedule().GetVerdict() == planningv1.Verdict_VERDICT_IMPOSSIBLE {
			ask.Text = "There is no longer enough time for all that is left."
			ask.Explanation = "This is proven: " + s.proposal.GetSchedule().GetExplanation() + "."
		}
		for _, text := range s.proposal.GetNeeds() {
			ask.Explanation += "\n" + text + "."
		}
		if ids := slices.Sorted(maps.Keys(s.proposal.GetTitles())); len(ids) > 1 { // those of which something is left
			ask.Explanation += "\nA roadmap that has enough time does not have to wait for the others. You can replan it alone, around them:"
			for _, id := range ids {
				ask.Explanation += fmt.Sprintf("\n“%s”: weft roadmaps replan %s", s.proposal.GetTitles()[id], id)
			}
		}
		for _, w := range s.proposal.GetSchedule().GetWays() {
			if proto.Size(w.GetTerms()) == 0 { // something that its person does with a command
				ask.Explanation += "\nYou could " + w.GetText()
				continue
			}
			ask.Options = append(ask.Options, graph.Option{ID: w.GetId(), Label: w.GetText(), Outcome: Relaxed})
		}
	}
	ask.Options = append(ask.Options, again, declined)
	return ask
}

// readEscalation reads which way out is taken.
func readEscalation(s *State, pause *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
	for _, w := range s.proposal.GetSchedule().GetWays() {
		if w.GetId() == said.GetOptionId() && proto.Size(w.GetTerms()) > 0 {
			return Relaxed, &planningv1.Amendment{Terms: w.GetTerms()}, nil
		}
	}
	for _, o := range pause.GetOptions() {
		if o.GetId() == said.GetOptionId() {
			return graph.Outcome(o.GetOutcome()), &planningv1.Amendment{}, nil
		}
	}
	return "", nil, &graph.AnswerError{Field: "option_id", Err: fmt.Errorf("choose one of the options")}
}
