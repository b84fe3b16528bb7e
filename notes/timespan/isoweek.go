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
	if y := s.at(i); y.kind == number && len(y.text) == 4 { // 2026-W03, 2026W03
		at := s.skip(i+1, "-")
		if n := s.at(at + 1); s.low(at) == "w" && s.at(at).glued && n.glued && n.kind == number && len(n.text) <= 2 {
			return weekOfYear(y.n, n.n), at + 2, true
		}
		if at, _, ok := s.weekName(i + 1); ok && s.yearNumber(i) && s.at(at).kind == number && len(s.at(at).text) <= 2 {
			return weekOfYear(y.n, s.at(at).n), at + 1, true // 2026 week 3
		}
		return value{}, i, false
	}
	if n := s.at(i); n.kind == number && s.prev != nil && s.prev.weekNumber && s.joinedTo(i) && n.n >= 1 && n.n <= 53 && s.closedOrPart(i+1) {
		return s.weekNumbered(n.n, n.n, i), i + 1, true // "week 20 and 21"
	}
	at, sure, ok := s.weekName(i)
	n := s.at(at)
	if !ok || !sure && s.programmed(i) || n.kind != number || len(n.text) > 2 || s.low(at+1) == "day" || s.at(at+1).glued && s.at(at+1).kind != mark {
		return value{}, i, false
	}
	if after := s.at(at + 1); after.low == "/" || after.low == "." && after.glued && s.at(at+2).glued || measures[after.low] && after.glued {
		return value{}, i, false
	}
	y, end, named := s.yearSuffix(at + 1)
	if !named && !sure && (s.low(at+1) == "of" || s.low(at+1) == "in" && s.low(at+2) == "the") {
		return value{}, i, false // "week 3 of the plan"
	}
	if next := s.at(at + 1); !named && !sure && next.kind == word && !s.closed(at+1) && !monthly[next.low] && !joins[next.low] {
		return value{}, i, false // "week 3 post op"
	}
	last := n.n
	if joint := s.joint(end); joint > end {
		if m := s.at(joint); m.kind == number && len(m.text) <= 2 && m.n > n.n && m.n <= 53 && !measures[s.low(joint+1)] {
			last, end = m.n, joint+1
			if !named {
				y, end, named = s.yearSuffix(end)
			}
		}
	}
	if n.n < 1 || n.n > 53 {
		return value{void: fmt.Sprintf("no year has a week %d", n.n)}, end, true
	}
	if !named {
		return s.weekNumbered(n.n, last, i), end, true
	}
	return weeksOfYear(y, n.n, last), end, true
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
