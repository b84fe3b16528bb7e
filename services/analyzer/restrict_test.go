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
		entry("2026-01-27 18", "Ran 6 km non stop, Tom is ill so I ran alone."), entry("2026-01-28 18", "Ran 1 km with Tom, one stop."),
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
		{"longest run with no walking", []string{"run", "walking"}, "6 km"},
		{"longest run with no stops", []string{"run", "stops"}, "6 km"},
		{"longest run without Tom", []string{"run", "Tom"}, "6 km"},
		{"longest run before the holiday", []string{"run", "holiday"}, "4 km"},
		{"shortest run after the holiday", []string{"run", "holiday"}, "1 km"},
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

func TestWhatSomebodyElseDidOrWhatANumberNamesIsNoValueOfTheUsers(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry("2026-01-04 20", "badminton with omkar, room 12 was locked"), entry("2026-01-23 20", "haircut 100. omkar ran 10 km in 58 min and sent the photo"),
		entry("2026-01-25 20", "mum weight 58 kg, the nurse said"), entry("2026-01-29 20", "IELTS booked, 255 euro"),
	}
	for text, subjects := range map[string][]string{
		"how far did i run in january":  {"run"},
		"what did i pay for the room":   {"room"},
		"what was my weight in january": {"body weight"},
		"what was my IELTS score":       {"ielts", "score"},
		"how many rows did i do":        nil,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			a := question{text: text, subjects: subjects, domains: []string{"running", "money", "general"}, entries: entries}.ask(t)
			for _, f := range a.GetFacts() {
				if f.GetKind() != "mention" && !strings.Contains(f.GetText(), "day") && f.GetValue() != 0 {
					t.Errorf("%s is told %q", text, f.GetText())
				}
			}
			if a.GetVerdict() == commonv1.Verdict_VERDICT_SUFFICIENT {
				t.Errorf("%s is answered\n%s", text, print(a))
			}
		})
	}
}
