package timespan

import (
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A unit is a stretch of the calendar.
type unit int

const (
	day unit = iota + 1
	week
	weekend
	fortnight
	month
	quarter
	year
	decade
)

func (u unit) grain() commonv1.Grain {
	switch u {
	case day:
		return commonv1.Grain_GRAIN_DAY
	case week, weekend:
		return commonv1.Grain_GRAIN_WEEK
	case month:
		return commonv1.Grain_GRAIN_MONTH
	case quarter:
		return commonv1.Grain_GRAIN_QUARTER
	case year:
		return commonv1.Grain_GRAIN_YEAR
	}
	return commonv1.Grain_GRAIN_SPAN
}

// A calendar knows where weeks begin.
type calendar struct{ weekStart time.Weekday }

// period returns the unit that lies n units after the one that holds d. The
// weekend that "holds" a weekday is the one before it.
func (c calendar) period(u unit, d notes.Day, n int) notes.Range {
	switch u {
	case day:
		return single(d.AddDays(n))
	case week:
		first := d.AddDays(7*n - (int(d.Weekday()-c.weekStart)+7)%7)
		return notes.Range{Start: first, End: first.AddDays(6)}
	case weekend:
		saturday := d.AddDays(7*n - (int(d.Weekday())+1)%7)
		return notes.Range{Start: saturday, End: saturday.AddDays(1)}
	case fortnight:
		first := c.period(week, d, 2*n-1).Start
		return notes.Range{Start: first, End: first.AddDays(13)}
	case month:
		return monthsFrom(d.Year, d.Month+time.Month(n), 1)
	case quarter:
		return monthsFrom(d.Year, (d.Month-1)/3*3+1+time.Month(3*n), 3)
	case decade:
		return monthsFrom(d.Year-d.Year%10+10*n, 1, 120)
	}
	return monthsFrom(d.Year+n, 1, 12)
}

// rolling returns the n units that end on the given day.
func rolling(u unit, last notes.Day, n int) notes.Range {
	var first notes.Day
	switch u {
	case day:
		first = last.AddDays(1 - n)
	case week, weekend:
		first = last.AddDays(1 - 7*n)
	case fortnight:
		first = last.AddDays(1 - 14*n)
	default:
		first = last.AddMonths(-n * monthsIn(u)).AddDays(1)
	}
	return notes.Range{Start: first, End: last}
}

func monthsIn(u unit) int {
	switch u {
	case quarter:
		return 3
	case year:
		return 12
	case decade:
		return 120
	}
	return 1
}

// shift moves a day by n units, keeping weekdays for weeks and dates for months.
func shift(u unit, d notes.Day, n int) notes.Day {
	switch u {
	case day:
		return d.AddDays(n)
	case week, weekend:
		return d.AddDays(7 * n)
	case fortnight:
		return d.AddDays(14 * n)
	}
	return d.AddMonths(n * monthsIn(u))
}

func single(d notes.Day) notes.Range { return notes.Range{Start: d, End: d} }

// monthsFrom returns n whole months from the first of the given one.
func monthsFrom(y int, m time.Month, n int) notes.Range {
	first := notes.NewDay(y, m, 1)
	return notes.Range{Start: first, End: first.AddMonths(n).AddDays(-1)}
}

// exists reports whether the calendar has the date.
func exists(y int, m time.Month, d int) bool {
	return d >= 1 && m >= 1 && m <= 12 && notes.NewDay(y, m, d) == notes.Day{Year: y, Month: m, Date: d}
}

// recent returns the latest such date that is not after today.
func recent(m time.Month, d int, today notes.Day) (notes.Day, bool) {
	for y := today.Year; y > today.Year-9; y-- { // February 29 may be eight years back
		if found := (notes.Day{Year: y, Month: m, Date: d}); exists(y, m, d) && !found.After(today) {
			return found, true
		}
	}
	return notes.Day{}, false
}

// weekdayBefore returns the latest such weekday that is not after d.
func weekdayBefore(w time.Weekday, d notes.Day) notes.Day {
	return d.AddDays(-(int(d.Weekday()-w) + 7) % 7)
}
