package eventtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
)

// A time that a note has struck out or put another in place of is none that it speaks of.
func TestATimeThatAnotherHasComeInPlaceOfIsNone(t *testing.T) {
	t.Parallel()
	written := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"Sofa was to arrive on Thursday the 4th, now Friday 5 June.": "2026-06-05",
		"Sofa: 4 June, now on the 5 June":                            "2026-06-05",
		"Trip ~~2 June~~ now 9 June.":                                "2026-06-09",
		"Trip ~~2 June~~ 9 June":                                     "2026-06-09",
		"Dentist moved from 4 June, moved to 8 June":                 "2026-06-08",
		"Not on 4 June but on 8 June.":                               "2026-06-08",
		"Party on 8 June instead of 4 June":                          "2026-06-08",
		"Dentist on 4 June, rescheduled for 8 June":                  "2026-06-08",
		"Dentist on 4 June, postponed by a week to 11 June":          "2026-06-11",
		// And times that stand beside each other both hold.
		"Dentist on 4 June and choir on 8 June":      "2026-06-04 2026-06-08",
		"Party on 4 June, but no wine on 8 June":     "2026-06-04 2026-06-08",
		"I am not there on 4 June. Back on 8 June":   "2026-06-04 2026-06-08",
		"Exam on 4 June. Now I learn, on 1 June too": "2026-06-04 2026-06-01",
	} {
		var got []string
		for _, m := range eventtime.Ahead(eventtime.Note{At: written, Text: text}, time.Monday, notes.DayOf(written)) {
			got = append(got, m.Day.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}
