package analyzer_test

import (
	"fmt"
	"testing"
	"time"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	noValue   = commonv1.GapReason_GAP_REASON_NO_VALUE
	uncovered = commonv1.GapReason_GAP_REASON_UNCOVERED
)

var distance = &commonv1.Measure{Domain: "running", Name: "distance", Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Unit: "km"}

// runs are distances of the days from 2026-02-16 on.
func runs(km ...float64) []*commonv1.Observation {
	var out []*commonv1.Observation
	for i, v := range km {
		at := time.Date(2026, 2, 16+i, 7, 0, 0, 0, time.UTC)
		out = append(out, &commonv1.Observation{
			EntryId: at.Format("2006-01-02_15-04-05"), Date: at.Format("2006-01-02"), Minute: 420, Domain: "running", Measure: "distance",
			Subject: "run", Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Value: v, Unit: "km", Object: fmt.Sprintf("running.runs[%d]", i),
		})
	}
	return out
}

// howFar asks how far somebody ran last week.
func howFar(rows []*commonv1.Observation, evidence ...*commonv1.EvidenceNote) question {
	f := &commonv1.QueryForm{
		Text: "How far did I run last week?", Wanted: commonv1.Wanted_WANTED_AGGREGATE, Measure: distance,
		Aggregate: commonv1.Aggregate_AGGREGATE_SUM, Ranges: []*commonv1.ScopeRange{lastWeek},
		Subjects: []*commonv1.Subject{{Name: "run", Words: "run", Forms: []string{"running", "jog"}, Domain: "running"}},
	}
	return question{form: f, rows: rows, evidence: evidence, domains: []string{"running"}}
}

func only(t *testing.T, a *commonv1.Analysis, kind commonv1.FactKind) *commonv1.Fact {
	t.Helper()
	if len(a.GetFacts()) != 1 || a.GetFacts()[0].GetKind() != kind {
		t.Fatalf("facts %v, want one %v; gaps %v", a.GetFacts(), kind, a.GetGaps())
	}
	return a.GetFacts()[0]
}

func TestADeclaredNumberIsComputedAndShowsWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	a := howFar(runs(5, 7.5, 10), note("2026-02-16 07", "Ran 5 km.", "*run")).ask(t)
	f := only(t, a, commonv1.FactKind_FACT_KIND_AGGREGATE)
	if f.GetValue() != 22.5 || f.GetUnit() != "km" || len(f.GetObservations()) != 3 || f.GetSampleSize() != 3 {
		t.Errorf("fact %v", f)
	}
	if len(a.GetFindings()) != 1 || a.GetFindings()[0].GetKind() != computed || a.GetFindings()[0].GetFactIds()[0] != "f1" {
		t.Errorf("findings %v", a.GetFindings())
	}
	wantVerdict(t, a, sufficient)
}

func TestAWordThatNothingTookUpMakesItAQuotation(t *testing.T) {
	t.Parallel()
	q := howFar(runs(5, 7.5, 10), note("2026-02-16 07", "Ran 5 km barefoot.", "*run", "barefoot"))
	q.form.Uncovered = []string{"barefoot"}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "Ran 5 km barefoot.")
	wantGap(t, a, uncovered, minor, "barefoot")
	if len(a.GetFacts()) != 0 {
		t.Errorf("facts %v", a.GetFacts())
	}
}

func TestATimeThatCanNotBeToldIsNeverComputedWithout(t *testing.T) {
	t.Parallel()
	q := howFar(runs(5, 7.5, 10))
	q.form.Ranges = nil
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: "on February 30"}}
	}
	if a := q.ask(t); len(a.GetFacts()) != 0 {
		t.Errorf("facts %v", a.GetFacts())
	}
}

