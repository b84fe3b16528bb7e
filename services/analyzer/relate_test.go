package analyzer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// coffeeDays are days on which coffee is followed by a short night, told of the
// morning after.
func coffeeDays() []*commonv1.Entry {
	var out []*commonv1.Entry
	at := time.Date(2026, 1, 5, 7, 0, 0, 0, time.UTC)
	for i := range 24 {
		hours, evening := "8", "Tea, no coffee."
		if i%3 == 1 {
			hours = "6"
		}
		if i%3 == 0 {
			evening = "Two cups of coffee at five."
		}
		day := at.AddDate(0, 0, i).Format("2006-01-02")
		out = append(out, entry(day+" 07", "Slept "+hours+"h."), entry(day+" 20", evening))
	}
	return out
}

func TestOneThingIsHeldAgainstAnother(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Does coffee affect my sleep?", kind: insight, subjects: []string{"coffee", "sleep"},
		domains: []string{"nutrition", "sleep"}, entries: coffeeDays(),
	}.ask(t)
	f := finding(t, a, "Average sleep duration: 6 h on the day after days with coffee (n = 8) against 8 h on the others (n = 15)", "2 h less (25 %)", "That is a correlation")
	if f.GetConfidence() != commonv1.Confidence_CONFIDENCE_HIGH {
		t.Errorf("%v", f)
	}
	wantVerdict(t, a, sufficient)
}

func TestWhatChanceExplainsIsCalledChance(t *testing.T) {
	t.Parallel()
	entries := coffeeDays()
	for i, e := range entries {
		if i%2 == 0 {
			entries[i] = entry(e.GetDate()+" 07", fmt.Sprintf("Slept %dh.", 6+i/2%2))
		}
	}
	a := question{
		text: "Does tea affect my sleep?", kind: insight, subjects: []string{"tea", "sleep"},
		domains: []string{"nutrition", "sleep"}, entries: entries[:20],
	}.ask(t)
	finding(t, a, "Average sleep duration", "on days with tea", "Chance explains such a difference")
}

func TestAQuestionWithoutASpanLooksAtTheLastWeeks(t *testing.T) {
	t.Parallel()
	var entries []*commonv1.Entry
	at := time.Date(2025, 11, 1, 7, 0, 0, 0, time.UTC)
	for i := range 110 {
		hours := "8"
		if i >= 85 {
			hours = "5.5"
		}
		text := "Slept " + hours + "h."
		if i%2 == 0 {
			text += " Bench press 3x5 80kg."
		}
		entries = append(entries, entry(at.AddDate(0, 0, i).Format("2006-01-02 15"), text))
	}
	a := question{
		text: "Why is my bench press stalling?", kind: insight, subjects: []string{"bench press"}, domains: []string{"strength", "sleep"}, entries: entries,
	}.ask(t)
	finding(t, a, "It coincides with a shorter sleep duration", "in the 28 days before")
	if f := fact(t, a, "trend", "bench press", "load"); f.GetValue() != 0 {
		t.Errorf("%v", f)
	}
	wantVerdict(t, a, sufficient)
}

func TestWeekendsThatDifferAreAPattern(t *testing.T) {
	t.Parallel()
	var entries []*commonv1.Entry
	at := time.Date(2026, 1, 5, 7, 0, 0, 0, time.UTC)
	for i := range 28 {
		hours := []string{"6", "6.5", "6", "6.5", "6", "8.5", "9"}[i%7]
		entries = append(entries, entry(at.AddDate(0, 0, i).Format("2006-01-02 15"), "Slept "+hours+"h"))
	}
	a := question{text: "How do I sleep?", kind: simple, subjects: []string{"sleep"}, domains: []string{"sleep"}, entries: entries}.ask(t)
	if len(a.GetPatterns()) == 0 {
		t.Fatalf("no pattern in\n%s", print(a))
	}
	f := fact(t, a, "change", "sleep", "duration")
	if f.GetValue() != 8.75 || f.GetBaseline() != 6.2 || f.GetSampleSize() != 28 {
		t.Errorf("%v", f)
	}
}

func TestAFewDaysAreNoCorrelation(t *testing.T) {
	t.Parallel()
	var entries []*commonv1.Entry
	for i, text := range []string{"Slept 5h. Two cups of coffee.", "Slept 8h.", "Slept 5.5h. Coffee.", "Slept 8.5h.", "Slept 8h."} {
		entries = append(entries, entry(fmt.Sprintf("2026-02-%02d 20", 9+i), text))
	}
	a := question{
		text: "Does coffee affect my sleep?", kind: insight, subjects: []string{"coffee", "sleep"},
		domains: []string{"nutrition", "sleep"}, entries: entries,
	}.ask(t)
	f := finding(t, a, "5.25 h on days with coffee (5 to 5.5 h, n = 2) against 8.17 h on the others (8 to 8.5 h, n = 3)", "So few days can't tell it from chance")
	if f.GetConfidence() != commonv1.Confidence_CONFIDENCE_LOW {
		t.Errorf("two days are told as sure: %v", f)
	}
	for _, p := range a.GetPatterns() {
		if strings.Contains(p, "on days with coffee") {
			t.Errorf("two days are called a pattern: %s", p)
		}
	}
	for _, f := range a.GetFindings() {
		if strings.Contains(f.GetClaim(), "That is a correlation") {
			t.Errorf("two days are called a correlation: %s", f.GetClaim())
		}
	}
}
