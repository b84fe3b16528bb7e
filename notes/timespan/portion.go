package timespan

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// portion reads a part of a longer span: "early March", "the end of last year",
// "the first week of January", "the last Friday in May".
func (s *scanner) portion(i int) (value, int, bool) {
	if s.depth == deepest {
		return value{}, i, false
	}
	s.depth++
	defer func() { s.depth-- }()
	at := s.skip(i, "the", "very")
	at = s.skip(at, "very")
	if u := endOf[s.low(at)]; u != 0 {
		return cutter{of: edge(2)}.take(s.unitNow(u), ""), at + 1, true
	}
	if v, end, ok := s.firstOfTwo(at); ok {
		return v, end, true
	}
	if v, end, ok := s.ofMonth(at); ok {
		return v, end, true
	}
	c, at, ok := s.cut(at)
	if !ok {
		return value{}, i, false
	}
	v, end, ok := s.cutFrom(c, at)
	if !ok || v.void != "" {
		return v, end, ok
	}
	if !v.bounded() || v.Range.Days() < 5 || v.Hourly() || len(v.Weekdays) > 0 {
		return value{}, i, false
	}
	return c.take(v, s.text(at, end)), end, true
}

// ofMonth reads parts of a month that stand beside its name: "the second July
// weekend", "first May week", "October first week", "April end".
func (s *scanner) ofMonth(i int) (value, int, bool) {
	if _, _, ok := s.holidayName(i); ok {
		return value{}, i, false // "July 4th weekend"
	}
	nth, last, at := s.place(i)
	name := at
	if nth == 0 {
		name = i
		if nth, last, at = s.place(s.skip(i+1, "'s")); nth == 0 {
			return s.monthEdge(i)
		}
	} else {
		at++
	}
	m, ok := months[s.low(name)]
	c, named := partOfMonth(s.low(at), nth, last)
	if !ok || !named || !s.closed(at+1) {
		return value{}, i, false
	}
	v, _ := s.dateOf(monthOf(m), i, name+1)
	return c.take(v, s.low(name)), at + 1, v.bounded()
}

// monthEdge reads "April end" and "June beginning".
func (s *scanner) monthEdge(i int) (value, int, bool) {
	m, ok := months[s.low(i)]
	k, named := map[string]int{"beginning": 0, "middle": 1, "end": 2}[s.low(i+1)]
	if !ok || !named || ambiguous[s.low(i)] && !s.cued(i) || !s.closed(i+2) || s.low(i+2) == "of" {
		return value{}, i, false
	}
	v, _ := s.dateOf(monthOf(m), i, i+1)
	return cutter{of: edge(k)}.take(v, s.low(i)), i + 2, v.bounded()
}

// place reads "second" or "last"; nth is 0 if none stands there.
func (s *scanner) place(i int) (nth int, last bool, end int) {
	if s.low(i) == "last" {
		return 1, true, i + 1
	}
	nth, end = s.nth(i)
	return nth, false, end
}

// partOfMonth returns what takes the nth week, weekend or half of a month.
func partOfMonth(what string, nth int, last bool) (cutter, bool) {
	switch {
	case nth > 5:
		return cutter{}, false
	case what == "half":
		return cutter{of: half(nth == 2 || last)}, nth <= 2
	case units[what] == weekend:
		return cutter{of: nthWeekend(nth, last), grain: commonv1.Grain_GRAIN_WEEK}, true
	case units[what] == week:
		return cutter{of: stretchOf(week, 1, nth, last), grain: commonv1.Grain_GRAIN_WEEK}, true
	}
	return cutter{}, false
}

// endOf are short for the end of the running unit.
var endOf = map[string]unit{"eow": week, "eom": month, "eoq": quarter, "eoy": year}

// firstOfTwo reads the first part in "the first and second week of June", where
// only the second says of what.
func (s *scanner) firstOfTwo(i int) (value, int, bool) {
	n, at := s.nth(i)
	joint := s.skip(at, "and", "or", "vs", "versus", "&")
	joint = s.skip(s.skip(joint, "."), "in", "on")
	joint = s.skip(joint, "the")
	m, next := s.nth(joint)
	if s.low(joint) == "last" {
		m, next = 1, joint+1
	}
	if n == 0 || joint == at || m == 0 {
		return value{}, i, false
	}
	v, _, ok := s.portion(joint)
	c, _, cut := s.cutNth(n, false, next)
	if !ok || !cut || v.whole == nil {
		return value{}, i, false
	}
	return c.take(*v.whole, ""), at, true
}

