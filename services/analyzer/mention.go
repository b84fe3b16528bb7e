package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// mention tells how many notes, or days, mention a term, if all of them were
// searched for it. Notes that are shown are never counted in their place. Of something
// that was done, notes that only deny, plan or ask it are told and not counted.
func (q *inquiry) mention() {
	count, on, denied, ok := q.mentioning()
	if !ok {
		q.lookUp()
		return
	}
	f := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: q.form.GetAggregate(), Subject: q.form.GetSubjects()[0].GetName(),
		Value: float64(count), SampleSize: int32(count),
	}
	if r := query.NamedDays(q.form); len(r) == 1 {
		f.Range = r[0]
	}
	stable.Sort(on, byTime)
	for _, n := range on {
		f.EntryIds = append(f.EntryIds, n.id())
	}
	for _, n := range denied {
		f.Unread = append(f.Unread, &commonv1.UnreadNote{EntryId: n.id(), Date: n.day(), Reason: commonv1.UnreadReason_UNREAD_REASON_DENIED, Words: q.sentenceNaming(n)})
	}
	q.add(&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_MENTIONED, FactIds: q.learn([]*commonv1.Fact{f}), EntryIds: f.EntryIds})
}

// sentenceNaming returns the first sentence of a note that names what the question does.
func (q *inquiry) sentenceNaming(n *note) *commonv1.TextRange {
	for _, s := range sentencesOf(n.text()) {
		if anyIn(q.terms, s.words()) {
			return trimmed(n.text(), s.start, s.end)
		}
	}
	return nil
}

// mentioning counts the notes or days that mention the form's one term, and returns
// those notes of them that are known, and of all notes those that deny it. It reports false
// if that can't be counted.
func (q *inquiry) mentioning() (count int, on, denied []*note, ok bool) {
	ranges := query.NamedDays(q.form)
	if !q.complete() || len(q.form.GetSubjects()) != 1 || len(q.form.GetConditions())+len(q.form.GetUncovered()) > 0 || q.form.GetGroupBy() != 0 {
		return 0, nil, nil, false
	}
	on = q.which(func(n *note) bool { return allIn(q.terms, n.words) && within(n.day(), ranges) })
	all := int(q.req.GetSearch().GetTotal()) <= len(q.req.GetEvidence())
	if all && !cued("writing", search.Tokens(q.form.GetText())) {
		denied = slices.DeleteFunc(slices.Clone(on), q.asserted)
		on = slices.DeleteFunc(on, func(n *note) bool { return slices.Contains(denied, n) })
		stable.Sort(denied, byTime)
	}
	days := map[string]bool{}
	for _, n := range on {
		days[n.day()] = true
	}
	byDay := q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_COUNT_DAYS
	switch {
	case len(on) == 0:
		return 0, nil, nil, false
	case !all:
		n := q.counted(ranges)
		return n, on, nil, !byDay && n >= len(on)
	case byDay:
		delete(days, "")
		return len(days), on, denied, len(days) > 0
	}
	return len(on), on, denied, true
}

// counted is how many notes a search for the term itself, and of the days that the
// question names, has found; 0 if there was none.
func (q *inquiry) counted(ranges []*commonv1.ScopeRange) int {
	days := &commonv1.DateRange{}
	if len(ranges) > 0 {
		days.Start, days.End = ranges[0].GetStart(), ranges[0].GetEnd()
	}
	for _, a := range slices.Backward(q.req.GetRetrievalHistory()) {
		i := a.GetInstruction()
		names := i.GetKeywords()
		if i.GetTopic() != "" {
			names = []string{i.GetTopic()}
		}
		asked := i.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD || i.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC
		if asked && len(names) > 0 && i.GetDateRange().GetStart() == days.GetStart() && i.GetDateRange().GetEnd() == days.GetEnd() &&
			!slices.ContainsFunc(names, func(name string) bool { return !q.terms[0].is(name) }) {
			return int(a.GetEntriesFound())
		}
	}
	return 0
}
