package notes

import (
	"fmt"
	"time"
)

// A Day is a calendar day without a time zone. The zero Day means "open": no
// bound in that direction.
type Day struct {
	Year  int
	Month time.Month
	Date  int // 1 to 31
}

// DayOf returns the day of t in t's own location.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return Day{y, m, d}
}

// NewDay returns the day, normalized as time.Date does: October 32 is
// November 1.
func NewDay(year int, month time.Month, date int) Day {
	return DayOf(time.Date(year, month, date, 0, 0, 0, 0, time.UTC))
}

// ParseDay reads YYYY-MM-DD. The empty string is the zero Day. A day that the
// calendar does not have, such as 2026-02-30, is an error.
func ParseDay(s string) (Day, error) {
	if s == "" {
		return Day{}, nil
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Day{}, fmt.Errorf("%q is not a day (YYYY-MM-DD)", s)
	}
	return DayOf(t), nil
}

// IsZero reports whether d is the open bound.
func (d Day) IsZero() bool { return d == Day{} }

// String returns YYYY-MM-DD, or "" for the zero Day.
func (d Day) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Date)
}

// AddDays returns the day n days later; n may be negative.
func (d Day) AddDays(n int) Day { return NewDay(d.Year, d.Month, d.Date+n) }

// AddMonths returns the same date n months later, or the last day of that
// month if it is shorter: January 31 plus one month is February 28 or 29.
func (d Day) AddMonths(n int) Day {
	first := NewDay(d.Year, d.Month+time.Month(n), 1)
	last := NewDay(first.Year, first.Month+1, 0)
	return Day{first.Year, first.Month, min(d.Date, last.Date)}
}

// Weekday returns the day of the week.
func (d Day) Weekday() time.Weekday { return d.In(time.UTC).Weekday() }

// In returns the first moment of the day in loc. Where daylight saving skips
// midnight, it is the moment that time.Date gives.
func (d Day) In(loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Date, 0, 0, 0, 0, loc)
}

// Before reports whether d is earlier than e.
func (d Day) Before(e Day) bool { return d.Compare(e) < 0 }

// After reports whether d is later than e.
func (d Day) After(e Day) bool { return d.Compare(e) > 0 }

// Compare returns -1, 0 or 1.
func (d Day) Compare(e Day) int {
	switch {
	case d.Year != e.Year:
		return sign(d.Year - e.Year)
	case d.Month != e.Month:
		return sign(int(d.Month) - int(e.Month))
	default:
		return sign(d.Date - e.Date)
	}
}

// Sub returns the number of days from e to d. A time.Duration would hold three
// centuries only.
func (d Day) Sub(e Day) int {
	const day = 24 * 60 * 60
	return int((d.In(time.UTC).Unix() - e.In(time.UTC).Unix()) / day)
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// A Range is a span of days, both ends included. A zero end is open.
type Range struct{ Start, End Day }

// Contains reports whether d lies in r. The zero Day, that of an undated note, lies
// in no range but the one that is open in both directions.
func (r Range) Contains(d Day) bool {
	if d.IsZero() {
		return r.IsZero()
	}
	return (r.Start.IsZero() || !d.Before(r.Start)) && (r.End.IsZero() || !d.After(r.End))
}

// IsZero reports whether r is open in both directions.
func (r Range) IsZero() bool { return r.Start.IsZero() && r.End.IsZero() }

// Days returns the number of days in r, 0 if it is open or empty.
func (r Range) Days() int {
	if r.Start.IsZero() || r.End.IsZero() || r.End.Before(r.Start) {
		return 0
	}
	return r.End.Sub(r.Start) + 1
}

// ParseRange reads two days as ParseDay does and checks their order.
func ParseRange(start, end string) (Range, error) {
	s, err := ParseDay(start)
	if err != nil {
		return Range{}, err
	}
	e, err := ParseDay(end)
	if err != nil {
		return Range{}, err
	}
	if !s.IsZero() && !e.IsZero() && e.Before(s) {
		return Range{}, fmt.Errorf("the range %s to %s ends before it starts", s, e)
	}
	return Range{s, e}, nil
}
