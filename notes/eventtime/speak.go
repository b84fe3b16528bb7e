package eventtime

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// longest is how many days a time of a note may have for the note to speak of each
// of them: "next week", but not "this year".
const longest = 7

// Speaks returns where a note names a time of days that are asked about, and false
// if it names none: a plan, an appointment, a task that is due, or a look back. A long
// time, "in April", has to lie within those days, unless the note gives both its ends. What
// may be meant of days to come, or is every week, counts from a day on: nobody knows whether
// it came so.
func Speaks(n Note, week time.Weekday, from notes.Day, asked func(notes.Day) bool) (offset int, ok bool) {
	for _, s := range namedTimes(n, week, from) {
		if s.Range.Days() > longest && !bothEnds(s) {
			if asked(s.Range.Start) && asked(s.Range.End) {
				return s.Offset, true
			}
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

// bothEnds reports whether a note gives the first and the last day of a time: "20 July - 3
// August".
func bothEnds(s timespan.Span) bool {
	return s.Explicit && s.Grain == commonv1.Grain_GRAIN_SPAN && s.Range.Days() <= longestStay
}

// longestStay is how many days a time may have of which a note gives both ends, for the
// note to speak of each of them, and seriesDays how long after a note what is every week is
// so still.
const (
	longestStay = 62
	seriesDays  = 365
)

// A Mention is a day that a note names, and where it does.
type Mention struct {
	Day    notes.Day
	Offset int
}

// Ahead returns where a note names days that are not before one, the first of each
// time that it names, in the order of the text.
func Ahead(n Note, week time.Weekday, from notes.Day) []Mention {
	var out []Mention
	for _, s := range spokenTimes(n, week, from) {
		if day := s.Range.Start; !s.Range.End.Before(from) {
			if day.Before(from) {
				day = from
			}
			out = append(out, Mention{day, s.Offset})
		}
	}
	return out
}

// Names reports whether a note names another day than its own.
func Names(n Note, week time.Weekday) bool {
	own := notes.DayOf(n.At)
	return slices.ContainsFunc(spokenTimes(n, week, notes.Day{Year: 9999}), func(s timespan.Span) bool { return s.Range.Start != own || s.Range.End != own })
}

// spokenTimes returns the times of a note for each of whose days it may speak.
func spokenTimes(n Note, week time.Weekday, from notes.Day) []timespan.Span {
	return slices.DeleteFunc(namedTimes(n, week, from), func(s timespan.Span) bool { return s.Range.Days() > longest })
}

// namedTimes returns the times that a note names and that hold, with a beginning and an end:
// also the days to come that it may mean, "dinner with Kim on Monday", and each day of what
// is every week, from a day on.
func namedTimes(n Note, week time.Weekday, from notes.Day) []timespan.Span {
	var out []timespan.Span
	own := notes.DayOf(n.At)
	for _, s := range timesThatHold(n.Text, timespan.Scan(n.Text, timespan.Ref{Now: n.At, WeekStart: week})) {
		switch {
		case len(s.Weekdays) > 0:
			for day := own; day.Sub(own) <= seriesDays; day = day.AddDays(1) {
				if !day.Before(from) && slices.Contains(s.Weekdays, day.Weekday()) && s.Range.Contains(day) {
					out = append(out, timespan.Span{Offset: s.Offset, Text: s.Text, Range: notes.Range{Start: day, End: day}, Weekdays: s.Weekdays})
				}
			}
		case !s.Range.Start.IsZero() && !s.Range.End.IsZero():
			out = append(out, s)
			if coming, ok := timespan.ComingRange(n.Text, s); ok && s.Range.End.Before(own) && !coming.End.Before(from) {
				s.Range = coming
				out = append(out, s)
			}
		}
	}
	return out
}
