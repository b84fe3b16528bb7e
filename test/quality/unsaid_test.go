package quality

import (
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestANumberWithoutAReservationIsAsserted(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{
		"Your heaviest squat was 97.5 kg, on 2025-12-22.":                               true,
		"You noted dr patel on 8 days from 2025-05-01 to 2026-02-19.":                   true,
		"You noted yoga on one day this winter (2025-12-01 to 2026-02-23).":             true,
		"A hint, no more: your sleep was 7 h on average.":                               true,
		"Your exam came to $704.50. Of the 20 notes on exam, 14 give no number.":        true,
		"Your heaviest bench was 115 lb.\n\nI did not take “for 3x5” into account.":     false,
		"Your exam came to $454.\n\nNot in your notes: a number for the book.":          false,
		"One note tells of it:\n\n- [2026-01-05] Release of Harbor 4.0 is on Feb 20.":   false,
		"You wrote on Thu, 2026-01-15: “migraine nr 2 of jan” [2026-01-15].":            false,
		"Your notes on the boiler don't tell who it was. You noted it on 3 days.":       false,
		"**How many runs?**\nYou ran a lot.\n- [2026-01-05] run 5k":                     false,
		"None of your notes tells of run and twice together. There are 12 notes on it.": false,
	} {
		report := &orchestratorv1.RunReport{Status: orchestratorv1.RunReport_COMPLETED, Answer: answer}
		if got := asserts(report); got != want {
			t.Errorf("asserts(%q) = %v", answer, got)
		}
		report.Status = orchestratorv1.RunReport_PARTIAL
		if asserts(report) {
			t.Errorf("%q is partial and says so", answer)
		}
	}
}
