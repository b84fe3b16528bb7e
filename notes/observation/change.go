package observation

import (
	"slices"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// changes returns how far each fact of the first side is from its counterpart of
// the second, totals of unlike numbers of values by what one of them has on average, too.
func changes(first, second []*commonv1.Fact) []*commonv1.Fact {
	var out []*commonv1.Fact
	for _, a := range first {
		for _, b := range second {
			baseline, ok := convert(b.GetValue(), b.GetUnit(), a.GetUnit())
			if ok && a.GetKind() == commonv1.FactKind_FACT_KIND_AGGREGATE && b.GetKind() == a.GetKind() &&
				(a.GetAggregate() == b.GetAggregate() || ends(a, b)) && a.GetMeasure().GetName() == b.GetMeasure().GetName() && a.GetGroup() == b.GetGroup() {
				f := change(a, b, rounded(baseline))
				if out = append(out, f); f.GetAggregate() == commonv1.Aggregate_AGGREGATE_SUM && f.GetSampleSize() != f.GetBaselineSize() {
					out = append(out, averaged(f))
				}
			}
		}
	}
	return out
}

func change(a, b *commonv1.Fact, baseline float64) *commonv1.Fact {
	f := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_CHANGE, Aggregate: a.GetAggregate(), Measure: a.GetMeasure(), Group: a.GetGroup(),
		Subject: a.GetSubject(), Value: a.GetValue(), Unit: a.GetUnit(), Range: a.GetRange(), SampleSize: a.GetSampleSize(),
		Baseline: &baseline, BaselineRange: b.GetRange(), BaselineSize: b.GetSampleSize(),
		EntryIds: slices.Concat(a.GetEntryIds(), b.GetEntryIds()),
	}
	if b.GetSubject() != a.GetSubject() {
		f.BaselineSubject = b.GetSubject()
	}
	if ends(a, b) { // of the same days
		f.Range, f.BaselineRange = dayOf(a), dayOf(b)
	}
	slices.Sort(f.EntryIds)
	f.EntryIds = slices.Compact(f.EntryIds)
	return f
}

// averaged is the change of two totals for one value each: more nights are more sleep.
func averaged(of *commonv1.Fact) *commonv1.Fact {
	f := proto.CloneOf(of)
	baseline := rounded(of.GetBaseline() / float64(of.GetBaselineSize()))
	f.Aggregate, f.Value, f.Baseline = commonv1.Aggregate_AGGREGATE_MEAN, rounded(of.GetValue()/float64(of.GetSampleSize())), &baseline
	return f
}

// ends reports whether two facts are the latest of some values and the first.
func ends(a, b *commonv1.Fact) bool {
	return a.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST && b.GetAggregate() == commonv1.Aggregate_AGGREGATE_FIRST
}

// once reports whether the latest value is the first: it has not changed.
func once(a, b *commonv1.Fact) bool {
	return ends(a, b) && a.GetSampleSize() == 1 && slices.Equal(a.GetEntryIds(), b.GetEntryIds())
}

// dayOf returns the day of the value that a fact is.
func dayOf(f *commonv1.Fact) *commonv1.ScopeRange {
	day := f.GetObservations()[0].GetDate()
	return &commonv1.ScopeRange{Start: day, End: day}
}
