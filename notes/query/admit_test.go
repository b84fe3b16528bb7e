package query_test

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func measured(kind commonv1.MeasureKind, a commonv1.Aggregate) *commonv1.QueryForm {
	return &commonv1.QueryForm{
		Wanted: commonv1.Wanted_WANTED_AGGREGATE, Aggregate: a,
		Measure:  &commonv1.Measure{Domain: "running", Name: "distance", Kind: kind},
		Subjects: []*commonv1.Subject{{Name: "run", Domain: "running"}},
	}
}

func TestWhatMayBeComputedOfANumberIsToldByItsKind(t *testing.T) {
	t.Parallel()
	const (
		reading = commonv1.MeasureKind_MEASURE_KIND_READING
		amount  = commonv1.MeasureKind_MEASURE_KIND_AMOUNT
		rating  = commonv1.MeasureKind_MEASURE_KIND_RATING
	)
	for _, row := range []struct {
		aggregate               commonv1.Aggregate
		amount, reading, rating bool
	}{
		{commonv1.Aggregate_AGGREGATE_UNSPECIFIED, false, false, false},
		{commonv1.Aggregate_AGGREGATE_COUNT_NOTES, true, false, false},
		{commonv1.Aggregate_AGGREGATE_COUNT_DAYS, true, false, false},
		{commonv1.Aggregate_AGGREGATE_SUM, true, false, false},
		{commonv1.Aggregate_AGGREGATE_MEAN, true, true, true},
		{commonv1.Aggregate_AGGREGATE_MEDIAN, true, true, true},
		{commonv1.Aggregate_AGGREGATE_MIN, true, true, true},
		{commonv1.Aggregate_AGGREGATE_MAX, true, true, true},
		{commonv1.Aggregate_AGGREGATE_FIRST, true, true, false},
		{commonv1.Aggregate_AGGREGATE_LATEST, true, true, true},
		{commonv1.Aggregate_AGGREGATE_RATE, true, false, false},
	} {
		for kind, want := range map[commonv1.MeasureKind]bool{amount: row.amount, reading: row.reading, rating: row.rating, 0: false} {
			if got := query.Admit(measured(kind, row.aggregate)) == query.Compute; got != want {
				t.Errorf("%v of a %v: computed %t", row.aggregate, kind, got)
			}
		}
	}
}

func TestWhatIsWantedTellsWhetherANumberAnswersIt(t *testing.T) {
	t.Parallel()
	for name := range commonv1.Wanted_value {
		w := commonv1.Wanted(commonv1.Wanted_value[name])
		f := measured(commonv1.MeasureKind_MEASURE_KIND_AMOUNT, commonv1.Aggregate_AGGREGATE_MAX)
		f.Wanted = w
		want := w == commonv1.Wanted_WANTED_AGGREGATE || w == commonv1.Wanted_WANTED_TREND || w == commonv1.Wanted_WANTED_WHEN
		if got := query.Admit(f) == query.Compute; got != want {
			t.Errorf("%v: computed %t", w, got)
		}
	}
	f := measured(commonv1.MeasureKind_MEASURE_KIND_AMOUNT, commonv1.Aggregate_AGGREGATE_SUM)
	if f.Wanted = commonv1.Wanted_WANTED_WHEN; query.Why(f) != query.Kind {
		t.Error("a sum has no day")
	}
}

func TestEverythingThatRestrictsAFormIsApplied(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*commonv1.QueryForm)
		why    query.Reason
	}{
		"as it is":                    {func(*commonv1.QueryForm) {}, query.Computed},
		"another language":            {func(f *commonv1.QueryForm) { f.Foreign = true }, query.Foreign},
		"a word that nothing took up": {func(f *commonv1.QueryForm) { f.Uncovered = []string{"uphill"} }, query.Uncovered},
		"days within others that it names": {func(f *commonv1.QueryForm) {
			f.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-16", End: "2026-02-20"}, {Start: "2026-02-01", End: "2026-02-28"}}
		}, query.Overlapping},
		"days beside others that it names": {func(f *commonv1.QueryForm) {
			f.Ranges = []*commonv1.ScopeRange{{Start: "2026-01-01", End: "2026-01-31"}, {Start: "2026-02-01", End: "2026-02-28"}}
		}, query.Computed},
		"somebody else's":             {func(f *commonv1.QueryForm) { f.Subjects[0].Owner = "Ben" }, query.Owner},
		"no measure":                  {func(f *commonv1.QueryForm) { f.Measure = nil }, query.NoMeasure},
		"no aggregate":                {func(f *commonv1.QueryForm) { f.Aggregate = 0 }, query.NoAggregate},
		"several results":             {func(f *commonv1.QueryForm) { f.Limit = 3 }, query.Several},
		"one result":                  {func(f *commonv1.QueryForm) { f.Limit = 1 }, query.Computed},
		"no subject":                  {func(f *commonv1.QueryForm) { f.Subjects = nil }, query.Computed},
		"a subject of another domain": {func(f *commonv1.QueryForm) { f.Subjects[0].Domain = "swimming" }, query.NoSubject},
		"a subject of no domain":      {func(f *commonv1.QueryForm) { f.Subjects[0].Domain = "" }, query.NoSubject},
		"a condition of some domain": {func(f *commonv1.QueryForm) {
			f.Conditions = []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "coffee", Domain: "nutrition"}}}
		}, query.Computed},
		"a condition of no domain": {func(f *commonv1.QueryForm) {
			f.Conditions = []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "Anna"}}}
		}, query.NoSubject},
		"a condition on another's": {func(f *commonv1.QueryForm) {
			f.Conditions = []*commonv1.Condition{{Subject: &commonv1.Subject{Name: "coffee", Domain: "nutrition", Owner: "Ben"}}}
		}, query.Owner},
		"the average of each week's total": {func(f *commonv1.QueryForm) {
			f.Aggregate, f.GroupBy = commonv1.Aggregate_AGGREGATE_MEAN, commonv1.GroupBy_GROUP_BY_WEEK
		}, query.Several},
		"the average of each subject": {func(f *commonv1.QueryForm) {
			f.Aggregate, f.GroupBy = commonv1.Aggregate_AGGREGATE_MEAN, commonv1.GroupBy_GROUP_BY_SUBJECT
		}, query.Computed},
		"the average rating of each week": {func(f *commonv1.QueryForm) {
			f.Aggregate, f.GroupBy = commonv1.Aggregate_AGGREGATE_MEAN, commonv1.GroupBy_GROUP_BY_WEEK
			f.Measure.Kind = commonv1.MeasureKind_MEASURE_KIND_RATING
		}, query.Computed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := measured(commonv1.MeasureKind_MEASURE_KIND_AMOUNT, commonv1.Aggregate_AGGREGATE_SUM)
			if c.change(f); query.Why(f) != c.why {
				t.Errorf("reason %d, want %d", query.Why(f), c.why)
			}
		})
	}
}

