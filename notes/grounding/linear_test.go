package grounding_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/notestest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	today := notes.Day{Year: 2026, Month: 2, Date: 10}
	check := func(answer, text string) {
		grounding.Check(answer, nil, grounding.Evidence{Today: today, Notes: []*commonv1.EvidenceNote{note("n1", "2026-02-09_08-00-00", text)}})
	}
	for name, work := range map[string]func(string){
		"Check of an answer":  func(text string) { check(text, "Ran 5 km.") },
		"Check against notes": func(text string) { check("You ran 5 km on 2026-02-09.", text) },
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, 32<<10, work) })
	}
}
