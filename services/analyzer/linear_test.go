package analyzer_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	req := question{
		text: "Why did my bench press feel heavy last week?", kind: insight, subjects: []string{"bench press"}, domains: []string{"strength", "sleep"},
		entries: []*commonv1.Entry{entry("2026-02-16 18", "Bench 3x5 @ 80kg, felt heavy. Slept 5 h.")},
	}.request(t)
	analyze := func() {
		if _, err := s.Analyze(t.Context(), req); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("a note", func(t *testing.T) {
		short := req.GetEntries()[0].GetText()
		notestest.Linear(t, 8<<10, func(text string) {
			req.GetEntries()[0].Text = text
			analyze()
		})
		req.GetEntries()[0].Text = short
	})
	t.Run("a question", func(t *testing.T) {
		notestest.Linear(t, 8<<10, func(text string) {
			req.GetScope().Query = text
			analyze()
		})
	})
}
