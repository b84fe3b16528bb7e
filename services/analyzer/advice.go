package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// advise gives no advice. It quotes what bears on the question, what stands against
// it first, and says that the decision is not Weft's. Whether something is allowed is
// no decision: what notes say of it is the answer.
func (q *inquiry) advise() {
	against := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_RESTRICTION}
	for _, p := range q.restrictions() {
		if len(against.Quotes) < few {
			q.putPassage(against, p.note, p.words)
		}
	}
	q.add(against)
	if !q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, q.ordered(q.covering()), few) {
		q.approach(few)
	}
	if !q.form.GetPermission() {
		q.gap(commonv1.GapReason_GAP_REASON_NO_ADVICE)
	}
}

// lately is how many days a note on the state of the body counts.
const lately = 60

// restrictions returns the sentences that forbid something that the question names, or
// warn of it, and those of late on what stands against all of its kind, as domains
// declare it: "knee injured" of a run. What names the question's things comes first,
// then the latest. What a note forbids of something else is no restriction.
func (q *inquiry) restrictions() []passage {
	var named, general []passage
	var against []term
	for _, word := range query.RestrictedBy(q.form, q.req.GetDomainContext().GetSchemas()) {
		against = append(against, termOf(word))
	}
	since := today(q.req.GetContext()).AddDays(-lately).String()
	for _, n := range q.notes {
		for _, s := range sentencesOf(n.text()) {
			p := passage{n, trimmed(n.text(), s.start, s.end)}
			strong := cued("restriction", s.tokens)
			switch {
			case strong && anyIn(q.terms, s.words()), s.near("restriction weak", q.terms, n.text()):
				named = append(named, p)
			case n.day() >= since && (strong && anyIn(against, s.words()) || s.near("restriction weak", against, n.text())):
				general = append(general, p)
			}
		}
	}
	stable.Sort(named, func(a, b passage) int { return latestFirst(a.note, b.note) })
	stable.Sort(general, func(a, b passage) int { return latestFirst(a.note, b.note) })
	return slices.Concat(named, general)
}
