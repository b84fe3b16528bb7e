package observation

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Select returns the rows that a form is about, in the order of time: those of its
// measure, its subjects, its ranges and its conditions. A form without a measure is
// about every row of its subjects, or else about what its conditions are on.
// Conditions look at all rows of a day, so rows must hold those that they are on.
func Select(form *commonv1.QueryForm, rows []*commonv1.Observation) []*commonv1.Observation {
	n := names{}
	fits, subjects := conditionsOf(n, form, rows), n.of(form.GetSubjects())
	var out []*commonv1.Observation
	for _, r := range rows {
		if sane(r.GetValue()) && about(form, subjects, r) && inRanges(form.GetRanges(), r) && fits(r) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, CompareTime)
	return out
}

// about reports whether a row is of a form's measure and subjects.
func about(form *commonv1.QueryForm, subjects subjectSet, r *commonv1.Observation) bool {
	switch m := form.GetMeasure(); {
	case m != nil:
		return ofMeasure(m, r) && (len(subjects.each) == 0 || subjects.have(r))
	case len(subjects.each) > 0:
		return subjects.have(r)
	}
	return slices.ContainsFunc(form.GetConditions(), func(c *commonv1.Condition) bool {
		return c.GetMeasure() != nil && !c.GetWithout() && ofMeasure(c.GetMeasure(), r)
	})
}

// ofMeasure reports whether a row gives a number of a measure.
func ofMeasure(m *commonv1.Measure, r *commonv1.Observation) bool {
	return r.GetKind() != commonv1.MeasureKind_MEASURE_KIND_UNSPECIFIED &&
		r.GetDomain() == m.GetDomain() && r.GetMeasure() == m.GetName()
}

// inRanges reports whether a row lies in one of the ranges, or there are none.
func inRanges(ranges []*commonv1.ScopeRange, r *commonv1.Observation) bool {
	return len(ranges) == 0 || slices.ContainsFunc(ranges, func(s *commonv1.ScopeRange) bool { return inRange(s, r) })
}

func inRange(s *commonv1.ScopeRange, r *commonv1.Observation) bool {
	from, to := s.GetStartHour()*60, s.GetEndHour()*60
	switch m := r.GetMinute(); {
	case from == to:
	case from < to && (m < from || m >= to), from > to && m < from && m >= to:
		return false
	case from > to && m < to: // the night belongs to the day on which it began
		day, err := notes.ParseDay(r.GetDate())
		return err == nil && onDay(s, day.AddDays(-1).String())
	}
	return onDay(s, r.GetDate())
}

// onDay reports whether a day is one of a range, whatever its hours are.
func onDay(s *commonv1.ScopeRange, date string) bool {
	day, err := notes.ParseDay(date)
	if err != nil || day.IsZero() || date < s.GetStart() || s.GetEnd() != "" && date > s.GetEnd() {
		return false
	}
	weekday := commonv1.Weekday((day.Weekday()+6)%7 + 1) // from Monday on
	return len(s.GetWeekdays()) == 0 || slices.Contains(s.GetWeekdays(), weekday)
}

// CompareTime orders rows by time. Nothing that differs is equal, so that their
// order tells nothing of where they came from.
func CompareTime(a, b *commonv1.Observation) int {
	return cmp.Or(
		cmp.Compare(a.GetDate(), b.GetDate()), cmp.Compare(a.GetMinute(), b.GetMinute()), cmp.Compare(a.GetEntryId(), b.GetEntryId()),
		cmp.Compare(a.GetDomain(), b.GetDomain()), cmp.Compare(a.GetObject(), b.GetObject()), cmp.Compare(a.GetMeasure(), b.GetMeasure()),
		cmp.Compare(a.GetSubject(), b.GetSubject()), cmp.Compare(a.GetValue(), b.GetValue()), cmp.Compare(a.GetUnit(), b.GetUnit()), cmp.Compare(a.GetText(), b.GetText()),
	)
}

// Selects returns what tells whether a row is one of a selection.
func Selects(sel *commonv1.Selection) func(*commonv1.Observation) bool {
	subjects := names{}.of(sel.GetSubjects())
	return func(r *commonv1.Observation) bool {
		return r.GetDomain() == sel.GetDomain() &&
			(len(sel.GetMeasures()) == 0 || slices.Contains(sel.GetMeasures(), r.GetMeasure())) &&
			(len(subjects.each) == 0 || subjects.have(r))
	}
}

// mostRows is what no limit means.
const mostRows = 10_000

// Latest returns the latest rows, at most limit of them (0 means 10,000), in the
// order of time.
func Latest(rows []*commonv1.Observation, limit int) []*commonv1.Observation {
	if limit == 0 {
		limit = mostRows
	}
	slices.SortFunc(rows, CompareTime)
	return rows[max(0, len(rows)-limit):]
}
