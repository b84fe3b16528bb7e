package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// lists reports whether notes are asked for one by one, whatever they say: of "which
// bill is still open" most say something else by now.
func (q *inquiry) lists() bool {
	switch q.form.GetWanted() {
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_SUMMARY:
		return !q.form.GetLatest()
	}
	return false
}

// list quotes the notes that a question asks for one by one, in the order of time.
func (q *inquiry) list() {
	notes := q.covering()
	if len(notes) == 0 && len(q.terms) == 0 && len(query.NamedDays(q.form)) == 0 {
		notes = slices.Clone(q.notes) // "show me my notes"
	}
	covered, total := len(notes), q.total(len(notes))
	if len(q.terms) == 0 {
		total = int32(max(covered, q.written()))
	}
	if len(q.terms) == 0 { // none is better than another
		stable.Sort(notes, byTime)
	}
	notes = notes[:min(len(notes), many)]
	stable.Sort(notes, byTime)
	if !q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, notes, many) {
		q.approach(few)
		return
	}
	if max(covered, int(total)) > len(notes) {
		g := q.gap(commonv1.GapReason_GAP_REASON_CUT)
		g.Seen, g.Total, g.Ranges = int32(len(notes)), total, query.NamedDays(q.form)
	}
}

// written is how many notes there are of the days that the question names, of all
// days if it names none. What was looked at because it may speak of them is not.
func (q *inquiry) written() int {
	ranges := query.NamedDays(q.form)
	if !slices.ContainsFunc(q.notes, func(n *note) bool { return !within(n.day(), ranges) }) {
		return int(q.req.GetSearch().GetTotal())
	}
	total := 0
	for _, a := range q.req.GetRetrievalHistory() {
		if days := a.GetInstruction().GetDateRange(); within(days.GetStart(), ranges) && within(days.GetEnd(), ranges) {
			total = max(total, int(a.GetEntriesFound()))
		}
	}
	return total
}

// develop quotes the first and the latest of what covers a question for how
// something develops.
func (q *inquiry) develop() {
	notes := q.covering()
	stable.Sort(notes, byTime)
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
	kind := commonv1.FindingKind_FINDING_KIND_QUOTED
	var sides [][]*note
	var short []*commonv1.QueryForm
	for _, side := range q.form.GetSides() {
		notes := q.which(func(n *note) bool { return allIn(termsOf(side), n.words) && within(n.day(), query.NamedDays(side)) })
		if sides = append(sides, q.ordered(notes)); len(notes) == 0 {
			short, kind = append(short, side), commonv1.FindingKind_FINDING_KIND_CLOSEST
		}
	}
	if len(short) == len(sides) {
		q.approach(few)
		return
	}
	for _, notes := range sides {
		q.quote(kind, notes, few-1)
	}
	for _, side := range short {
		if q.soughtAll(side) {
			q.gap(commonv1.GapReason_GAP_REASON_NO_NOTES, wordsIn(termsOf(side))...).Ranges = query.NamedDays(side)
		}
	}
	q.uncovered()
}

// soughtAll reports whether a question, or a side of it, that no note here answers is
// answered by none at all: all that was found is here; or notes of its days are that lack
// some of its words, which come after those that have all; or its days have no notes.
func (q *inquiry) soughtAll(form *commonv1.QueryForm) bool {
	terms, ranges := termsOf(form), query.NamedDays(form)
	switch {
	case !q.complete():
		return false
	case int(q.req.GetSearch().GetTotal()) <= len(q.notes):
		return true
	case len(terms) > 0:
		return slices.ContainsFunc(q.notes, func(n *note) bool { return within(n.day(), ranges) && !allIn(terms, n.words) })
	}
	return slices.ContainsFunc(q.req.GetRetrievalHistory(), func(a *commonv1.RetrievalAttempt) bool {
		days := a.GetInstruction().GetDateRange()
		return a.GetEntriesFound() == 0 && slices.ContainsFunc(ranges, func(r *commonv1.ScopeRange) bool {
			return days.GetStart() == r.GetStart() && days.GetEnd() == r.GetEnd()
		})
	})
}

func wordsIn(terms []term) []string {
	var out []string
	for _, t := range terms {
		out = append(out, t.words)
	}
	return out
}
