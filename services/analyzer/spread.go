package analyzer

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// list quotes the notes that a question asks for one by one, in the order of time.
func (q *inquiry) list() {
	notes := q.covering()
	if len(notes) == 0 && len(q.terms) == 0 && len(named(q.form)) == 0 {
		notes = slices.Clone(q.notes) // "show me my notes"
	}
	total := len(notes)
	if len(q.terms) == 0 {
		total = max(total, int(q.req.GetSearch().GetTotal()))
	}
	if len(q.terms) == 0 { // none is better than another
		slices.SortStableFunc(notes, byTime)
	}
	notes = notes[:min(len(notes), many)]
	slices.SortStableFunc(notes, byTime)
	if !q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, notes, many) {
		q.approach(few)
		return
	}
	if total > len(notes) {
		g := q.gap(commonv1.GapReason_GAP_REASON_CUT)
		g.Seen, g.Total, g.Ranges = int32(len(notes)), int32(total), named(q.form)
	}
}

// develop quotes the first and the latest of what covers a question for how
// something develops.
func (q *inquiry) develop() {
	notes := q.covering()
	slices.SortStableFunc(notes, byTime)
	notes = slices.DeleteFunc(notes, func(n *note) bool { return n.day() == "" })
	if len(notes) > 2 {
		notes = []*note{notes[0], notes[len(notes)-1]}
	}
	if !q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, notes, few) {
		q.approach(few)
		return
	}
	q.uncovered()
}

// contrast quotes each side of a comparison.
func (q *inquiry) contrast() {
	var short []*commonv1.QueryForm
	for _, side := range q.form.GetSides() {
		notes := q.which(func(n *note) bool { return allIn(termsOf(side), n.words) && within(n.day(), named(side)) })
		if q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, q.ordered(notes), few-1); len(notes) == 0 {
			short = append(short, side)
		}
	}
	if len(short) == len(q.form.GetSides()) {
		q.approach(few)
		return
	}
	for _, side := range short {
		if q.complete() {
			g := q.gap(commonv1.GapReason_GAP_REASON_NOT_STATED, wordsIn(termsOf(side))...)
			g.Ranges = named(side)
		}
	}
	q.uncovered()
}

func wordsIn(terms []term) []string {
	var out []string
	for _, t := range terms {
		out = append(out, t.words)
	}
	return out
}
