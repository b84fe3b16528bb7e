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
