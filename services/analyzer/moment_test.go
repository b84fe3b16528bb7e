package analyzer_test

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestWhatLiesAheadIsNotAnsweredWithWhatWas(t *testing.T) {
	t.Parallel()
	notes := []*commonv1.Entry{
		entry("2025-09-18 10", "Dr Lee appointment. All fine."),
		entry("2026-01-16 10", "Dr Lee again. She upped the dose. New pills make me dizzy. Next appt April 10."),
		entry("2026-02-12 20", "Rang the dentist at last: 3 november, 9.40."),
		entry("2026-02-15 20", "Choir was lovely."), entry("2026-02-22 20", "Choir, home late."),
	}
	for text, want := range map[string]string{
		"when is my next appointment with Dr Lee?":   "It is 46 days until appointment with Dr Lee, on 2026-04-10.",
		"when do I see Dr Lee next":                  "It is 46 days until Dr Lee, on 2026-04-10.",
		"how many days is it to my dentist visit":    "It is 253 days until dentist visit, on 2026-11-03.",
		"how many days until the next choir evening": "",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			a := question{text: text, subjects: []string{"choir", "dentist", "Dr Lee"}, entries: notes}.ask(t)
			if want == "" {
				if !slices.ContainsFunc(a.GetGaps(), func(g *commonv1.Gap) bool {
					return strings.HasSuffix(g.GetDescription(), "do not tell when it will be.") && g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL
				}) {
					t.Errorf("no day is missing:\n%s", print(a))
				}
				return
			}
			if !slices.ContainsFunc(a.GetFindings(), func(f *commonv1.Finding) bool { return f.GetClaim() == want }) {
				t.Errorf("it does not say %q:\n%s", want, print(a))
			}
		})
	}
}

func TestADayThatANoteTellsIsThatOfTheEventInItsSentence(t *testing.T) {
	t.Parallel()
	notes := []*commonv1.Entry{
		entry("2026-01-06 18", "Bluey limping."),
		entry("2026-01-08 18", "Vet says cruciate. Op booked for the 20th."),
		entry("2026-01-12 18", "The op is moved to the 27th of January."),
		entry("2026-01-27 19", "Dropped Bluey in at 7, op went well."),
		entry("2026-02-02 18", "Mama flew home yesterday."),
		entry("2026-02-20 18", "Rang the dentist: 3 march, 9.40."),
		entry("2026-02-21 18", "My contract ends 30 April, boss wants to talk."),
	}
	for text, want := range map[string]string{
		"when did mama fly home":                             "It was on 2026-02-01, 22 days ago, as the note of 2026-02-02 tells.",
		"dentist date":                                       "It is on 2026-03-03, in 8 days, as the note of 2026-02-20 tells.",
		"when does my contract end":                          "It is on 2026-04-30, in 66 days, as the note of 2026-02-21 tells.",
		"how long from when bluey started limping to the op": "From when bluey started limping (2026-01-06) to the op (2026-01-27) it is 21 days.",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			a := question{text: text, subjects: []string{"op", "mama", "dentist", "contract", "bluey"}, entries: notes}.ask(t)
			if !slices.ContainsFunc(a.GetFindings(), func(f *commonv1.Finding) bool { return f.GetClaim() == want }) {
				t.Errorf("it does not say %q:\n%s", want, print(a))
			}
		})
	}
}