func TestANoteThatWasNotReadWholeLeavesNoTotal(t *testing.T) {
	t.Parallel()
	q := howFar(runs(5, 7.5, 10))
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.Unread = []*commonv1.UnreadNote{{EntryId: "2026-02-20_07-00-00", Date: "2026-02-20", Reason: commonv1.UnreadReason_UNREAD_REASON_NUMBER}}
	}
	a := q.ask(t)
	if f := only(t, a, commonv1.FactKind_FACT_KIND_VALUES); len(f.GetUnread()) != 1 || len(f.GetObservations()) != 3 {
		t.Errorf("fact %v", f)
	}
	wantVerdict(t, a, sufficient)
}

func TestValuesThatWereCutAreToldOneByOneAndNeverAddedUp(t *testing.T) {
	t.Parallel()
	q := howFar(runs(1, 2, 3, 4, 5, 6, 7))
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.Search.Cut, r.Search.Observations = true, 1074 }
	a := q.ask(t)
	if f := only(t, a, commonv1.FactKind_FACT_KIND_VALUES); f.GetValue() != 0 || f.GetSampleSize() != 7 || len(f.GetEntryIds()) != 7 {
		t.Errorf("fact %v", f)
	}
	if g := wantGap(t, a, cut, minor); g.GetSeen() != 7 || g.GetTotal() != 1074 {
		t.Errorf("gap %v", g)
	}
}

func TestValuesOfASearchThatDidNotFinishAreNoTotal(t *testing.T) {
	t.Parallel()
	q := howFar(runs(1, 2, 3))
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.Search.Complete = false }
	a := q.ask(t)
	only(t, a, commonv1.FactKind_FACT_KIND_VALUES)
	wantGap(t, a, outage, minor)
}

func TestNotesWithoutAValueAreShownInItsPlace(t *testing.T) {
	t.Parallel()
	q := howFar(nil, note("2026-02-16 07", "Went for a jog by the river.", "run"))
	a := q.ask(t)
	q.wantShown(t, a, closest, "Went for a jog by the river.")
	if g := wantGap(t, a, noValue, minor, "run"); g.GetMeasure().GetName() != "distance" || len(g.GetRanges()) != 1 {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, a, sufficient)
}

func TestAValueThatNoNoteIsOnIsAbsent(t *testing.T) {
	t.Parallel()
	a := howFar(nil).ask(t)
	wantGap(t, a, noNotes, critical, "run")
	wantVerdict(t, a, insufficient)
}

func TestTheSideOfAComparisonWithoutAValueIsNamed(t *testing.T) {
	t.Parallel()
	q := howFar(runs(5, 7.5, 10))
	one, other := howFar(nil).form, howFar(nil).form
	other.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-09", End: "2026-02-15", Label: "the week before"}}
	q.form.Wanted, q.form.Sides, q.form.Ranges = commonv1.Wanted_WANTED_COMPARE, []*commonv1.QueryForm{one, other}, nil
	a := q.ask(t)
	only(t, a, commonv1.FactKind_FACT_KIND_AGGREGATE)
	if g := wantGap(t, a, noNotes, minor, "run"); g.GetRanges()[0].GetLabel() != "the week before" {
		t.Errorf("gap %v", g)
	}
}

func TestASideWhoseValuesWereCutAwayIsNotCalledEmpty(t *testing.T) {
	t.Parallel()
	q := howFar(runs(5, 7.5, 10))
	one, other := howFar(nil).form, howFar(nil).form
	other.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-09", End: "2026-02-15", Label: "the week before"}}
	q.form.Wanted, q.form.Sides, q.form.Ranges = commonv1.Wanted_WANTED_COMPARE, []*commonv1.QueryForm{one, other}, nil
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.Search.Cut = true }
	a := q.ask(t)
	only(t, a, commonv1.FactKind_FACT_KIND_VALUES)
	if g := gap(a, noNotes); g != nil {
		t.Errorf("gap %v", g)
	}
}

func TestARangeThatEndsBeforeItStartsIsRefused(t *testing.T) {
	t.Parallel()
	q := howFar(nil)
	q.form.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-22", End: "2026-02-16"}}
	refused(t, q.request(t), "form.ranges[0]")
	req := howFar(nil).request(t)
	req.Context.TimeZone = "Mars/Base"
	refused(t, req, "IANA")
}