// take returns the part of v that c cuts out; text names v.
func (c cutter) take(v value, text string) value {
	whole := v
	r, exact := c.of(v.Range)
	if !v.Range.Contains(r.Start) {
		return value{void: "there is none in " + text}
	}
	if r.End.After(v.Range.End) {
		r.End = v.Range.End
	}
	v.Range, v.point, v.whole = r, notes.Day{}, &whole
	if whole.again != nil {
		v.again = func(y int) (notes.Range, bool) {
			all, ok := whole.again(y)
			r, _ := c.of(all)
			return r, ok
		}
	}
	v.Grain = commonv1.Grain_GRAIN_SPAN
	switch {
	case r.Days() == 1:
		v.Grain = commonv1.Grain_GRAIN_DAY
	case c.grain != 0:
		v.Grain = c.grain
	}
	return v.assume(!exact)
}

// cutFrom reads what the part is cut from: what "of" or "in" leads to, or what
// the expression before was cut from ("the first half of May or the second
// half").
func (s *scanner) cutFrom(c cutter, at int) (value, int, bool) {
	of := s.skip(at, "of", "in", "on")
	if of == at && c.linked && !s.yearNumber(at) && months[s.low(at)] == 0 {
		if s.prev != nil && s.prev.whole != nil && s.prevEnd >= at-6 && (s.closed(at)) {
			return *s.prev.whole, at, true
		}
		return value{}, at, false
	}
	if v, end, ok := s.portion(of); ok {
		return v, end, true
	}
	v, end, ok := s.single(of, true)
	if !ok {
		v, end, ok = s.running(s.skip(of, "the", "my"), of)
	}
	return v, end, ok
}

// text returns the words from token i to end.
func (s *scanner) text(i, end int) string {
	words := make([]string, 0, end-i)
	for ; i < end; i++ {
		if t := s.toks[i].text; t != "of" && t != "in" && t != "the" || len(words) > 0 {
			words = append(words, t)
		}
	}
	return strings.Join(words, " ")
}

// A cutter takes a part of a range.
type cutter struct {
	of     func(notes.Range) (part notes.Range, exact bool)
	linked bool // "of" or "in" leads to the range
	grain  commonv1.Grain
}

// cut reads which part is meant.
func (s *scanner) cut(i int) (cutter, int, bool) {
	w := s.low(i)
	switch w {
	case "early":
		return cutter{of: thirds(0)}, i + 1, true
	case "late":
		return cutter{of: thirds(2)}, i + 1, true
	case "mid":
		return cutter{of: thirds(1)}, s.skip(i+1, "-"), true
	case "earlier", "later":
		if s.low(i+1) == "this" || s.low(i+1) == "in" {
			return cutter{of: s.sideOfToday(w == "earlier")}, i + 1, true
		}
	case "beginning", "begin", "start", "middle", "end":
		k := map[string]int{"middle": 1, "end": 2}[w]
		if months[s.low(i+1)] != 0 || lasts[s.low(i+1)] { // "end January"
			return cutter{of: edge(k)}, i + 1, true
		}
		return cutter{of: edge(k), linked: true}, i + 1, s.low(i+1) == "of"
	case "rest", "remainder":
		return cutter{of: s.sideOfToday(false), linked: true}, i + 1, s.low(i+1) == "of"
	}
	return s.counted(i)
}

// counted reads "first week of", "last 10 days of", "first three months of",
// "second Monday of", "first half of".
func (s *scanner) counted(i int) (cutter, int, bool) {
	if w := s.low(i); w == "last" || w == "final" {
		return s.cutNth(1, true, i+1)
	}
	nth, next := s.nth(i)
	if nth == 0 || nth > 53 {
		return cutter{}, i, false
	}
	if s.seq(next, "to", "last") {
		return s.cutNth(nth, true, next+2)
	}
	return s.cutNth(nth, false, next)
}

// cutNth reads the unit of which the nth is meant, from the start or from the
// end.
func (s *scanner) cutNth(nth int, last bool, next int) (cutter, int, bool) {
	if c, ok := fraction(s.low(next), nth, last); ok {
		return c, next + 1, true
	}
	full := s.skip(next, "full", "whole", "complete")
	n, at, _, counted := s.count(full)
	if !counted || nth > 1 {
		n, at = 1, full
	}
	linked := s.low(at+1) == "of" || s.low(at+1) == "in" || !last && months[s.low(at+1)] != 0 && s.closed(at+2) // "first week May"
	if w, named := weekdays[s.low(at)]; named && n == 1 {
		return cutter{of: nthWeekday(w, nth, last), linked: true}, at + 1, linked
	}
	if !linked && !s.cutBefore(next, last) || s.seq(at, "work", "week") {
		return cutter{}, next, false
	}
	w := s.low(at)
	if !counted && nth == 1 && units[w] == day && singular(w) != w {
		n = vague["few"] // "the first days of June"
	}
	c, ok := s.nthUnit(units[w], n, nth, last, full > next)
	return c, at + 1, ok && n > 0 && n < 400
}

