package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestWhatIsToBeExplainedIsNoTopic(t *testing.T) {
	t.Parallel()
	// No note says "tired", and yet the notes tell why.
	a := question{
		text: "Why was I tired last week?", kind: insight, subjects: []string{"tired"},
		ranges: []*commonv1.ScopeRange{lastWeek, weekBefore}, domains: []string{"sleep"}, entries: story(),
	}.ask(t)
	finding(t, a, "It coincides with a shorter sleep duration")
	if g := gap(a, "topic:tired"); g != nil {
		t.Errorf("gap %v", g)
	}
	wantVerdict(t, a, sufficient)
}

func TestWordsThatOnlyAskAreNoSubject(t *testing.T) {
	t.Parallel()
	a := question{
		text: "How far did I run last week?", kind: simple, subjects: []string{"far", "run"},
		ranges: []*commonv1.ScopeRange{lastWeek}, domains: []string{"running"}, entries: diary(),
	}.ask(t)
	if f := a.GetFindings()[0]; f.GetClaim() != "Total run distance: 19.83 km last week (2026-02-16 to 2026-02-22), from 3 values. On average it was 6.61 km (4.83 to 10 km)." {
		t.Errorf("the first finding is %q", f.GetClaim())
	}
	wantVerdict(t, a, sufficient)
}

func TestHowOftenSomethingWasSkipped(t *testing.T) {
	t.Parallel()
	a := question{
		text: "How many times did I skip my run?", kind: simple, subjects: []string{"skip", "run"}, domains: []string{"running"}, entries: diary(),
	}.ask(t)
	if f := fact(t, a, "count", "run", "days without"); f.GetValue() != 1 || f.GetEntryIds()[0] != "2026-02-19_20-00-00" {
		t.Errorf("%v", f)
	}
	wantVerdict(t, a, sufficient)
}

func TestARecommendationCountsOnlyWhatWasLookedAt(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Should I bench today?", kind: recommend, subjects: []string{"bench press"}, domains: []string{"strength"}, entries: story(),
		ranges: []*commonv1.ScopeRange{{Start: "2026-02-09", End: "2026-02-23", Label: "the last two weeks"}},
	}.ask(t)
	f := fact(t, a, "change", "bench press", "rate")
	// Four days in eight before, two in the last seven.
	if f.GetBaseline() != 3.5 || f.GetValue() != 2 {
		t.Errorf("%v", f)
	}
}

func TestARecordIsOfTheLoadAndDated(t *testing.T) {
	t.Parallel()
	a := question{
		text: "When did I set my bench press PR?", kind: simple, subjects: []string{"bench press", "personal record"}, domains: []string{"strength"},
		entries: []*commonv1.Entry{
			entry("2026-01-09 18", "Bench press 4x5 @ 80kg"), entry("2026-01-30 18", "Bench press 1x1 @ 92.5kg, new PR!"), entry("2026-02-06 18", "Bench press 3x5 @ 82.5kg"),
		},
	}.ask(t)
	finding(t, a, "Highest bench press load in all notes: 92.5 kg on 2026-01-30.")
	wantVerdict(t, a, sufficient)
}

func TestTotalsOfEachWeek(t *testing.T) {
	t.Parallel()
	a := question{text: "How many km did I run each week?", kind: simple, subjects: []string{"run"}, domains: []string{"running"}, entries: diary()}.ask(t)
	finding(t, a, "Run distance by week in all notes: 5 km in the week of 2026-02-09 (n = 1) and 19.83 km in the week of 2026-02-16 (n = 3).")
}
