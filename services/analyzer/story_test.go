package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// story is two weeks: a good one, and one with short nights and a release at
// work. The loads are the same in both.
func story() []*commonv1.Entry {
	return []*commonv1.Entry{
		entry("2026-02-09 07", "Slept 7.5h."),
		entry("2026-02-09 18", "Bench press 5x5 @ 80kg, felt good. Squat 3x5 100kg."),
		entry("2026-02-10 07", "Slept 8h, oats for breakfast."),
		entry("2026-02-11 07", "Slept 7h."),
		entry("2026-02-11 18", "Bench press 5x5 @ 80kg. Moved well."),
		entry("2026-02-12 07", "Slept 7.5h."),
		entry("2026-02-13 07", "Slept 8h"),
		entry("2026-02-13 18", "Bench 5x5 @ 80kg, easy day. Deadlift 3x5 120kg"),
		entry("2026-02-14 10", "Slept 7.5h. Long walk."),
		entry("2026-02-16 07", "Slept 5h, up late for the release."),
		entry("2026-02-16 18", "Bench press 5x5 @ 80kg, felt heavy."),
		entry("2026-02-17 07", "Slept 4.5h. Stressed about the release on Friday."),
		entry("2026-02-18 07", "Slept 5h."),
		entry("2026-02-18 18", "Bench press 5x5 @ 80kg. Everything felt heavy today, skipped squats."),
		entry("2026-02-19 07", "Slept 5.5h, release day, skipped lunch."),
		entry("2026-02-20 07", "Slept 5h"),
		entry("2026-02-20 18", "Bench 5x5 @ 80kg felt heavy again because I barely slept."),
	}
}

var heavyBench = question{
	text: "Why did my bench press feel heavy last week?", kind: insight,
	subjects: []string{"bench press"}, ranges: []*commonv1.ScopeRange{lastWeek, weekBefore},
	domains: []string{"strength", "sleep"}, entries: story(),
}

func TestWhyTheBenchPressFeltHeavy(t *testing.T) {
	t.Parallel()
	a := heavyBench.ask(t)

	sleep := fact(t, a, "change", "sleep", "duration")
	if sleep.GetValue() != 5 || sleep.GetBaseline() != 7.58 || sleep.GetUnit() != "h" || sleep.GetSampleSize() != 11 || len(sleep.GetEntryIds()) != 11 {
		t.Errorf("sleep: %v", sleep)
	}
	if f := a.GetFindings()[0]; f.GetClaim() != "Your bench press felt heavy on 3 days last week (2026-02-16 to 2026-02-22)." || len(f.GetEntryIds()) != 3 {
		t.Errorf("the first finding is %q on %d entries", f.GetClaim(), len(f.GetEntryIds()))
	}
	f := finding(t, a, "coincides with", "shorter sleep duration", "5 h", "7.58 h")
	if f.GetConfidence() != commonv1.Confidence_CONFIDENCE_HIGH || len(f.GetEntryIds()) != 11 {
		t.Errorf("the short nights are %v on %d entries", f.GetConfidence(), len(f.GetEntryIds()))
	}
	load := fact(t, a, "change", "bench press", "load")
	if load.GetValue() != 80 || load.GetBaseline() != 80 || load.GetUnit() != "kg" {
		t.Errorf("load: %v", load)
	}
	finding(t, a, "Unchanged", "bench press load 80 kg")
	finding(t, a, "2026-02-16", "felt heavy")
	finding(t, a, "2026-02-18", "Everything felt heavy today")
	finding(t, a, "coincides with pressure at work", "2026-02-16")
	finding(t, a, "coincides with stress", "2026-02-17", "Stressed about the release")
	finding(t, a, "coincides with skipped meals", "2026-02-19")
	finding(t, a, "2026-02-20", "because I barely slept")
	wantVerdict(t, a, sufficient)

	cross := fact(t, a, "co_occurrence", "sleep duration", "heavy")
	if cross.GetSampleSize() != 6 || cross.GetValue() <= 0 {
		t.Errorf("co-occurrence: %v", cross)
	}
	finding(t, a, "On 3 of the 3 days", "That is a correlation")
	if f := findingOf(a, "coincides with", "bench press"); f != nil {
		t.Errorf("the bench press explains itself: %s", f.GetClaim())
	}
	for _, f := range a.GetFacts() {
		if f.GetSubject() == "squat" && f.GetRange().GetStart() == lastWeek.GetStart() && f.GetKind() == "count" {
			t.Errorf("skipped squats count: %v", f)
		}
	}
}