func TestACountNeedsOneSubject(t *testing.T) {
	t.Parallel()
	subject := func(domain string) *commonv1.Subject { return &commonv1.Subject{Name: "run", Domain: domain} }
	for name, c := range map[string]struct {
		form    *commonv1.QueryForm
		why     query.Reason
		mention bool
	}{
		"of what a domain declares": {&commonv1.QueryForm{Subjects: []*commonv1.Subject{subject("running")}}, query.Computed, false},
		"of a word of the notes":    {&commonv1.QueryForm{Subjects: []*commonv1.Subject{subject("")}}, query.Computed, true},
		"of nothing":                {&commonv1.QueryForm{}, query.NoSubject, false},
		"of two things":             {&commonv1.QueryForm{Subjects: []*commonv1.Subject{subject(""), subject("")}}, query.NoSubject, false},
		"of a word, on two spans": {&commonv1.QueryForm{Subjects: []*commonv1.Subject{subject("")}, Ranges: []*commonv1.ScopeRange{
			{Start: "2026-01-01", End: "2026-01-31"}, {Start: "2026-02-01", End: "2026-02-28"},
		}}, query.NoSubject, true},
		"of a word, in the mornings": {&commonv1.QueryForm{
			Subjects: []*commonv1.Subject{subject("")}, Ranges: []*commonv1.ScopeRange{{StartHour: 5, EndHour: 12}},
		}, query.NoSubject, true},
		"of a word, each week": {&commonv1.QueryForm{
			Subjects: []*commonv1.Subject{subject("")}, GroupBy: commonv1.GroupBy_GROUP_BY_WEEK,
		}, query.NoSubject, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.form.Wanted, c.form.Aggregate = commonv1.Wanted_WANTED_AGGREGATE, commonv1.Aggregate_AGGREGATE_COUNT_DAYS
			if query.Why(c.form) != c.why || query.Mention(c.form) != c.mention {
				t.Errorf("reason %d, mention %t", query.Why(c.form), query.Mention(c.form))
			}
		})
	}
}

func TestSidesAreComparedIfEachIsComputedAndOfTheSame(t *testing.T) {
	t.Parallel()
	side := measured(commonv1.MeasureKind_MEASURE_KIND_READING, commonv1.Aggregate_AGGREGATE_MEAN)
	for name, c := range map[string]struct {
		change func(f, second *commonv1.QueryForm)
		why    query.Reason
	}{
		"two means":       {func(_, _ *commonv1.QueryForm) {}, query.Computed},
		"only one side":   {func(f, _ *commonv1.QueryForm) { f.Sides = f.Sides[:1] }, query.Unlike},
		"uncovered words": {func(f, _ *commonv1.QueryForm) { f.Uncovered = []string{"better"} }, query.Uncovered},
		"a quoted side":   {func(_, s *commonv1.QueryForm) { s.Uncovered = []string{"uphill"} }, query.Uncovered},
		"another measure": {func(_, s *commonv1.QueryForm) { s.Measure.Name = "pace" }, query.Unlike},
		"another way":     {func(_, s *commonv1.QueryForm) { s.Aggregate = commonv1.Aggregate_AGGREGATE_LATEST }, query.Unlike},
		"latest and first": {func(f, s *commonv1.QueryForm) {
			f.Sides[0].Aggregate, s.Aggregate = commonv1.Aggregate_AGGREGATE_LATEST, commonv1.Aggregate_AGGREGATE_FIRST
		}, query.Computed},
		"first and latest": {func(f, s *commonv1.QueryForm) {
			f.Sides[0].Aggregate, s.Aggregate = commonv1.Aggregate_AGGREGATE_FIRST, commonv1.Aggregate_AGGREGATE_LATEST
		}, query.Unlike},
		"greatest reading": {func(f, s *commonv1.QueryForm) { f.Sides[0].Aggregate, s.Aggregate = 7, 7 }, query.Unlike},
		"mentions": {func(f, s *commonv1.QueryForm) {
			for _, x := range f.GetSides() {
				x.Measure, x.Aggregate, x.Subjects[0].Domain = nil, commonv1.Aggregate_AGGREGATE_COUNT_DAYS, ""
			}
		}, query.Unlike},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_COMPARE, Sides: []*commonv1.QueryForm{proto.CloneOf(side), proto.CloneOf(side)}}
			if c.change(f, f.Sides[1]); query.Why(f) != c.why {
				t.Errorf("reason %d, want %d", query.Why(f), c.why)
			}
		})
	}
}
