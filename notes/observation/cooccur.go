package observation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	mostCoOccurrences = 3
	leastDays         = 5 // with a subject, and without
)

// CoOccur returns what goes together with the measure of a form, or with the ratings
// of its subject: the subjects on whose days the measure is clearly another than on
// days without them, the clearest first, at most three. Rows are those of the measure
// and whatever else is declared of the same days, all days that there are: those that
// a form names are too few to tell. It tells no cause.
func CoOccur(form *commonv1.QueryForm, rows []*commonv1.Observation) []*commonv1.Fact {
	form = &commonv1.QueryForm{Measure: form.GetMeasure(), Subjects: form.GetSubjects()}
	if form.GetMeasure() == nil {
		form.Measure = ratingOf(form, rows)
	}
	targets := samples(&commonv1.QueryForm{Measure: form.GetMeasure()}, Select(form, rows))
	if form.GetMeasure() == nil || len(targets) == 0 {
		return nil
	}
	s := targets[0]
	daily := s.daily()
	own := distinct(s.rows, (*commonv1.Observation).GetSubject)
	others := map[string][]*commonv1.Observation{}
	for _, r := range rows {
		if _, known := daily[r.GetDate()]; known && !slices.Contains(own, r.GetSubject()) {
			others[r.GetSubject()] = append(others[r.GetSubject()], r)
		}
	}
	chance := map[*commonv1.Fact]float64{}
	var facts []*commonv1.Fact
	for _, subject := range slices.Sorted(maps.Keys(others)) {
		if f, p := s.coOccurrence(others[subject], daily); f != nil {
			chance[f], facts = p, append(facts, f)
		}
	}
	slices.SortStableFunc(facts, func(a, b *commonv1.Fact) int { return cmp.Compare(chance[a], chance[b]) })
	facts = facts[:min(len(facts), mostCoOccurrences)]
	for i, f := range facts {
		f.Id = fmt.Sprintf("c%d", i+1)
	}
	return facts
}

// ratingOf returns the measure by which a form's subjects are rated, nil if they are
// not, or by several.
func ratingOf(form *commonv1.QueryForm, rows []*commonv1.Observation) *commonv1.Measure {
	var rating *commonv1.Measure
	for _, r := range Select(form, rows) {
		if r.GetKind() != commonv1.MeasureKind_MEASURE_KIND_RATING {
			continue
		}
		if rating != nil && !ofMeasure(rating, r) {
			return nil
		}
		rating = &commonv1.Measure{Domain: r.GetDomain(), Name: r.GetMeasure(), Kind: r.GetKind()}
	}
	return rating
}

// daily returns the value of each day: of amounts all of it, of what never adds up
// the mean.
func (s sample) daily() map[string]float64 {
	sum, n := map[string]float64{}, map[string]float64{}
	for _, r := range s.rows {
		sum[r.GetDate()] += s.number(r)
		n[r.GetDate()]++
	}
	if s.addable() {
		return sum
	}
	for day := range sum {
		sum[day] /= n[day]
	}
	return sum
}

// coOccurrence returns the fact on the subject of other rows, nil if chance may
// explain it, and that chance.
func (s sample) coOccurrence(of []*commonv1.Observation, daily map[string]float64) (*commonv1.Fact, float64) {
	on := distinct(of, (*commonv1.Observation).GetDate)
	var with, without []float64
	for _, day := range slices.Sorted(maps.Keys(daily)) {
		if slices.Contains(on, day) {
			with = append(with, daily[day])
		} else {
			without = append(without, daily[day])
		}
	}
	c := stat.Compare(without, with)
	if len(with) < leastDays || len(without) < leastDays || !c.Clear() {
		return nil, c.P
	}
	f := s.values()
	f.Kind, f.Aggregate = commonv1.FactKind_FACT_KIND_CO_OCCURRENCE, commonv1.Aggregate_AGGREGATE_MEAN
	f.Subject, f.BaselineSubject = of[0].GetSubject(), f.GetSubject()
	f.Value, f.Unit, f.SampleSize = rounded(c.After), s.unit, int32(len(with))
	f.Baseline, f.BaselineSize = proto.Float64(rounded(c.Before)), int32(len(without))
	f.EntryIds = entries(slices.Concat(s.rows, of))
	f.Observations = shown(slices.DeleteFunc(slices.Clone(s.rows), func(r *commonv1.Observation) bool { return !slices.Contains(on, r.GetDate()) }))
	return f, c.P
}
