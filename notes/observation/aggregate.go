package observation

import (
	"cmp"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	mostShown   = 10 // values of a fact that are all shown
	trendValues = 5  // the least that a trend is told of
	trendDays   = 3
	rateDays    = 7 // the least that tells how much a week is
)

// fact returns what a sample comes to: one value if its form wants one and its
// values allow it, else the values.
func (s sample) fact() *commonv1.Fact {
	f, aggregate := s.values(), s.form.GetAggregate()
	if aggregate == commonv1.Aggregate_AGGREGATE_UNSPECIFIED && s.form.GetLatest() {
		aggregate = commonv1.Aggregate_AGGREGATE_LATEST
	}
	kind, value, ok := commonv1.FactKind_FACT_KIND_AGGREGATE, 0.0, false
	if s.form.GetWanted() == commonv1.Wanted_WANTED_TREND {
		kind, aggregate = commonv1.FactKind_FACT_KIND_TREND, commonv1.Aggregate_AGGREGATE_UNSPECIFIED
		value, ok = s.trend()
	} else if days := s.dayTotals(); days != nil {
		return s.factOfDays(f, aggregate, days)
	} else if best := s.ordered(aggregate); best != nil {
		return s.extreme(f, aggregate, best)
	}
	switch aggregate {
	case commonv1.Aggregate_AGGREGATE_COUNT_NOTES:
		value, ok, f.Measure = float64(len(f.GetEntryIds())), true, nil
	case commonv1.Aggregate_AGGREGATE_COUNT_DAYS:
		value, ok, f.Measure = float64(len(distinct(s.rows, (*commonv1.Observation).GetDate))), true, nil
	case commonv1.Aggregate_AGGREGATE_RATE:
		value, ok = s.rate()
	case commonv1.Aggregate_AGGREGATE_SUM:
		value, ok = stat.Sum(s.numbers()), s.addable()
	case commonv1.Aggregate_AGGREGATE_MEAN:
		value, ok = stat.Mean(s.numbers()), f.GetMeasure() != nil
	case commonv1.Aggregate_AGGREGATE_MEDIAN:
		value, ok = stat.Median(s.numbers()), f.GetMeasure() != nil
	}
	if ok && sane(value) {
		f.Kind, f.Aggregate, f.Value, f.Unit = kind, aggregate, rounded(value), s.unit
	}
	return f
}

// values returns the fact that gives a sample's values one by one.
func (s sample) values() *commonv1.Fact {
	f := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_VALUES, Group: s.group, Range: hull(s.form.GetRanges()),
		SampleSize: int32(len(s.rows)), EntryIds: entries(s.rows), Observations: shown(s.rows),
	}
	if subjects := distinct(s.rows, (*commonv1.Observation).GetSubject); len(subjects) == 1 {
		f.Subject = subjects[0]
	}
	if len(s.form.GetSubjects()) == 1 {
		f.Subject = s.form.GetSubjects()[0].GetName()
	}
	if m := s.form.GetMeasure(); m != nil {
		f.Measure = proto.CloneOf(m)
		f.Measure.Kind = s.rows[0].GetKind()
	}
	return f
}

// shown returns the values to show: all of them, or the first and the last.
func shown(rows []*commonv1.Observation) []*commonv1.Observation {
	if len(rows) <= mostShown {
		return rows
	}
	return []*commonv1.Observation{rows[0], rows[len(rows)-1]}
}

// ordered returns the rows from the one that an extreme picks on, nil if it is none.
func (s sample) ordered(a commonv1.Aggregate) []*commonv1.Observation {
	rows := slices.Clone(s.rows)
	switch a {
	case commonv1.Aggregate_AGGREGATE_FIRST:
	case commonv1.Aggregate_AGGREGATE_LATEST:
		slices.Reverse(rows)
	case commonv1.Aggregate_AGGREGATE_MIN:
		slices.SortStableFunc(rows, func(a, b *commonv1.Observation) int { return cmp.Compare(s.number(a), s.number(b)) })
	case commonv1.Aggregate_AGGREGATE_MAX:
		slices.SortStableFunc(rows, func(a, b *commonv1.Observation) int { return cmp.Compare(s.number(b), s.number(a)) })
	default:
		return nil
	}
	return rows
}

// extreme tells the row that stands at one end. Several, where so many are wanted or
// the last note has more than one, are told as values, the one at the end first.
func (s sample) extreme(f *commonv1.Fact, a commonv1.Aggregate, best []*commonv1.Observation) *commonv1.Fact {
	n := min(max(1, int(s.form.GetLimit())), len(best))
	if a == commonv1.Aggregate_AGGREGATE_FIRST || a == commonv1.Aggregate_AGGREGATE_LATEST {
		for f.GetMeasure() != nil && n < len(best) && best[n].GetEntryId() == best[n-1].GetEntryId() {
			n++
		}
	}
	f.Aggregate, f.Observations = a, best[:n]
	if n == 1 {
		f.Kind, f.Subject = commonv1.FactKind_FACT_KIND_AGGREGATE, best[0].GetSubject()
		f.Value, f.Unit = rounded(s.number(best[0])), s.unit
	}
	return f
}

// trend returns by how much a sample rises in a week, 0 if chance explains it; false
// if it is too small to tell.
func (s sample) trend() (float64, bool) {
	var points []stat.Point
	for _, r := range s.rows {
		if day, err := notes.ParseDay(r.GetDate()); err == nil {
			points = append(points, stat.Point{Day: day, Value: s.number(r)})
		}
	}
	series := stat.NewSeries(points)
	if s.form.GetMeasure() == nil || len(series) < trendValues || len(series.Days()) < trendDays {
		return 0, false
	}
	t := stat.TrendOf(series)
	if t.Direction() == 0 {
		return 0, true
	}
	return t.PerWeek, true
}

// addable reports whether the values may be added up.
func (s sample) addable() bool {
	return s.form.GetMeasure() != nil && !slices.ContainsFunc(s.rows, func(r *commonv1.Observation) bool {
		return r.GetKind() != commonv1.MeasureKind_MEASURE_KIND_AMOUNT
	})
}

// rate returns how many notes there are a week, or how much of an amount; false if
// the days that were asked for are less. An open end is as far as notes go.
func (s sample) rate() (float64, bool) {
	asked, days := s.form.GetRanges(), 0
	if len(asked) == 0 {
		asked = []*commonv1.ScopeRange{{}}
	}
	for _, a := range asked {
		start := cmp.Or(a.GetStart(), s.rows[0].GetDate())
		end := cmp.Or(a.GetEnd(), s.rows[len(s.rows)-1].GetDate())
		if r, err := notes.ParseRange(start, end); err == nil {
			days += r.Days()
		}
	}
	if s.form.GetMeasure() == nil {
		return stat.PerWeek(float64(len(entries(s.rows))), days), days >= rateDays
	}
	return stat.PerWeek(stat.Sum(s.numbers()), days), days >= rateDays && s.addable()
}

// hull returns the days from the first to the last that was asked for. A lone range
// keeps its name and what restricts it.
func hull(ranges []*commonv1.ScopeRange) *commonv1.ScopeRange {
	switch len(ranges) {
	case 0:
		return nil
	case 1:
		return ranges[0]
	}
	out := &commonv1.ScopeRange{Start: ranges[0].GetStart(), End: ranges[0].GetEnd()}
	for _, r := range ranges[1:] {
		out.Start = min(out.GetStart(), r.GetStart())
		if out.GetEnd() != "" && (r.GetEnd() == "" || r.GetEnd() > out.GetEnd()) {
			out.End = r.GetEnd()
		}
	}
	return out
}
