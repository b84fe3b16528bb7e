package analyzer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAQuestionHoldsItsNotesToALimit(t *testing.T) {
	t.Parallel()
	squats := []*commonv1.Entry{
		entry("2026-02-02 18", "Squat 3x5 @ 105kg."),
		entry("2026-02-09 18", "Squat 3x5 @ 107.5kg."),
		entry("2026-02-16 18", "Squat 3x5 @ 100kg."),
	}
	for name, tt := range map[string]struct{ text, claim string }{
		"over leaves the amount out":       {"when did I last squat over 100 kg?", "The last note on squat over 100 kg is of 2026-02-09 (14 days ago)."},
		"at least has the amount in":       {"when did I last squat at least 100 kg?", "The last note on squat at least 100 kg is of 2026-02-16 (7 days ago)."},
		"under is a limit from above":      {"when did I last squat under 107 kg?", "The last note on squat under 107 kg is of 2026-02-16"},
		"the unit may be another":          {"when did I last squat over 225 lb?", "The last note on squat over 225 lb is of 2026-02-09"},
		"a bare number is a load":          {"when did I last squat more than 105?", "The last note on squat more than 105 is of 2026-02-09"},
		"what no note holds is said so":    {"when did I last squat over 150 kg?", "None of the 3 notes on squat in all notes tells of over 150 kg."},
		"a span of days is no limit":       {"when did I last squat over 3 weeks?", "The last note on squat is of 2026-02-16"},
		"without a limit the last note is": {"what was my last squat?", "The last note on squat is of 2026-02-16"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := question{text: tt.text, kind: simple, subjects: []string{"squat"}, domains: []string{"strength"}, entries: squats}.ask(t)
			if f := a.GetFindings()[0]; !strings.HasPrefix(f.GetClaim(), tt.claim) {
				t.Errorf("the first finding is %q", f.GetClaim())
			}
			if strings.HasPrefix(tt.claim, "None") {
				wantVerdict(t, a, insufficient) // there is no such day to tell
				return
			}
			wantVerdict(t, a, sufficient)
		})
	}
}

func TestATrendOfAMeasureIsOfItsSubject(t *testing.T) {
	t.Parallel()
	a := question{
		text: "running pace trend", kind: comparison, subjects: []string{"run", "pace"}, domains: []string{"running"},
		entries: []*commonv1.Entry{
			entry("2026-02-02 07", "Run 5.0 km in 30:00."), entry("2026-02-09 07", "Run 5.0 km in 29:00."), entry("2026-02-16 07", "Run 5.0 km in 28:00."),
		},
	}.ask(t)
	finding(t, a, "Run pace was", "2026-02-02, first")
	if f := findingOf(a, "of run"); f != nil {
		t.Errorf("a subject is compared with itself: %s", f.GetClaim())
	}
}

func TestTheLongestBreakIsToldHoweverShort(t *testing.T) {
	t.Parallel()
	a := question{
		text: "longest break from running", kind: simple, subjects: []string{"running"}, domains: []string{"running"},
		entries: []*commonv1.Entry{
			entry("2026-02-16 07", "Run 5.0 km in 30:00."), entry("2026-02-18 07", "Skipped the run."), entry("2026-02-20 07", "Run 5.0 km in 29:00."),
		},
	}.ask(t)
	finding(t, a, "Longest time without a note on running", "3 days, 2026-02-17 to 2026-02-19")
	if f := findingOf(a, "No running"); f != nil {
		t.Errorf("a day without is no break: %s", f.GetClaim())
	}
}
