package observation

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A sample is rows that may be computed with together: values of one dimension, of
// money of one currency.
type sample struct {
	form  *commonv1.QueryForm
	rows  []*commonv1.Observation // in the order of time
	unit  string                  // in which it is told
	group string
}

// samples parts rows by what can be converted, the most first. Where notes or days
// are counted, or there is no measure, all rows are one.
func samples(form *commonv1.QueryForm, rows []*commonv1.Observation) []sample {
	if len(rows) == 0 {
		return nil
	}
	if form.GetMeasure() == nil || counts(form.GetAggregate()) {
		return []sample{{form: form, rows: rows}}
	}
	byClass := map[string]int{}
	var out []sample
	for _, r := range rows {
		class := classOf(r.GetUnit())
		i, known := byClass[class]
		if !known {
			i = len(out)
			byClass[class], out = i, append(out, sample{form: form})
		}
		out[i].rows = append(out[i].rows, r)
	}
	for i := range out {
		out[i].unit = unitOf(form, out[i].rows)
	}
	slices.SortStableFunc(out, func(a, b sample) int { return cmp.Compare(len(b.rows), len(a.rows)) })
	return out
}

func counts(a commonv1.Aggregate) bool {
	return a == commonv1.Aggregate_AGGREGATE_COUNT_NOTES || a == commonv1.Aggregate_AGGREGATE_COUNT_DAYS
}

// classOf tells units apart that no fixed rate joins.
func classOf(unit string) string {
	if d := quantity.Dimension(unit); d != "" && d != quantity.Money {
		return d + " "
	}
	return unit
}

// unitOf returns the unit in which to tell rows: the one asked for, or the commonest.
func unitOf(form *commonv1.QueryForm, rows []*commonv1.Observation) string {
	if want := form.GetMeasure().GetUnit(); want != "" {
		if _, ok := convert(1, rows[0].GetUnit(), want); ok {
			return want
		}
	}
	n := map[string]int{}
	best := ""
	for _, r := range rows {
		u := r.GetUnit()
		if n[u]++; n[best] < n[u] || n[best] == n[u] && u < best {
			best = u
		}
	}
	return best
}

func convert(v float64, from, to string) (float64, bool) {
	if from == to {
		return v, true
	}
	return quantity.Convert(v, from, to)
}

// numbers returns the rows' values in the sample's unit.
func (s sample) numbers() []float64 {
	out := make([]float64, len(s.rows))
	for i, r := range s.rows {
		out[i] = s.number(r)
	}
	return out
}

func (s sample) number(r *commonv1.Observation) float64 {
	v, _ := convert(r.GetValue(), r.GetUnit(), s.unit)
	return v
}

// entries returns the ids of the entries of rows, in the order of time.
func entries(rows []*commonv1.Observation) []string {
	return distinct(rows, (*commonv1.Observation).GetEntryId)
}

// distinct returns what rows have of something, each once, in order.
func distinct(rows []*commonv1.Observation, of func(*commonv1.Observation) string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = of(r)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
