package analyzer

import (
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// said makes findings of what the user answered when asked about this question. The
// gaps that he was asked for are closed.
func (q *inquiry) said() {
	for _, c := range q.clarified() {
		q.add(&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_SAID, GapId: c.GetGapId()})
		if g := q.known(c.GetGapId()); g != nil {
			g = proto.CloneOf(g)
			g.Searched, g.Found = true, true
			q.gaps = append(q.gaps, g)
		}
	}
}

// clarified returns what the user said to this question or to this part of it.
func (q *inquiry) clarified() []*commonv1.Clarification {
	var out []*commonv1.Clarification
	for _, c := range q.req.GetClarifications() {
		part := q.known(c.GetGapId()).GetSubQueryId()
		if c.GetAnswer() != "" && (part == q.req.GetSubQueryId() || part == 0 && q.req.GetSubQueryId() == 1) {
			out = append(out, c)
		}
	}
	return out
}

// ask raises what only the user can tell.
func (q *inquiry) ask() {
	if q.form.GetWanted() == commonv1.Wanted_WANTED_NOW {
		q.gap(commonv1.GapReason_GAP_REASON_PRESENT_STATE, wordsIn(q.terms)...)
	}
	if q.unclear() {
		q.gap(commonv1.GapReason_GAP_REASON_AMBIGUOUS)
	}
	for _, g := range q.req.GetKnownGaps() {
		if g.GetReason() == commonv1.GapReason_GAP_REASON_AMBIGUOUS && g.GetSubQueryId() == q.req.GetSubQueryId() && !q.has(g.GetId()) && !g.GetFound() {
			g = proto.CloneOf(g)
			g.Searched = g.GetSearched() || len(q.req.GetRetrievalHistory()) > 0
			q.gaps = append(q.gaps, g)
		}
	}
}

// unclear reports whether a question names nothing that notes could be looked for
// by: "is it better?"
func (q *inquiry) unclear() bool {
	switch q.form.GetWanted() {
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_SUMMARY, commonv1.Wanted_WANTED_TASKS, commonv1.Wanted_WANTED_NOW,
		commonv1.Wanted_WANTED_UNSPECIFIED:
		return false
	}
	if query.Newest(q.form) {
		return false
	}
	if query.Why(q.form) == query.Reference {
		return true
	}
	if q.form.GetWanted() == commonv1.Wanted_WANTED_ADVICE && len(q.form.GetRanges()) > 0 { // "what should I do today?"
		return false
	}
	return len(q.terms) == 0 && q.form.GetMeasure() == nil && len(q.form.GetConditions())+len(q.form.GetSides())+len(query.NamedDays(q.form)) == 0 &&
		!slices.ContainsFunc(q.notes, func(n *note) bool { return n.GetCovers() })
}

// answering returns the notes with words of what the user said.
func (q *inquiry) answering() []*note {
	var terms []term
	for _, c := range q.clarified() {
		for _, w := range meaning(c.GetAnswer()) {
			terms = append(terms, termOf(w.Text))
		}
	}
	return q.which(func(n *note) bool { return anyIn(terms, n.words) })
}
