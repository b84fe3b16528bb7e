package observation

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A dayTotal is what the values of one day come to, where they are parts of one.
type dayTotal struct {
	rows  []*commonv1.Observation
	total float64
	// repeated says that two notes of the day give the same value: it may be told twice.
	repeated bool
}

// dayTotals returns a sample's values by day, if they are parts of one ("slept 4 h, then
// 3 h") and a day has several; else nil. A count of notes is not by day.
func (s sample) dayTotals() []dayTotal {
	if s.form.GetMeasure() == nil || counts(s.form.GetAggregate()) || !s.addable() || !s.rows[0].GetOfDay() {
		return nil
	}
	var out []dayTotal
	for _, r := range s.rows { // in the order of time
		n := len(out) - 1
		if n < 0 || out[n].rows[0].GetDate() != r.GetDate() {
			out, n = append(out, dayTotal{}), n+1
		}
		d := &out[n]
		d.repeated = d.repeated || slices.ContainsFunc(d.rows, func(o *commonv1.Observation) bool {
			return o.GetEntryId() != r.GetEntryId() && o.GetValue() == r.GetValue() && o.GetUnit() == r.GetUnit()
		})
		d.rows, d.total = append(d.rows, r), d.total+s.number(r)
	}
	if len(out) == len(s.rows) {
		return nil
	}
	return out
}

// factOfDays is the fact of a sample whose days have several values. Whether a value that two
// notes of a day give was told twice nobody knows, and nothing is computed.
func (s sample) factOfDays(f *commonv1.Fact, a commonv1.Aggregate, days []dayTotal) *commonv1.Fact {
	if slices.ContainsFunc(days, func(d dayTotal) bool { return d.repeated }) {
		return f
	}
	totals := make([]float64, len(days))
	for i, d := range days {
		totals[i] = d.total
	}
	best, ordered := days[0], true
	value, ok := 0.0, true
	switch a {
	case commonv1.Aggregate_AGGREGATE_MIN:
		best = slices.MinFunc(days, func(a, b dayTotal) int { return cmp.Compare(a.total, b.total) })
	case commonv1.Aggregate_AGGREGATE_MAX:
		best = slices.MaxFunc(days, func(a, b dayTotal) int { return cmp.Compare(a.total, b.total) })
	case commonv1.Aggregate_AGGREGATE_FIRST:
	case commonv1.Aggregate_AGGREGATE_LATEST:
		best = days[len(days)-1]
	default:
		ordered = false
		switch a {
		case commonv1.Aggregate_AGGREGATE_SUM:
			value = stat.Sum(totals)
		case commonv1.Aggregate_AGGREGATE_MEAN:
			value = stat.Mean(totals)
		case commonv1.Aggregate_AGGREGATE_MEDIAN:
			value = stat.Median(totals)
		case commonv1.Aggregate_AGGREGATE_RATE:
			value, ok = s.rate()
		default:
			return f
		}
	}
	if ordered {
		value, f.Observations = best.total, best.rows
	}
	if ok && sane(value) {
		f.Kind, f.Aggregate, f.Value, f.Unit, f.SampleSize = commonv1.FactKind_FACT_KIND_AGGREGATE, a, rounded(value), s.unit, int32(len(days))
	}
	return f
}
