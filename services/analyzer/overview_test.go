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

func TestAStateAloneIsWhatIsAskedAbout(t *testing.T) {
	t.Parallel()
	a := question{
		text: "did I have a beer last week?", kind: simple, subjects: []string{"beer"}, domains: []string{"nutrition"},
		ranges:  []*commonv1.ScopeRange{lastWeek},
		entries: []*commonv1.Entry{entry("2026-02-17 07", "Slept 7h."), entry("2026-02-18 21", "Burger and a beer.")},
	}.ask(t)
	finding(t, a, "Beer: on 1 day last week")
	wantVerdict(t, a, sufficient)
}

func TestWhatIsMeantForTomorrowHasNotHappened(t *testing.T) {
	t.Parallel()
	a := question{
		text: "when did I last run?", kind: simple, subjects: []string{"run"}, domains: []string{"running"},
		entries: []*commonv1.Entry{
			entry("2026-02-20 07", "Run 5.0 km in 31:30."),
			entry("2026-02-22 17", "Sorted the week: gym tomorrow with light weights, runs again, sync moved."),
		},
	}.ask(t)
	finding(t, a, "The last note on run is of 2026-02-20")
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
