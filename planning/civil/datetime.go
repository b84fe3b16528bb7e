package civil

import (
	"fmt"
	"time"
)

// DateTime is a time of a day, without a zone.
type DateTime struct {
	Date   Date
	Second int // since midnight by the clock, 0 to 86,399
}

// At returns the time of a day; hours, minutes and seconds out of range run over
// into other days.
func At(d Date, hour, minute, second int) DateTime {
	return DateTime{d, 0}.Add((hour*60+minute)*60 + second)
}

// Of returns what a clock in the zone of t shows at t, without what is below
// seconds.
func Of(t time.Time) DateTime {
	_, offset := t.Zone()
	return DateTime{daysBefore1970, 0}.Add(int(t.Unix()) + offset)
}

// Add moves a time by seconds of the civil clock, for which all days are alike.
func (t DateTime) Add(seconds int) DateTime {
	seconds += t.Second
	days := floorDiv(seconds, daySeconds)
	return DateTime{t.Date + Date(days), seconds - days*daySeconds}
}

// Compare returns -1, 0 or 1 as t is before, at or after u.
func (t DateTime) Compare(u DateTime) int {
	switch {
	case t.Date != u.Date && t.Date < u.Date, t.Date == u.Date && t.Second < u.Second:
		return -1
	case t == u:
		return 0
	}
	return 1
}

// String returns the time as "2026-11-27T09:30:00".
func (t DateTime) String() string {
	return fmt.Sprintf("%sT%02d:%02d:%02d", t.Date, t.Second/3600, t.Second/60%60, t.Second%60)
}
