package eventtime

import (
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// longest is how many days a time of a note may have for the note to speak of each
// of them: "next week", but not "this year".
const longest = 7

// Speaks returns where a note names a time of days that are asked about, and false
// if it names none: a plan, an appointment, a task that is due, or a look back.
func Speaks(n Note, week time.Weekday, asked func(notes.Day) bool) (offset int, ok bool) {
	for _, s := range timespan.Scan(n.Text, timespan.Ref{Now: n.At, WeekStart: week}) {
		if s.Range.Start.IsZero() || s.Range.End.IsZero() || s.Range.Days() > longest || len(s.Weekdays) > 0 {
			continue
		}
		for day := s.Range.Start; !s.Range.End.Before(day); day = day.AddDays(1) {
			if asked(day) {
				return s.Offset, true
			}
		}
	}
	return 0, false
}
