package notegraph

import (
	"slices"
	"strings"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// apply folds one step's output, or one answer, into the state.
func apply(s State, c graph.Change) State {
	if why := c.Event.GetStepCompleted().GetError(); why != "" {
		return applyFailure(s, c.State, why)
	}
	switch out := c.Output.(type) {
	case *routerv1.RouteResponse:
		s.Route = out
		return s.by("router", out.GetProvenance()).warn(out.GetNotices()...)
	case *notegraphv1.Domains:
		s.Domains = out.GetLoaded()
		if c.Outcome == NothingToAdd {
			s.Gaps = closeOutside(s.Gaps)
		}
	case *notegraphv1.Planned:
		s.Plan, s.Parts = out.GetPlan(), out.GetParts()
		s.Instructions = append(slices.Clip(s.Instructions), out.GetPlan().GetInstructions()...)
		return s.by("planner", out.GetPlan().GetProvenance()).warn(append(out.GetWarnings(), out.GetPlan().GetNotices()...)...)
	case *notegraphv1.Retrieved:
		return s.merge(out)
	case *notegraphv1.Analyzed:
		s.Analysis, s.Gaps, s.Said = out.GetAnalysis(), out.GetAnalysis().GetGaps(), false
		return s.by("analyzer", out.GetProvenance()).warn(out.GetWarnings()...)
	case *clarifierv1.ClarifyResponse:
		s.Questions = out
		return s.by("clarifier", out.GetProvenance())
	case *notegraphv1.Synthesized:
		s.Draft, s.Drafts, s.Drafted = out, s.Drafts+1, s.known()
		switch c.Outcome {
		case Ask:
			s.Questions = askedBy(out)
		case Lacking:
			s.Lacking = append(slices.Clip(s.Lacking), out.GetAnswer().GetMissing())
		}
		return s.by("synthesizer", out.GetProvenance())
	case *evaluatorv1.EvaluateResponse:
		s.Evaluation = out
		s.Feedback = append(slices.Clip(s.Feedback), out.GetFeedback()...)
		s.Unverified = c.Outcome == Exhausted
		return s.by("evaluator", out.GetProvenance())
	case *notegraphv1.Proposed:
		s.Proposed, s.Roadmap = out.GetPlanId(), out.GetRoadmapId()
	case *notegraphv1.Kept:
		s.Kept, s.Progress = out.GetEntry(), out.GetProgress()
	case *notegraphv1.Parsed:
		s.Parsed = out
		return s.by("parser", out.GetParse().GetProvenance())
	case *notegraphv1.Stored:
		s.StoredNote = out
		return s.warn(out.GetWarnings()...)
	case *notegraphv1.Observed:
		return s.by("observer", out.GetProvenance())
	}
	if c.Event.GetAnswered() != nil {
		return applyAnswer(s, c)
	}
	return s
}

// applyFailure takes the way of a step that failed for good into the state.
func applyFailure(s State, at graph.State, why string) State {
	switch at {
	case Route:
		s.Route = unrouted(s.Input, why)
		return s.by("router", s.Route.GetProvenance())
	case ProposePlan:
		s.Route = unplanned(s)
		return s.warn("This looks like something to do, but no plan could be proposed (" + why + "). It is kept as a note.")
	case Retrieve:
		s.Search = mergeSearch(s.Search, &commonv1.SearchOutcome{}, s.Total)
		return s.warn("Your notes couldn't be searched: " + why)
	case Parse:
		return s.warn("The note is kept, but couldn't be parsed: " + why)
	}
	return s
}

// applyAnswer takes what the user said into the state. What was asked and not
// answered counts as declined, so that it is never asked again.
func applyAnswer(s State, c graph.Change) State {
	reply, _ := c.Output.(*notegraphv1.Reply)
	given := map[string]*commonv1.Clarification{}
	for _, a := range reply.GetAnswers() {
		given[a.GetGapId()] = a
	}
	for _, q := range s.Questions.GetQuestions() {
		a := given[q.GetGapId()]
		if a == nil {
			a = &commonv1.Clarification{GapId: q.GetGapId(), Question: q.GetText(), Declined: true}
		}
		s.Clarifications = append(slices.Clip(s.Clarifications), a)
		s.Said = s.Said || !a.GetDeclined()
		if c.State == WaitTarget && !a.GetDeclined() {
			s.Chosen = chosen(a.GetAnswer(), s.Parsed.GetParse().GetCorrection().GetCandidateEntryIds())
		}
	}
	s.Questions, s.Silent = nil, nil
	return s
}

// chosen finds the entry that an answer names among the candidates: by its id,
// which may stand in a longer text, or by its number in the list.
func chosen(answer string, candidates []string) string {
	best := ""
	for _, id := range candidates { // the id of one may begin that of another
		if strings.Contains(answer, id) && len(id) > len(best) {
			best = id
		}
	}
	if best != "" {
		return best
	}
	answer = strings.TrimSpace(answer)
	if len(answer) == 1 && answer[0] >= '1' && int(answer[0]-'1') < len(candidates) {
		return candidates[answer[0]-'1']
	}
	return ""
}

// closeOutside marks gaps that no further domain can fill as searched.
func closeOutside(gaps []*commonv1.Gap) []*commonv1.Gap {
	out := make([]*commonv1.Gap, len(gaps))
	for i, g := range gaps {
		out[i] = g
		if outside(g) {
			out[i] = cloned(g)
			out[i].Searched = true
		}
	}
	return out
}
