package analyzer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAnAccountTellsHowMuchAndNotWhatGoesTogether(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Analyze my sleep last week", kind: insight, subjects: []string{"sleep"}, domains: []string{"sleep"},
		ranges: []*commonv1.ScopeRange{lastWeek}, entries: story(),
	}.ask(t)
	finding(t, a, "Average sleep duration: 5 h last week")
	if f := findingOf(a, "coincides"); f != nil {
		t.Errorf("nobody asked what goes together: %s", f.GetClaim())
	}
	wantVerdict(t, a, sufficient)
}

func TestOneSideOfAComparisonIsCountedAndMeasured(t *testing.T) {
	t.Parallel()
	evening := &commonv1.ScopeRange{Start: "2026-02-09", End: "2026-02-22", Label: "evening", StartHour: 17, EndHour: 22}
	a := question{
		text: "evening workouts", kind: simple, subjects: []string{"workout"}, domains: []string{"strength"},
		ranges: []*commonv1.ScopeRange{evening}, entries: story(),
	}.ask(t)
	finding(t, a, "Workout: on 6 days in the evening")
	finding(t, a, "Highest bench press load in the evening", "80 kg", "On average it was 80 kg")
	wantVerdict(t, a, sufficient)
}

func TestAStateBesideATopicNarrowsItsNotes(t *testing.T) {
	t.Parallel()
	a := question{
		text: "which meetings drain me?", kind: simple, subjects: []string{"meeting", "tired"}, domains: []string{"work", "mood"},
		entries: []*commonv1.Entry{
			entry("2026-02-10 16", "Steering meeting, 80 min. Drained."),
			entry("2026-02-11 10", "Planning meeting, went well."),
			entry("2026-02-12 22", "Tired after the run."),
		},
	}.ask(t)
	finding(t, a, "Steering meeting")
	for _, f := range a.GetFindings() {
		if strings.Contains(f.GetClaim(), "Planning") || strings.Contains(f.GetClaim(), "after the run") {
			t.Errorf("it tells of one of the two alone: %s", f.GetClaim())
		}
	}
}