// fraction returns what takes a half or a third.
func fraction(name string, nth int, last bool) (cutter, bool) {
	switch {
	case name == "half" && nth <= 2:
		return cutter{of: half(nth == 2 || last), linked: true}, true
	case name == "third" && last:
		return cutter{of: thirds(2), linked: true}, true
	case name == "third" && nth <= 3:
		return cutter{of: thirds(nth - 1), linked: true}, true
	}
	return cutter{}, false
}

// cutBefore reports whether the expression before was cut from something, of which
// token i may name another part.
func (s *scanner) cutBefore(i int, last bool) bool {
	return s.prev != nil && s.prev.whole != nil && !(last && !s.joined(s.beforeThe(i-1)+1))
}

// nthUnit returns what takes n units at the nth place, only full ones if that is
// said.
func (s *scanner) nthUnit(u unit, n, nth int, last, full bool) (cutter, bool) {
	c := cutter{linked: true}
	switch {
	case u == 0, u == year, u == decade, u == weekend && n > 1:
		return c, false
	case u == weekend:
		c.of, c.grain = nthWeekend(nth, last), commonv1.Grain_GRAIN_WEEK
		return c, true
	case u != day && n == 1:
		c.grain = u.grain()
	}
	c.of = stretchOf(u, n, nth, last)
	if full && u == week && n == 1 {
		c.of = s.cal.fullWeek(nth, last)
	}
	return c, true
}

// stretchOf takes the n units at the nth place of a range, from its start or
// from its end.
func stretchOf(u unit, n, nth int, last bool) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		if last {
			end := shift(u, r.End.AddDays(1), -n*(nth-1)).AddDays(-1)
			return notes.Range{Start: shift(u, end.AddDays(1), -n), End: end}, true
		}
		start := shift(u, r.Start, n*(nth-1))
		return notes.Range{Start: start, End: shift(u, start, n).AddDays(-1)}, true
	}
}

// fullWeek takes the nth calendar week that lies in a range as a whole.
func (c calendar) fullWeek(nth int, last bool) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		if last {
			return c.period(week, r.End.AddDays(1), -nth), true
		}
		return c.period(week, r.Start.AddDays(-1), nth), true
	}
}

// nthWeekday takes the nth such weekday of a range.
func nthWeekday(w time.Weekday, nth int, last bool) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		if last {
			return single(weekdayBefore(w, r.End).AddDays(-7 * (nth - 1))), true
		}
		return single(weekdayBefore(w, r.Start.AddDays(6)).AddDays(7 * (nth - 1))), true
	}
}

// nthWeekend takes the nth Saturday of a range with its Sunday.
func nthWeekend(nth int, last bool) func(notes.Range) (notes.Range, bool) {
	saturday := nthWeekday(time.Saturday, nth, last)
	return func(r notes.Range) (notes.Range, bool) {
		d, _ := saturday(r)
		return notes.Range{Start: d.Start, End: d.Start.AddDays(1)}, true
	}
}

// thirds cuts out the first, middle or last third: of a year by months, of
// anything else by days.
func thirds(k int) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		n := r.Days()
		if n >= 360 && n <= 366 {
			return monthsFrom(r.Start.Year, r.Start.Month+time.Month(4*k), 4), false
		}
		third := (n + 2) / 3
		switch k {
		case 0:
			return notes.Range{Start: r.Start, End: r.Start.AddDays(third - 1)}, false
		case 2:
			return notes.Range{Start: r.End.AddDays(1 - third), End: r.End}, false
		}
		return notes.Range{Start: r.Start.AddDays(n / 3), End: r.End.AddDays(-(n / 3))}, false
	}
}

// edge is like thirds, but the beginning of a year is its first quarter.
func edge(k int) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		if n := r.Days(); n < 360 || n > 366 || k == 1 {
			return thirds(k)(r)
		}
		return monthsFrom(r.Start.Year, r.Start.Month+time.Month(9*k/2), 3), false
	}
}

// half cuts a range in two: a month after its 15th, others by days.
func half(second bool) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		middle := r.Start.AddDays((r.Days()+1)/2 - 1)
		if n := r.Days(); n >= 28 && n <= 31 {
			middle = r.Start.AddDays(14)
		} else if n >= 360 && n <= 366 {
			middle = r.Start.AddMonths(6).AddDays(-1)
		}
		if second {
			return notes.Range{Start: middle.AddDays(1), End: r.End}, true
		}
		return notes.Range{Start: r.Start, End: middle}, true
	}
}

// sideOfToday cuts a range at today.
func (s *scanner) sideOfToday(earlier bool) func(notes.Range) (notes.Range, bool) {
	return func(r notes.Range) (notes.Range, bool) {
		if !r.Contains(s.today) {
			return r, true
		}
		if earlier {
			return notes.Range{Start: r.Start, End: s.today}, true
		}
		return notes.Range{Start: s.today, End: r.End}, true
	}
}
