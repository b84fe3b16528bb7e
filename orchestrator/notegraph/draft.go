package notegraph

import (
	"slices"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// mostSearches is how often a run looks for what a draft says to be missing.
const mostSearches = 2

// modelWrites reports whether a model is to write the answer of a run.
func (h handlers) modelWrites(s State) bool {
	return h.c.Patience["synthesizer"] > 0 && s.Input.GetContext().GetDepth() != commonv1.Depth_DEPTH_OFF
}

func byModel(p *commonv1.Provenance) bool { return p.GetMind() == commonv1.Mind_MIND_MODEL }

// after is what comes after a draft. Where a model misses something it is looked for
// again, in a deep run; the user is asked, once, if none of the notes says anything of it.
func (s *State) after(d *notegraphv1.Synthesized) graph.Outcome {
	a := d.GetAnswer()
	switch {
	case !byModel(d.GetProvenance()):
		return Drafted
	case s.Input.GetContext().GetDepth() == commonv1.Depth_DEPTH_DEEP && a.GetMissing() != "" &&
		len(s.Lacking) < mostSearches && !slices.Contains(s.Lacking, a.GetMissing()):
		return Lacking
	case a.GetAsk() != "" && len(a.GetCitations()) == 0 && len(s.Clarifications) == 0:
		return Ask
	}
	return Drafted
}

// known counts what a draft is written from: notes, what was sought for it, what the user
// said, objections.
func (s *State) known() int {
	n := len(s.Retrieved) + len(s.Sought) + len(s.Feedback)
	for _, c := range s.Clarifications {
		if !c.GetDeclined() {
			n++
		}
	}
	return n
}

// draftStands reports whether a model has written a draft from all that is known now:
// the user did not want to say more, or a search has found no other note.
func (s *State) draftStands() bool {
	return byModel(s.Draft.GetProvenance()) && s.Drafted == s.known()
}

// objectedTo is the draft that is to be written again, "" if none is.
func (s *State) objectedTo() string {
	if len(s.Feedback) == 0 {
		return ""
	}
	return s.Draft.GetAnswer().GetText()
}

// toSearchFor is what is to be looked for because of the last draft: what it says to be
// missing, or what rules object to.
func (s *State) toSearchFor() []*commonv1.EvaluationFeedback {
	if !byModel(s.Draft.GetProvenance()) {
		return s.Feedback
	}
	var out []*commonv1.EvaluationFeedback
	for _, missing := range s.Lacking {
		out = append(out, &commonv1.EvaluationFeedback{Issue: "missing", Suggestion: missing})
	}
	return out
}

// mostSought is how many of the notes that a search for what is missing has found go
// before the others.
const mostSought = 8

// sought are the entries that were found for what drafts have said to be missing.
func sought(s State, r *notegraphv1.Retrieved) []string {
	if len(s.Lacking) == 0 {
		return nil
	}
	out := slices.Clone(s.Sought)
	for _, e := range r.GetEntries()[:min(mostSought, len(r.GetEntries()))] {
		if !slices.Contains(out, e.GetId()) {
			out = append(out, e.GetId())
		}
	}
	return out
}

// soughtFirst puts the notes that were sought for what a draft missed before all others.
func (s *State) soughtFirst(evidence []*commonv1.EvidenceNote) []*commonv1.EvidenceNote {
	place := func(n *commonv1.EvidenceNote) int {
		if at := slices.Index(s.Sought, n.GetEntry().GetId()); at >= 0 {
			return at
		}
		return len(s.Sought)
	}
	stable.Sort(evidence, func(a, b *commonv1.EvidenceNote) int { return place(a) - place(b) })
	return evidence
}

// askedBy is the question of a draft, beside what it has to say without an answer.
func askedBy(d *notegraphv1.Synthesized) *clarifierv1.ClarifyResponse {
	const id = "ask"
	return &clarifierv1.ClarifyResponse{
		Explanation: d.GetAnswer().GetText(),
		Questions:   []*commonv1.Question{{Id: id, GapId: id, Text: d.GetAnswer().GetAsk()}},
		Provenance:  d.GetProvenance(),
	}
}
