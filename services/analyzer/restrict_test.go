package analyzer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAQuestionIsOfTheEntriesToWhichItRestrictsItself(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry("2026-01-05 05", "Earlies this week. Slept 5h."), entry("2026-01-07 05", "Slept 4h."), entry("2026-01-10 09", "Slept 9h."),
		entry("2026-01-12 12", "lates. Slept 8h."), entry("2026-01-14 12", "Slept 7h. 2 nights to go."), entry("2026-01-19 05", "Slept 6h."),
		entry("2026-01-06 18", "Bench press 3x5 @ 60 kg. Then bench press 1x1 @ 80 kg."), entry("2026-01-13 10", "Bench press 5x5 @ 55 kg."),
		entry("2026-01-20 18", "Ran 4 km, walked twice."), entry("2026-01-22 18", "Ran 3 km."), entry("2026-01-24 18", "Ran 2 km, no walking."), entry("2026-01-26 18", "Ran 5 km, walked the hill."),
		entry("2026-01-23 10", "Off to Rome for the holiday."), entry("2026-01-25 22", "Home from Rome."),
	}
	for _, tt := range []struct {
		text     string
		subjects []string
		want     string
	}{
		{"average sleep on earlies", []string{"sleep", "earlies"}, "4.5 h"},
		{"when I'm on lates how much do I sleep on average", []string{"lates", "sleep"}, "7.5 h"},
		{"heaviest bench for sets of five", []string{"bench press"}, "60 kg"},
		{"heaviest bench 5x5", []string{"bench press"}, "55 kg"},
		{"heaviest bench for a single", []string{"bench press", "single"}, "80 kg"},
		{"longest run with no walking", []string{"run", "walking"}, "3 km"},
		{"longest run before the holiday", []string{"run", "holiday"}, "4 km"},
		{"shortest run after the holiday", []string{"run", "holiday"}, "5 km"},
		{"longest run during the holiday", []string{"run", "holiday"}, "2 km"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			a := question{text: tt.text, subjects: tt.subjects, domains: []string{"running", "sleep", "strength"}, entries: entries}.ask(t)
			if len(a.GetFindings()) == 0 || !strings.Contains(a.GetFindings()[0].GetClaim(), ": "+tt.want) {
				t.Errorf("%s: want %s\n%s", tt.text, tt.want, print(a))
			}
			for _, g := range a.GetGaps() {
				t.Errorf("gap: %s", g.GetDescription())
			}
		})
	}
}
