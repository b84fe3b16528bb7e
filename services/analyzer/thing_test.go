package analyzer_test

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// TestAThingThatAQuestionNamesIsMeant asks for what notes come near to: a note
// on the rest of the question is no answer.
func TestAThingThatAQuestionNamesIsMeant(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ question, subjects, note, critical string }{
		{"what did I talk about with my sister", "talk, sister", "Good talk with Tom.", "topic:sister"},
		{"when did Kofi call from Tucson", "kofi, tucson", "Kofi called from Phoenix.", "topic:tucson"},
		{"when is my dentist appointment", "dentist, appointment", "Appointment at the bank moved.", "topic:dentist"},
		{"which ceramics studio is the course at", "ceramics, studio, course", "Tickets for the ceramics course.", "topic:studio"},
		{"who is Dr Lopez", "dr, lopez", "Called Dr Patel.", "topic:lopez"},
		{"when did the heating bother me", "heating, bother", "Dry throat, heating too high.", ""},
		{"how much did I spend on groceries", "spend, groceries", "Eggs and rye bread after the run.", "topic:groceries"},
		{"how much did the new telly cost", "new telly cost", "One new tyre, £92.", "topic:new-telly-cost"},
		{"when was my big presentation", "big, presentation", "Gave the presentation.", ""},
	} {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			a := question{
				text: tt.question, kind: simple, subjects: strings.Split(tt.subjects, ", "), ranges: []*commonv1.ScopeRange{{}},
				entries: []*commonv1.Entry{entry("2026-01-10 09", "Quiet day."), entry("2026-01-12 09", tt.note)},
			}.ask(t)
			var critical []string
			for _, g := range a.GetGaps() {
				if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL {
					critical = append(critical, g.GetId())
				}
			}
			if tt.critical == "" && len(critical) > 0 || tt.critical != "" && !slices.Contains(critical, tt.critical) {
				t.Errorf("critical gaps are %q, want %q", critical, tt.critical)
			}
		})
	}
}

// TestWhyADeedWasDoneIsToldByItsNotesAlone holds apart what a note gives as a
// reason and what merely fell on the same days.
func TestWhyADeedWasDoneIsToldByItsNotesAlone(t *testing.T) {
	t.Parallel()
	for note, want := range map[string]commonv1.Verdict{
		"Flea market, bought a lamp.":                        insufficient,
		"Bought a lamp because the corner is dark at night.": sufficient,
	} {
		t.Run(note, func(t *testing.T) {
			t.Parallel()
			a := question{
				text: "why did I buy the lamp?", kind: insight, subjects: []string{"buy", "lamp"},
				entries: append(diary(), entry("2026-02-18 20", note)),
			}.ask(t)
			wantVerdict(t, a, want)
		})
	}
}
