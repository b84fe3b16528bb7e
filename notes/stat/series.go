package stat

import (
	"cmp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A Point is one observation of a series.
type Point struct {
	Day   notes.Day
	Value float64
	ID    string // what it was read from, for example an entry's id
}

// A Series is observations in order of their days.
type Series []Point

// NewSeries returns the points in order of day; those of one day keep theirs.
func NewSeries(points []Point) Series {
	s := slices.Clone(points)
	slices.SortStableFunc(s, func(a, b Point) int { return a.Day.Compare(b.Day) })
	return s
}

// Within returns the points of s that lie in r.
func (s Series) Within(r notes.Range) Series {
	var out Series
	for _, p := range s {
		if r.Contains(p.Day) {
			out = append(out, p)
		}
	}
	return out
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

// Daily merges the points of each day into one by fold, for example
// slices.Max. The merged point has the id of the day's first.
func (s Series) Daily(fold func([]float64) float64) Series {
	var out Series
	for _, group := range s.byDay() {
		out = append(out, Point{group[0].Day, fold(group.Values()), group[0].ID})
	}
	return out
}

func (s Series) byDay() []Series {
	var out []Series
	for start := 0; start < len(s); {
		end := start + 1
		for end < len(s) && s[end].Day == s[start].Day {
			end++
		}
		out = append(out, s[start:end])
		start = end
	}
	return out
}

// Highest returns the first of the points with the greatest value; false if
// there are none.
func (s Series) Highest() (Point, bool) { return s.extreme(1) }

// Lowest returns the first of the points with the least value; false if there
// are none.
func (s Series) Lowest() (Point, bool) { return s.extreme(-1) }

func (s Series) extreme(direction int) (Point, bool) {
	if len(s) == 0 {
		return Point{}, false
	}
	best := s[0]
	for _, p := range s[1:] {
		if cmp.Compare(p.Value, best.Value) == direction {
			best = p
		}
	}
	return best, true
}

// Records returns each point that was above all before it: the first of the
// series, then every time the record fell.
func (s Series) Records() Series {
	var out Series
	for _, p := range s {
		if len(out) == 0 || p.Value > out[len(out)-1].Value {
			out = append(out, p)
		}
	}
	return out
}

// WeekOf returns the first day of d's week.
func WeekOf(d notes.Day, weekStart time.Weekday) notes.Day {
	back := (int(d.Weekday()) - int(weekStart) + 7) % 7
	return d.AddDays(-back)
}

// A Week is what a series holds of one calendar week.
type Week struct {
	Start  notes.Day
	Points Series // empty for a week without any
}

// Weeks cuts s into calendar weeks, from its first point to its last, weeks
// without points included.
func (s Series) Weeks(weekStart time.Weekday) []Week {
	if len(s) == 0 {
		return nil
	}
	var out []Week
	last := WeekOf(s[len(s)-1].Day, weekStart)
	for start, at := WeekOf(s[0].Day, weekStart), 0; !start.After(last); start = start.AddDays(7) {
		end := at
		for end < len(s) && s[end].Day.Before(start.AddDays(7)) {
			end++
		}
		out = append(out, Week{start, s[at:end]})
		at = end
	}
	return out
}
