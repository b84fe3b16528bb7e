package timespan_test

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/timespan"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	now := time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC)
	ref := timespan.Ref{Now: now, WeekStart: time.Monday}
	for name, work := range map[string]func(string){
		"Scan and Strip": func(text string) { timespan.Strip(text, timespan.Scan(text, ref)) },
		"Ties":           func(text string) { timespan.Ties(text, ref) },
		"ToldStretches":  func(text string) { timespan.ToldStretches(text, now, time.Monday) },
		"EntryTime":      func(text string) { timespan.EntryTime(text, now, time.Monday) },
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, 32<<10, work) })
	}
}
