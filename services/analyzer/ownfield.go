package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// readOwnField makes the question one for a field of the writer's own, if there are values
// of that alone.
func (q *inquiry) readOwnField() {
	own, ok := query.ByOwnField(q.form)
	if !ok || !q.hasValues(own) || own.GetAggregate() == commonv1.Aggregate_AGGREGATE_SUM && numbersThings(own, q.req.GetObservations()) || query.Admit(q.form) == query.Compute && !query.Mention(q.form) && q.hasValues(q.form) {
		return
	}
	q.form = own
}

// hasValues reports whether a row is of a form or of one of its sides.
func (q *inquiry) hasValues(form *commonv1.QueryForm) bool {
	return slices.ContainsFunc(query.FormsApart(form), func(side *commonv1.QueryForm) bool {
		return len(observation.Select(side, q.req.GetObservations())) > 0
	})
}

// numbersThings reports whether the values of a field are names of things and not how many
// there were: "job: 263" is one of the jobs. Such a field is called as one thing, and each
// of its values is higher than the last.
func numbersThings(own *commonv1.QueryForm, all []*commonv1.Observation) bool {
	several := map[string]bool{} // stems of words of the question that are plurals
	for t := range search.Each(own.GetText()) {
		if stem := search.Stem(t.Folded); stem != t.Folded && strings.HasSuffix(t.Folded, "s") {
			several[stem] = true
		}
	}
	rows := observation.Select(own, all)
	for i, r := range rows {
		one := false
		for t := range search.Each(r.GetSubject()) {
			one = several[search.Stem(t.Folded)] && !strings.HasSuffix(t.Folded, "s")
		}
		if !one || i > 0 && r.GetValue() <= rows[i-1].GetValue() {
			return false
		}
	}
	return true
}
