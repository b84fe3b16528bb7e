package observation

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Compute returns the facts that answer a form, of all rows that were found for
// it. The form has been admitted. Unread are the notes on its subject that were
// not read whole: with some in its ranges, a fact has the kind VALUES and no total,
// unless they have no more than a number of something else, which it tells.
// Without a row of its own a form has no fact.
//
// A comparison has the facts of its sides in their order, then how far the first
// is from the second. With a group_by there is a fact for each group.
func Compute(form *commonv1.QueryForm, rows []*commonv1.Observation, unread []*commonv1.UnreadNote, weekStart time.Weekday) []*commonv1.Fact {
	var facts []*commonv1.Fact
	var sides [][]*commonv1.Fact
	for _, side := range query.FormsApart(form) {
		of := factsOf(side, rows, unread, weekStart)
		sides, facts = append(sides, of), append(facts, of...)
	}
	if len(form.GetSides()) == 2 {
		if slices.EqualFunc(sides[0], sides[1], once) {
			facts = sides[0]
		} else {
			facts = append(facts, changes(sides[0], sides[1])...)
		}
	}
	for i, f := range facts {
		f.Id = fmt.Sprintf("f%d", i+1)
	}
	return facts
}

// factsOf returns the facts of a form without sides.
func factsOf(form *commonv1.QueryForm, rows []*commonv1.Observation, unread []*commonv1.UnreadNote, weekStart time.Weekday) []*commonv1.Fact {
	rows = Select(form, rows)
	rows, none := withoutNone(form, rows)
	unread = append(slices.Clone(unread), none...)
	unread = slices.DeleteFunc(slices.Clone(unread), func(u *commonv1.UnreadNote) bool {
		return len(form.GetRanges()) > 0 && !slices.ContainsFunc(form.GetRanges(), func(s *commonv1.ScopeRange) bool { return onDay(s, u.GetDate()) }) ||
			idle(form, rows, u)
	})
	stops := slices.DeleteFunc(slices.Clone(unread), func(u *commonv1.UnreadNote) bool {
		return !Stops(u.GetReason())
	})
	var facts []*commonv1.Fact
	for _, s := range samples(form, rows) {
		if len(stops) > 0 {
			f := s.values()
			f.Unread = stops
			facts = append(facts, f)
			continue
		}
		var of []*commonv1.Fact
		for _, g := range s.groups(weekStart) {
			f := g.fact()
			f.Unread = unread
			of = append(of, f)
		}
		if most := int(form.GetLimit()); most > 0 && most < len(of) { // of groups, the greatest
			slices.SortStableFunc(of, func(a, b *commonv1.Fact) int { return cmp.Compare(b.GetValue(), a.GetValue()) })
			of = of[:most]
		}
		facts = append(facts, of...)
	}
	return facts
}

// withoutNone takes from the rows of a count of notes or days those that say that there was
// none ("eggs:: 0"), and returns them to be told, unless a condition is on their measure. An
// average is over them, too.
func withoutNone(form *commonv1.QueryForm, rows []*commonv1.Observation) (some []*commonv1.Observation, none []*commonv1.UnreadNote) {
	if !counts(form.GetAggregate()) || slices.ContainsFunc(form.GetConditions(), func(c *commonv1.Condition) bool { return c.GetMeasure() != nil }) {
		return rows, nil
	}
	for _, r := range rows {
		if r.GetKind() == commonv1.MeasureKind_MEASURE_KIND_AMOUNT && r.GetValue() == 0 {
			none = append(none, &commonv1.UnreadNote{EntryId: r.GetEntryId(), Date: r.GetDate(), Reason: commonv1.UnreadReason_UNREAD_REASON_NONE})
		} else {
			some = append(some, r)
		}
	}
	if len(some) == 0 { // all that there is says so, which is told one by one
		return rows, nil
	}
	return some, none
}

// valued are the aggregates of which it matters that some of what is asked states no value.
var valued = []commonv1.Aggregate{
	commonv1.Aggregate_AGGREGATE_SUM, commonv1.Aggregate_AGGREGATE_MEAN, commonv1.Aggregate_AGGREGATE_MEDIAN,
	commonv1.Aggregate_AGGREGATE_MIN, commonv1.Aggregate_AGGREGATE_MAX, commonv1.Aggregate_AGGREGATE_RATE,
}

// idle reports whether a note that was not read whole changes nothing of what its form
// comes to: the latest of values, which is of a later day, the first, which is of an
// earlier one, and the number of notes or days of which it is one already.
func idle(form *commonv1.QueryForm, rows []*commonv1.Observation, u *commonv1.UnreadNote) bool {
	if u.GetReason() == commonv1.UnreadReason_UNREAD_REASON_UNSTATED {
		return form.GetMeasure() == nil || len(form.GetConditions()) > 0 || !slices.Contains(valued, form.GetAggregate()) ||
			slices.ContainsFunc(rows, func(r *commonv1.Observation) bool { return r.GetOfDay() && r.GetDate() == u.GetDate() }) // another note has it
	}
	if len(rows) == 0 || form.GetGroupBy() != commonv1.GroupBy_GROUP_BY_UNSPECIFIED || form.GetLimit() > 1 {
		return false
	}
	switch form.GetAggregate() {
	case commonv1.Aggregate_AGGREGATE_LATEST:
		return u.GetDate() != "" && u.GetDate() < rows[len(rows)-1].GetDate()
	case commonv1.Aggregate_AGGREGATE_FIRST:
		return u.GetDate() > rows[0].GetDate() && u.GetReason() != commonv1.UnreadReason_UNREAD_REASON_CORRECTION
	case commonv1.Aggregate_AGGREGATE_COUNT_NOTES, commonv1.Aggregate_AGGREGATE_COUNT_DAYS:
		return len(form.GetConditions()) == 0 && u.GetReason() != commonv1.UnreadReason_UNREAD_REASON_CORRECTION &&
			slices.ContainsFunc(rows, func(r *commonv1.Observation) bool { return r.GetEntryId() == u.GetEntryId() })
	}
	return false
}

// mostValue bounds what is told: nobody notes more of anything.
const mostValue = 1e12

func sane(v float64) bool { return !math.IsNaN(v) && math.Abs(v) <= mostValue }

// rounded takes the noise of binary fractions off a result.
func rounded(v float64) float64 {
	if v == 0 || !sane(v) {
		return v
	}
	scale := math.Pow(10, 9-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}
