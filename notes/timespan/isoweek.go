package timespan

import (
	"fmt"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// isoWeek reads a week by its number: "2026-W03", "week 3", "calendar week 53",
// "CW45", "KW 5", "w20", "week 3 of 2025", "weeks 3 to 5". Such weeks are those
// of ISO 8601: they begin on Monday, and week 1 holds January 4.
func (s *scanner) isoWeek(i int) (value, int, bool) {
	if y := s.at(i); y.kind == number && len(y.text) == 4 {
		return s.weekOfThatYear(i)
	}
	if n := s.at(i).n; s.anotherWeek(i) {
		return s.weekNumbered(n, n, i), i + 1, true
	}
	at, sure, ok := s.weekName(i)
	if !ok || !sure && s.programmed(i) || !s.weekNumberAt(at) {
		return value{}, i, false
	}
	first := s.at(at).n
	y, end, named := s.yearSuffix(at + 1)
	if !named && !sure && s.ofPlan(at+1) {
		return value{}, i, false
	}
	last := first
	if to, tend := s.lastWeek(first, end); tend > end {
		last, end = to, tend
		if !named {
			y, end, named = s.yearSuffix(end)
		}
	}
	switch {
	case first < 1 || first > 53:
		return value{void: fmt.Sprintf("no year has a week %d", first)}, end, true
	case !named:
		return s.weekNumbered(first, last, i), end, true
	}
	return weeksOfYear(y, first, last), end, true
}

// anotherWeek reports whether token i numbers a week after another: "week 20 and 21".
func (s *scanner) anotherWeek(i int) bool {
	n := s.at(i)
	return n.kind == number && n.n >= 1 && n.n <= 53 && s.prev != nil && s.prev.weekNumber && s.joinedTo(i) && s.closedOrPart(i+1)
}

// weekOfThatYear reads a week behind its year: 2026-W03, 2026W03, "2026 week 3".
func (s *scanner) weekOfThatYear(i int) (value, int, bool) {
	y, at := s.at(i).n, s.skip(i+1, "-")
	if n := s.at(at + 1); s.low(at) == "w" && s.at(at).glued && n.glued && n.kind == number && len(n.text) <= 2 {
		return weekOfYear(y, n.n), at + 2, true
	}
	at, _, ok := s.weekName(i + 1)
	if n := s.at(at); ok && s.yearNumber(i) && n.kind == number && len(n.text) <= 2 {
		return weekOfYear(y, n.n), at + 1, true
	}
	return value{}, i, false
}

// weekNumberAt reports whether token i can number a week and measures nothing.
func (s *scanner) weekNumberAt(i int) bool {
	n, after := s.at(i), s.at(i+1)
	switch {
	case n.kind != number, len(n.text) > 2, after.low == "day", after.low == "/":
		return false
	case after.glued && (after.kind != mark || measures[after.low]):
		return false
	}
	return !(after.low == "." && after.glued && s.at(i+2).glued)
}

// ofPlan reports whether the words behind the number of a week, at token i, tell
// that a plan has it: "week 3 of the plan", "week 3 post op".
func (s *scanner) ofPlan(i int) bool {
	w := s.low(i)
	return w == "of" || w == "in" && s.low(i+1) == "the" || s.at(i).kind == word && !s.closed(i) && !monthly[w] && !joins[w]
}

// lastWeek reads the number of the last week in "weeks 3 to 5".
func (s *scanner) lastWeek(first, i int) (n, end int) {
	joint := s.joint(i)
	m := s.at(joint)
	if joint == i || m.kind != number || len(m.text) > 2 || m.n <= first || m.n > 53 || measures[s.low(joint+1)] {
		return first, i
	}
	return m.n, joint + 1
}

// programmed reports whether the words before token i name a plan that has weeks
// of its own: "5/3/1 week 2", "couch to 5k week 3".
func (s *scanner) programmed(i int) bool {
	for k := i - 1; k >= max(0, i-9) && !s.breaks(k); k-- {
		if programs[s.low(k)] || s.low(k) == "/" && s.at(k).glued && s.at(k+1).glued {
			return true
		}
	}
	return false
}

// weekName reads what stands before the number of a week. sure is false where a
// plan may have such weeks as well.
func (s *scanner) weekName(i int) (at int, sure, ok bool) {
	switch w := s.low(i); w {
	case "week", "weeks":
		return s.skip(s.skip(i+1, "number", "no", "nr", "#"), "."), s.low(i-1) == "calendar" || s.low(i-1) == "iso", true
	case "calendar", "iso":
		if s.low(i+1) == "week" || s.low(i+1) == "weeks" {
			at, _, ok := s.weekName(i + 1)
			return at, true, ok
		}
	case "kw", "cw", "calweek", "isoweek":
		return i + 1, true, true
	case "w":
		return i + 1, false, s.at(i+1).glued && (i == 0 || !s.at(i).glued && s.at(i-1).kind != number) && s.at(i+1).n <= 54
	}
	return i, false, false
}

// weekNumbered returns the latest such week that has begun, or the coming one.
func (s *scanner) weekNumbered(n, last, i int) value {
	step := -1
	if s.ahead(i) {
		step = 1
	}
	for k := range 9 { // a year with 53 weeks may be seven years away
		v := weeksOfYear(s.today.Year-step+k*step, n, last)
		if v.void == "" && (step < 0 && !v.Range.Start.After(s.today) || step > 0 && !v.Range.End.Before(s.today)) {
			return v.assume(true)
		}
	}
	return weekOfYear(s.today.Year, n)
}

func weekOfYear(y, n int) value { return weeksOfYear(y, n, n) }

func weeksOfYear(y, n, last int) value {
	first := calendar{time.Monday}.period(week, notes.Day{Year: y, Month: 1, Date: 4}, 0).Start
	start, end := first.AddDays(7*(n-1)), first.AddDays(7*last-1)
	if y < 1900 || y > 2199 || n < 1 || n > 53 || start.AddDays(3).Year != y {
		return value{void: fmt.Sprintf("%d has no week %d", y, n)}
	}
	v := dated(notes.Range{Start: start, End: end}, commonv1.Grain_GRAIN_WEEK).explicit()
	v.weekNumber = true
	if n != last {
		v.Grain = commonv1.Grain_GRAIN_SPAN
	}
	return v
}
