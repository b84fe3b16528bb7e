package civil

import (
	"fmt"
	"time"
)

// Date is a day of the Gregorian calendar: days since 1 January of year 1, which
// is the zero value and a Monday.
type Date int32

// MaxYear is the last year that texts and rules can name.
const MaxYear = 9999

const (
	daysBefore1970 = 719162
	daysPer400     = 146097
	daySeconds     = 24 * 60 * 60
)

// NewDate returns the day. Months and days out of range run over into the next
// year or month, as with [time.Date].
func NewDate(year int, month time.Month, day int) Date {
	m := int(month) - 1
	year += floorDiv(m, 12)
	m -= floorDiv(m, 12) * 12
	// Years that begin in March have the leap day at their end.
	m -= 2
	if m < 0 {
		m += 12
		year--
	}
	era := floorDiv(year, 400)
	y := year - era*400
	return Date(era*daysPer400 + y*365 + y/4 - y/100 + (153*m+2)/5 + day - 1 - 306)
}

// DateOf returns the day of an instant in its own zone.
func DateOf(t time.Time) Date {
	_, offset := t.Zone()
	return Date(floorDiv(int(t.Unix())+offset, daySeconds) + daysBefore1970)
}

// ParseDate reads "2026-11-27".
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Year() < 1 {
		return 0, fmt.Errorf("%.40q is not a day: write it as 2026-11-27", text)
	}
	return DateOf(t), nil
}

// Split returns year, month and day of the month.
func (d Date) Split() (year int, month time.Month, day int) {
	n := int(d) + 306
	era := floorDiv(n, daysPer400)
	n -= era * daysPer400
	y := (n - n/1460 + n/36524 - n/146096) / 365
	n -= y*365 + y/4 - y/100
	m := (5*n + 2) / 153
	day = n - (153*m+2)/5 + 1
	year = era*400 + y
	if m += 3; m > 12 {
		m -= 12
		year++
	}
	return year, time.Month(m), day
}

// Year returns the year.
func (d Date) Year() int {
	year, _, _ := d.Split()
	return year
}

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday {
	return time.Weekday((d.sinceMonday() + 1) % 7)
}

// WeekStart returns the first day of the week that begins on the weekday.
func (d Date) WeekStart(first time.Weekday) Date {
	return d - Date((int(d.Weekday())-int(first)+7)%7)
}

// ISOWeek returns the year and the number of the week by ISO 8601.
func (d Date) ISOWeek() (year, week int) {
	thursday := d - Date(d.sinceMonday()) + 3
	year = thursday.Year()
	return year, int(thursday-NewDate(year, time.January, 1))/7 + 1
}

// String returns the day as "2026-11-27".
func (d Date) String() string {
	year, month, day := d.Split()
	return fmt.Sprintf("%04d-%02d-%02d", year, int(month), day)
}

// DaysIn returns how many days a month has.
func DaysIn(year int, month time.Month) int {
	switch month {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	}
	return 31
}

// sinceMonday counts days since Monday, 0 to 6.
func (d Date) sinceMonday() int { return int(d) - floorDiv(int(d), 7)*7 }

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}
