package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A value is what an expression means, with what its neighbours need to know.
type value struct {
	Span
	point      notes.Day // the exact day of "two weeks ago", for "since" and the like
	again      rule      // the same in another year, which may be moved to fit a neighbour
	weekly     bool      // a weekday of any week, if the week may be moved to fit a neighbour
	fixed      bool      // neither may be moved: the text names it
	dateOnly   bool      // a day of any month
	weekNumber bool      // a week by its number
	whole      *value    // what a part was cut from
	anchor     *value    // what it lies before or after
	counted    counted   // the units of "the last three months"
	void       string    // why there is no such time; empty if there is

	first, stop int // its tokens, the latter excluded

	listed bool // only "and" or its like stands before it, after another expression
}

// counted are so many units that a span is made of; none of the zero unit.
type counted struct {
	n int
	unit
}

// loose reports whether a neighbour may move v.
func (v value) loose() bool { return !v.fixed && (v.again != nil || v.weekly) }

// settled returns v as one that no neighbour moves.
func (v value) settled() value { v.fixed = true; return v }

// start and end are the days that "since" and "until" count from.
func (v value) start() notes.Day {
	if !v.point.IsZero() {
		return v.point
	}
	return v.Range.Start
}

func (v value) end() notes.Day {
	if !v.point.IsZero() {
		return v.point
	}
	return v.Range.End
}

// bounded reports whether v has two ends.
func (v value) bounded() bool {
	return v.void == "" && !v.Range.Start.IsZero() && !v.Range.End.IsZero()
}

// sound reports whether v can be told: it exists, ends after it starts, and
// lies in years of four digits.
func (v value) sound() bool {
	if v.void != "" {
		return false
	}
	for _, d := range []notes.Day{v.Range.Start, v.Range.End} {
		if !d.IsZero() && (d.Year < 1000 || d.Year > 9999) {
			return false
		}
	}
	if v.Range.IsZero() {
		return v.Hourly() || len(v.Weekdays) > 0
	}
	return !v.bounded() || !v.Range.End.Before(v.Range.Start)
}

// dated returns a value for a range that leaves no doubt.
func dated(r notes.Range, g commonv1.Grain) value {
	return value{Span: Span{Range: r, Grain: g}}
}

func (v value) assume(yes bool) value { v.Assumed = v.Assumed || yes; return v }

func (v value) explicit() value { v.Explicit = true; return v }
