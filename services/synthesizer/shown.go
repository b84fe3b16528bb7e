package synthesizer

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many notes a model is shown. What one note answers is nearly always among the
// first 24; what has to be added up, listed or compared takes more of them.
const usualNotes, manyNotes = 24, 60

// shown are the notes that a model is shown, best first: those that the analysis quotes,
// the best of the search, and then those that it has computed from.
func (t *transcript) shown() []*commonv1.EvidenceNote {
	var out []*commonv1.EvidenceNote
	add := func(n *commonv1.EvidenceNote, most int) {
		if n != nil && len(out) < most && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, f := range t.req.GetAnalysis().GetFindings() {
		for _, q := range f.GetQuotes() {
			add(t.byID[q.GetEntryId()], t.most())
		}
	}
	for _, n := range t.all {
		add(n, t.most())
	}
	for _, f := range t.req.GetAnalysis().GetFacts() {
		for _, id := range shownBy(f) {
			add(t.byID[id], manyNotes)
		}
	}
	return out
}

// most is how many of the best notes a model is shown.
func (t *transcript) most() int {
	switch t.req.GetForm().GetWanted() {
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_TREND,
		commonv1.Wanted_WANTED_SUMMARY, commonv1.Wanted_WANTED_TASKS:
		return manyNotes
	}
	if len(t.req.GetSubQueries()) > 1 {
		return manyNotes
	}
	return usualNotes
}
