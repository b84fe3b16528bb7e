package evaluator

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// matter is what there is to judge, in a form that judging needs.
type matter struct {
	req   *pb.EvaluateRequest
	stems map[string]bool // of the answer
	notes map[string]*commonv1.Entry
	cited map[string]bool // ids
	today notes.Day
}

func consider(req *pb.EvaluateRequest, today notes.Day) *matter {
	m := &matter{
		req: req, today: today, stems: search.Meaning(req.GetAnswer()),
		notes: map[string]*commonv1.Entry{}, cited: map[string]bool{},
	}
	for _, n := range req.GetEvidence() {
		m.notes[n.GetEntry().GetId()] = n.GetEntry()
	}
	for _, c := range req.GetCitations() {
		m.cited[c.GetId()] = true
	}
	return m
}

func (m *matter) evidence() grounding.Evidence {
	return grounding.Evidence{
		Today: m.today, Form: m.req.GetForm(), SubQueries: m.req.GetSubQueries(), Notes: m.req.GetEvidence(),
		Analysis: m.req.GetAnalysis(), Gaps: m.req.GetOpenGaps(), Clarifications: m.req.GetClarifications(),
		Search: m.req.GetSearch(), Unresolved: m.req.GetUnresolvedTimes(),
	}
}

// byModel reports whether a model wrote the answer. Code can hold its claims against
// the notes, and its words against the rules of the domains; whether it tells what was
// found and says what is missing, in whatever words and language, a model can judge.
func (m *matter) byModel() bool { return m.req.GetWrittenBy() == commonv1.Mind_MIND_MODEL }

// tells reports whether the answer passes a finding on: it cites a note that the
// finding stands on, names a number of its facts, or has words of what the user
// said.
func (m *matter) tells(f *commonv1.Finding) bool {
	ids, facts := standsOn(f), []*commonv1.Fact{}
	for _, fact := range m.req.GetAnalysis().GetFacts() {
		if slices.Contains(f.GetFactIds(), fact.GetId()) {
			facts, ids = append(facts, fact), append(ids, fact.GetEntryIds()...)
		}
	}
	for _, c := range m.req.GetClarifications() {
		if f.GetGapId() != "" && c.GetGapId() == f.GetGapId() && m.share(c.GetAnswer()) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(ids, func(id string) bool { return m.cited[id] }) || grounding.Tells(m.req.GetAnswer(), facts...)
}

// standsOn returns the ids of the notes that a finding names.
func standsOn(f *commonv1.Finding) []string {
	ids := slices.Clone(f.GetEntryIds())
	for _, q := range f.GetQuotes() {
		ids = append(ids, q.GetEntryId())
	}
	return ids
}

// share returns how much of a text's words the answer has, 1 if it has none
// that carry meaning.
func (m *matter) share(text string) float64 {
	words := search.Meaning(text)
	if len(words) == 0 {
		return 1
	}
	n := 0
	for w := range words {
		if m.stems[w] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}
