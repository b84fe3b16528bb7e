package planninggraph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// ideasID is the id of the option that has a model think of other ways, and ideaID what those of
// the ways begin with.
const (
	ideasID = "ideas"
	ideaID  = "idea-"
)

// brainstorm has a model think of other ways to go about the goal than its outline.
func (d Deps) brainstorm(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if d.capped(s) {
		return graph.Result{Outcome: Capped}, nil
	}
	call, err := d.modelCall(ctx, s, at, s.read.GetTime().AsTime())
	if err != nil {
		return graph.Result{}, err
	}
	res, err := d.Planner.Brainstorm(ctx, &plannerv1.BrainstormRequest{
		Context: call, Goal: s.goal, Outline: s.outline.GetOutline(), Count: int32(Several(s.policy())),
	})
	if err != nil {
		return graph.Result{}, err
	}
	if n := len(res.GetIdeas().GetIdeas()); n == 0 || n > Several(s.policy()) {
		return graph.Result{}, fmt.Errorf("the planner thought of %d ways", n)
	}
	return graph.Result{Outcome: IdeasFound, Output: res.GetIdeas(), Degraded: res.GetProvenance().GetDegraded()}, nil
}

// doubtful says that it waits because of an outline that keeps the rules and isn't sure.
func (s *State) doubtful() bool {
	return s.from == ValidateOutline && s.reason == Fatal &&
		!slices.ContainsFunc(s.violations, func(v *planningv1.Violation) bool { return v.GetCode() != doubtfulCode })
}

// offersIdeas says that a person who is asked about an outline is offered other ways. Rules would
// draft the same again, so it takes an outline that a model has drafted; and they are offered once.
func (s *State) offersIdeas() bool {
	if s.brainstormed || !modelled(s.outline) {
		return false
	}
	switch s.policy().GetBrainstorming() {
	case planningv1.Policy_BRAINSTORMING_ON_DEMAND:
		return false
	case planningv1.Policy_BRAINSTORMING_ALWAYS_OFFER:
		return true
	}
	return s.confidence >= maybe && s.confidence < sure
}

// onOutline says that the approval that is asked for is the one for the outline, or for all of it.
func (s *State) onOutline() bool {
	return s.stage == planningv1.Stage_STAGE_OUTLINE || !slices.Contains(Approvals(s.policy()), planningv1.Stage_STAGE_OUTLINE)
}

func ideasOption() graph.Option {
	return graph.Option{ID: ideasID, Label: "Show me other ways to go about it", Description: "A model thinks of some; you choose one, or keep this outline.", Outcome: IdeasWanted}
}

// askIdeas adds to a question the ways that were thought of.
func (s *State) askIdeas(ask *graph.Ask, asked *planningv1.Asked) {
	var lines []string
	for i, idea := range s.ideas {
		text := fmt.Sprintf("%d. %s: %s", i+1, idea.GetTitle(), idea.GetDiffers())
		if len(idea.GetLeansOn()) > 0 {
			text += " (because you said “" + strings.Join(idea.GetLeansOn(), "”, “") + "”)"
		}
		lines = append(lines, text)
		ask.Options = append(ask.Options, graph.Option{ID: fmt.Sprint(ideaID, i+1), Label: idea.GetTitle(), Description: idea.GetDiffers(), Outcome: IdeaChosen})
	}
	asked.Ideas = s.ideas
	ask.Explanation = explain(s.policy(), strings.TrimSpace(strings.Join(append(lines, s.why()), "\n")))
	ask.Options = append(ask.Options, graph.Option{ID: "keep", Label: "Keep the outline as it is", Outcome: OutlineKept})
}

// wantsIdeas says that other ways are asked for, by the option or without it. where says that they
// may be now.
func (s *State) wantsIdeas(where bool, option string, m *planningv1.Amendment) (bool, error) {
	if option != ideasID && !m.GetIdeas() {
		return false, nil
	}
	refuse := func(text string) (bool, error) {
		return false, &graph.AnswerError{Field: "payload.ideas", Err: fmt.Errorf("%s", text)}
	}
	switch {
	case option != "" && option != ideasID:
		return refuse("ask for other ways without choosing another option")
	case !empty(m) || m.GetIdea() != 0:
		return refuse("ask for other ways on their own; say what should be different once you have seen them")
	case !where || !modelled(s.outline):
		return refuse("other ways are only offered when a model's outline is shown; say in words what should be different")
	}
	return true, nil
}

// idea reads which way is chosen; 0: none.
func (s *State) idea(option string, m *planningv1.Amendment) (int32, error) {
	n := m.GetIdea()
	for i := range s.ideas {
		if option == fmt.Sprint(ideaID, i+1) {
			n = int32(i + 1)
		}
	}
	if n != 0 && (s.reason != IdeasFound || int(n) > len(s.ideas)) {
		return 0, &graph.AnswerError{Field: "payload.idea", Err: fmt.Errorf("there is no way with the number %d", n)}
	}
	return n, nil
}

// adopt takes the way that a person has chosen, if they have, and keeps the others as tried. It
// returns what is in the log about it.
func (s *State) adopt(m *planningv1.Amendment, by string) (what, why string) {
	for i, idea := range s.ideas {
		if int32(i+1) != m.GetIdea() {
			s.tried = append(slices.Clip(s.tried), &planningv1.Option{Name: fmt.Sprint(ideaID, i+1), Text: idea.GetTitle() + ": " + idea.GetDiffers(), Reason: "not what " + cmp.Or(by, "the person") + " chose"})
			continue
		}
		what, why = "another way: “"+idea.GetTitle()+"”, "+idea.GetDiffers(), fmt.Sprintf("it was chosen from %d that a model thought of", len(s.ideas))
	}
	return what, why
}
