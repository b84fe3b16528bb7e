package civil

import "time"

// widest is more than any offset from UTC that was ever in use, in seconds
// (Manila and Metlakatla were 15 to 16 hours apart from it).
const widest = 17 * 60 * 60

// In returns the instant of a civil time in a zone, with gap and fold as the
// package says.
func (t DateTime) In(zone *time.Location) time.Time {
	local := unix(t.Date) + int64(t.Second)
	before := int64(0)
	for p := periodAt(local-widest, zone); ; p = periodAt(p.end, zone) {
		at := local - p.offset
		switch {
		case at < p.start: // after the period before, and before this one: in the gap
			return time.Unix(local-before, 0).In(zone)
		case at < p.end:
			return time.Unix(at, 0).In(zone)
		}
		before = p.offset
	}
}

// In returns the first instant of the day in a zone.
func (d Date) In(zone *time.Location) time.Time { return DateTime{Date: d}.First(zone) }

// First returns the first instant at which a clock in the zone shows t or later.
// In a gap that is its end, where [DateTime.In] goes on from there: it is for
// what begins or ends with t.
func (t DateTime) First(zone *time.Location) time.Time {
	local := unix(t.Date) + int64(t.Second)
	for p := periodAt(local-widest, zone); ; p = periodAt(p.end, zone) {
		if at := max(local-p.offset, p.start); at < p.end {
			return time.Unix(at, 0).In(zone)
		}
	}
}

// unix returns the seconds since 1970 of a day's midnight in UTC.
func unix(d Date) int64 { return (int64(d) - daysBefore1970) * daySeconds }

// period is a time in which a zone keeps its offset, in Unix seconds.
type period struct {
	start, end, offset int64
}

// periodAt returns what is left of a period from an instant on.
func periodAt(at int64, zone *time.Location) period {
	t := time.Unix(at, 0).In(zone)
	_, offset := t.Zone()
	p := period{start: at, end: 1 << 62, offset: int64(offset)}
	if _, end := t.ZoneBounds(); !end.IsZero() {
		p.end = end.Unix()
	}
	// For the last day of leap years after 2037 the standard library says that
	// the period has ended already.
	if p.end <= at {
		p.end = at + 60*60
	}
	return p
}
