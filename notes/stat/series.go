package stat

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A Point is one observation of a series.
type Point struct {
	Day   notes.Day
	Value float64
}

// A Series is observations in order of their days.
type Series []Point

// NewSeries returns the points in order of day; those of one day keep theirs.
func NewSeries(points []Point) Series {
	s := slices.Clone(points)
	slices.SortStableFunc(s, func(a, b Point) int { return a.Day.Compare(b.Day) })
	return s
}

// Values returns the values of s in its order.
func (s Series) Values() []float64 {
	out := make([]float64, len(s))
	for i, p := range s {
		out[i] = p.Value
	}
	return out
}

// Days returns the days of s, each once.
func (s Series) Days() []notes.Day {
	days := make([]notes.Day, len(s))
	for i, p := range s {
		days[i] = p.Day
	}
	return slices.Compact(days)
}

// WeekOf returns the first day of d's week.
func WeekOf(d notes.Day, weekStart time.Weekday) notes.Day {
	back := (int(d.Weekday()) - int(weekStart) + 7) % 7
	return d.AddDays(-back)
}
