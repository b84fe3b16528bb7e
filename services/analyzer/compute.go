package analyzer

import (
	"fmt"

	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// compute answers an admitted form by facts. Of values that were cut, or of a search
// that did not finish, there is no total: they are told one by one.
func (q *inquiry) compute() {
	rows := q.req.GetObservations()
	if query.Mention(q.form) {
		q.mention()
		return
	}
	var facts []*commonv1.Fact
	if q.whole() {
		facts = observation.Compute(q.form, rows, q.req.GetUnread(), q.weekStart())
	} else {
		for _, form := range query.FormsApart(q.form) {
			if of := observation.Select(form, rows); len(of) > 0 {
				facts = append(facts, values(form, of, q.req.GetUnread()))
			}
		}
	}
	q.add(&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_COMPUTED, FactIds: q.learn(facts)})
	for _, form := range query.FormsApart(q.form) {
		if len(observation.Select(form, rows)) == 0 {
			q.noValue(form)
		}
	}
	if len(facts) == 0 {
		q.quote(commonv1.FindingKind_FINDING_KIND_CLOSEST, q.closest(few), few)
	}
	if s := q.req.GetSearch(); s.GetCut() {
		g := q.gap(commonv1.GapReason_GAP_REASON_CUT)
		g.Seen, g.Total, g.Ranges = int32(len(rows)), s.GetObservations(), query.NamedDays(q.form)
	}
}

// learn takes facts up and returns their ids.
func (q *inquiry) learn(facts []*commonv1.Fact) []string {
	var ids []string
	for _, f := range facts {
		f.Id = fmt.Sprintf("f%d", len(q.facts)+1)
		q.facts, ids = append(q.facts, f), append(ids, f.Id)
	}
	return ids
}

// mostValues is how many values a fact shows; of more, the first and the last.
const mostValues = 10

// values is the fact that these rows were read.
func values(form *commonv1.QueryForm, rows []*commonv1.Observation, unread []*commonv1.UnreadNote) *commonv1.Fact {
	f := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_VALUES, Measure: form.GetMeasure(), SampleSize: int32(len(rows)), Observations: rows}
	if s := form.GetSubjects(); len(s) == 1 {
		f.Subject = s[0].GetName()
	}
	if r := form.GetRanges(); len(r) == 1 {
		f.Range = r[0]
	}
	for _, u := range unread {
		if within(u.GetDate(), query.NamedDays(form)) {
			f.Unread = append(f.Unread, u)
		}
	}
	seen := map[string]bool{}
	for _, o := range rows {
		if id := o.GetEntryId(); !seen[id] {
			seen[id] = true
			f.EntryIds = append(f.EntryIds, id)
		}
	}
	if n := len(rows); n > mostValues {
		f.Observations = []*commonv1.Observation{rows[0], rows[n-1]}
	}
	return f
}

// noValue says that a form has no value: because no note is on its subject, or none
// of those gives one.
func (q *inquiry) noValue(form *commonv1.QueryForm) {
	if !q.whole() {
		return
	}
	terms, ranges := termsOf(form), query.NamedDays(form)
	reason := commonv1.GapReason_GAP_REASON_NO_NOTES
	if len(q.which(func(n *note) bool { return (len(terms) == 0 || anyIn(terms, n.words)) && within(n.day(), ranges) })) > 0 {
		reason = commonv1.GapReason_GAP_REASON_NO_VALUE
	}
	g := q.gap(reason, wordsIn(terms)...)
	g.Ranges, g.Measure = append(g.Ranges, ranges...), form.GetMeasure()
}
