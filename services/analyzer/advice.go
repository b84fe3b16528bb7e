package analyzer

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// advise gives no advice. It quotes what bears on the question, what stands against
// it first, and says that the decision is not Weft's.
func (q *inquiry) advise() {
	against := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_RESTRICTION}
	for _, p := range q.restrictions() {
		if len(against.Quotes) < few {
			q.put(against, p.note, p.words)
		}
	}
	q.add(against)
	if !q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, q.ordered(q.covering()), few) {
		q.approach(few)
	}
	q.gap(commonv1.GapReason_GAP_REASON_NO_ADVICE)
}

// restrictions returns the sentences that forbid something or warn of it: those of
// notes on what the question names first, then the latest first. What was found
// for the question counts even if it names nothing of it: "knee injured" bears on
// a run.
func (q *inquiry) restrictions() []passage {
	var out []passage
	for _, n := range q.notes {
		for _, s := range sentencesOf(n.text()) {
			if cued("restriction", s.tokens) || cued("restriction weak", s.tokens) && anyIn(q.terms, s.words()) {
				out = append(out, passage{n, trimmed(n.text(), s.start, s.end)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b passage) int { return latestFirst(a.note, b.note) })
	slices.SortStableFunc(out, func(a, b passage) int { return first(q.bears(a.note), q.bears(b.note)) })
	return out
}
