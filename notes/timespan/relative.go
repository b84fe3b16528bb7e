package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// relative reads what counts from another expression: "the week before last",
// "the week before", "the day after Christmas", "the same week last year".
func (s *scanner) relative(i int) (value, int, bool) {
	if s.low(i) == "same" {
		return s.same(i)
	}
	for _, rule := range []func(int) (value, int, bool){
		s.weekdayBeside, s.periodBeside, s.asManyBefore, s.weekEnding, s.oneBefore, s.partBeside, s.unitBeside,
	} {
		if v, end, ok := rule(i); ok {
			return v, end, true
		}
	}
	return value{}, i, false
}

// oneBefore reads "the one before".
func (s *scanner) oneBefore(i int) (value, int, bool) {
	if !s.seq(i, "one", "before") || !s.closed(i+2) || s.timeWord(i+3) {
		return value{}, i, false
	}
	v, _, ok := s.theOneBefore(i)
	return v, i + 2, ok
}

// A distance is how far something lies from an expression.
type distance struct {
	n int // below zero before it
	unit
	told  bool // n is told
	exact bool // so many days, and not all of them: "3 days before", not "the 3 days before"
}

// sideWords tell on which side of an expression something lies.
var sideWords = map[string]int{
	"before": -1, "prior": -1, "earlier": -1, "preceding": -1, "after": 1, "later": 1, "following": 1,
}

// unitBeside reads "the week before", "3 days after Christmas", "the week of May 5".
func (s *scanner) unitBeside(i int) (value, int, bool) {
	n, at, _, told := s.count(i)
	if !told {
		n, at = 1, i
		if w := s.low(i); units[w] == day && singular(w) != w {
			n = vague["few"] // "the days after Easter"
		}
	}
	u := units[s.low(at)]
	if u == 0 || n > 1000 {
		return value{}, i, false
	}
	if s.beginsWeek(i, at+1) && (u == week || u == weekend) && !told {
		return s.weekOf(i, s.skip(at+2, "on"), u)
	}
	dir := sideWords[s.low(at+1)]
	d := distance{dir * n, u, told, told && u == day && n > 1 && s.low(i-1) != "the"}
	for _, rule := range []func(distance, int) (value, int, bool){s.beyond, s.fromNamed, s.fromThat} {
		if v, end, ok := rule(d, at+1); ok && dir != 0 {
			return v, end, true
		}
	}
	return value{}, i, false
}

// beginsWeek reports whether token at leads to a day of the week that token i
// names: "week of May 5". "A week from Friday" is one day.
func (s *scanner) beginsWeek(i, at int) bool {
	switch s.low(at) {
	case "of", "starting", "beginning", "commencing":
		return !s.numbered(i)
	case "from":
		return s.low(i-1) == "the" && !s.numbered(i)
	}
	return false
}

// beyond reads "before last" and "after next".
func (s *scanner) beyond(d distance, at int) (value, int, bool) {
	switch {
	case !s.closedOrEnd(at + 2):
	case d.n == -1 && s.seq(at, "before", "last"):
		return s.beforeLast(d.unit), at + 2, true
	case d.n == 1 && s.seq(at, "after", "next"):
		return dated(s.cal.period(d.unit, s.today, 2), d.grain()), at + 2, true
	}
	return value{}, at, false
}

// fromNamed reads what it counts from: "after Christmas", "after my surgery on
// April 2".
func (s *scanner) fromNamed(d distance, at int) (value, int, bool) {
	if s.low(at) != "before" && s.low(at) != "after" {
		return value{}, at, false
	}
	v, end, found := s.single(at+1, true)
	if w := s.low(at + 1); !found && (w == "my" || w == "our" || w == "the") {
		v, end, found = s.eventOn(at + 1)
		found = found && v.Explicit
	}
	if !found || v.void == "" && !v.bounded() {
		return value{}, at, false
	}
	if v.void != "" {
		return v, end, true
	}
	return s.away(v, d), end, true
}

// fromThat counts from the expression before, else from today.
func (s *scanner) fromThat(d distance, at int) (value, int, bool) {
	end := s.skip(at+1, "that", "it", "this", "then")
	if s.prev == nil || !s.prev.bounded() {
		alone := d.n < 0 && d.unit != day && !d.told && end == at+1 && s.at(end).kind == mark && s.low(at) != "earlier"
		return dated(s.cal.period(d.unit, s.today, -1), d.grain()).assume(true), end, alone
	}
	if s.at(end).kind == word && owners[s.low(end)] {
		return value{}, at, false
	}
	return s.away(*s.prev, d), end, true
}

// away returns what lies at a distance from v.
func (s *scanner) away(v value, d distance) value {
	if d.exact {
		return s.daysFrom(v, d.n)
	}
	return s.next(v, d.unit, d.n)
}

// daysFrom returns the day that lies so many days from v.
func (s *scanner) daysFrom(v value, n int) value {
	edge := v.end()
	if n < 0 {
		edge = v.start()
	}
	return dated(single(edge.AddDays(n)), commonv1.Grain_GRAIN_DAY)
}

// weekdayBeside reads "the Friday before" and "the Monday after Easter".
func (s *scanner) weekdayBeside(i int) (value, int, bool) {
	w, ok := weekdays[s.low(i)]
	before := s.low(i+1) == "before"
	if !ok || !before && s.low(i+1) != "after" {
		return value{}, i, false
	}
	beside := func(v value) value {
		d := weekdayBefore(w, v.start().AddDays(-1))
		if !before {
			d = weekdayBefore(w, v.end().AddDays(7))
		}
		return dated(single(d), commonv1.Grain_GRAIN_DAY)
	}
	if before && s.low(i+2) == "last" && s.closed(i+3) {
		return dated(single(weekdayBefore(w, s.today.AddDays(-8))), commonv1.Grain_GRAIN_DAY).assume(true), i + 3, true
	}
	if v, end, ok := s.single(i+2, true); ok && v.bounded() {
		return beside(v), end, true
	}
	if s.prev != nil && s.prev.bounded() && s.closedOrEnd(i+2) {
		return beside(*s.prev), s.skip(i+2, "that"), true
	}
	return value{}, i, false
}

// periodBeside reads "the summer before" after another summer.
func (s *scanner) periodBeside(i int) (value, int, bool) {
	_, end, ok := s.namedPeriod(i)
	dir := map[string]int{"before": -1, "after": 1}[s.low(end)]
	if !ok || dir == 0 || s.prev == nil || s.prev.again == nil || !s.closed(end+1) || owners[s.low(end+1)] {
		return value{}, i, false
	}
	return s.moved(*s.prev, dir), s.skip(end+1, "that"), true
}

// asManyBefore reads "the 30 before" after "the last 30 days".
func (s *scanner) asManyBefore(i int) (value, int, bool) {
	n, at, _, ok := s.count(i)
	if !ok || n < 2 || n > 1000 || s.low(at) != "before" || !s.joinedTo(s.beforeThe(i)+1) || !s.prev.bounded() || !s.closed(at+1) {
		return value{}, i, false
	}
	u := s.prev.counted.unit
	if u == 0 {
		u, n = day, s.prev.Range.Days()
	}
	return s.next(*s.prev, u, -n), s.skip(at+1, "that"), true
}

// weekEnding reads "week ending May 10", "w/e 10 May", and "w/c 4 May".
func (s *scanner) weekEnding(i int) (value, int, bool) {
	u, at := units[s.low(i)], s.skip(s.skip(i+1, "ending", "ended"), "on")
	switch {
	case s.seq(i, "w", "/", "c"):
		return s.weekOf(i, i+3, week)
	case s.seq(i, "w", "/", "e"):
		u, at = week, i+3
	case u != week && u != fortnight && u != month || s.low(i+1) != "ending" && s.low(i+1) != "ended":
		return value{}, i, false
	}
	v, end, ok := s.single(at, true)
	if !ok || v.void == "" && v.Range.Days() != 1 {
		return value{}, i, false
	}
	if v.void == "" {
		v = dated(rolling(u, v.Range.End, 1), commonv1.Grain_GRAIN_SPAN).explicit().assume(v.Assumed)
	}
	return v, end, true
}

func (s *scanner) closedOrEnd(i int) bool {
	_, named := weekdays[s.low(i)]
	return !named && units[s.low(i)] == 0
}

// beforeLast returns the unit before the last one.
func (s *scanner) beforeLast(u unit) value {
	if u == weekend {
		last := s.lastWeekend()
		return dated(notes.Range{Start: last.Start.AddDays(-7), End: last.End.AddDays(-7)}, u.grain())
	}
	return dated(s.cal.period(u, s.today, -2), u.grain())
}

// beside returns the unit n before or after the previous expression.
func (s *scanner) beside(u unit, n int) value { return s.next(*s.prev, u, n) }

// next returns what lies n units before or after v: the calendar unit if v is
// one itself or lies within one, else as many days next to it.
func (s *scanner) next(v value, u unit, n int) value {
	edge := v.start()
	if n > 0 {
		edge = v.end()
	}
	oneDay := v.Range.Days() == 1 || !v.point.IsZero()
	switch {
	case u == day && (n == 1 || n == -1):
		return dated(single(edge.AddDays(n)), commonv1.Grain_GRAIN_DAY)
	case u == weekend:
		if n < 0 && !s.cal.period(u, edge, 0).Contains(edge) {
			n++ // the one that is over when a weekday comes
		}
		return dated(s.cal.period(u, edge, n), u.grain())
	case oneDay && v.Explicit, v.Grain == commonv1.Grain_GRAIN_SPAN, n > 1, n < -1, u == day:
		if n < 0 {
			return dated(rolling(u, edge.AddDays(-1), -n), commonv1.Grain_GRAIN_SPAN)
		}
		return dated(notes.Range{Start: edge.AddDays(1), End: shift(u, edge, n)}, commonv1.Grain_GRAIN_SPAN)
	}
	return dated(s.cal.period(u, edge, n), u.grain())
}

// partBeside reads "the evening before Easter", "the night before last", "the
// morning after".
func (s *scanner) partBeside(i int) (value, int, bool) {
	h, ok := parts[s.low(i)]
	dir := map[string]int{"before": -1, "after": 1}[s.low(i+1)]
	if !ok || dir == 0 {
		return value{}, i, false
	}
	if dir < 0 && s.low(i+2) == "last" {
		if s.low(i) == "night" {
			return s.nightAgo(2), i + 3, true
		}
		return dated(single(s.today.AddDays(-2)), commonv1.Grain_GRAIN_PART_OF_DAY).during(h), i + 3, true
	}
	if v, end, ok := s.single(i+2, true); ok && v.bounded() && v.Range.Days() == 1 {
		return s.next(v, day, dir).during(h), end, true
	}
	if s.prev != nil && s.prev.bounded() && s.prev.Range.Days() == 1 && s.closed(i+2) && (!owners[s.low(i+2)] || s.joined(i-1)) {
		v := s.beside(day, dir)
		if s.sleep && s.low(i) == "night" && !s.prev.Hourly() {
			return v, i + 2, true // "not last night but the night before", of sleep
		}
		return v.during(h), i + 2, true
	}
	return value{}, i, false
}

// weekOf reads the date in "the week of January 5" and "the weekend of the 14th".
func (s *scanner) weekOf(i, at int, u unit) (value, int, bool) {
	v, end, ok := s.single(at, true)
	if !ok || v.void == "" && v.Range.Days() != 1 {
		return value{}, i, false
	}
	if v.void != "" {
		return v, end, true
	}
	v.Range, v.again = s.cal.period(u, v.Range.Start, 0), nil
	v.Grain = commonv1.Grain_GRAIN_WEEK
	return v, end, true
}

// same reads "same week last year", "same time last month", "same period last
// year", counted from the expression before or from today.
func (s *scanner) same(i int) (value, int, bool) {
	what := s.low(i + 1)
	if y, end, ok := s.yearSuffix(i + 2); ok && units[what] > day && s.low(i+2) != "last" {
		v := s.unitNow(units[what]) // "the same month in 2024"
		if s.prev != nil && s.prev.bounded() && s.prev.unit() == units[what] {
			v = *s.prev
		}
		for v.Range.Start.Year > y && y > s.today.Year-1000 {
			v = s.shifted(v, year)
		}
		v.Explicit = true
		return v, end, v.Range.Start.Year == y
	}
	at := s.skip(i+2, "the", "of")
	if !lasts[s.low(at)] || units[s.low(at+1)] == 0 {
		return value{}, i, false
	}
	u, back := units[what], units[s.low(at+1)]
	if what == "date" {
		u = day
	}
	base := dated(s.cal.period(max(u, day), s.today, 0), max(u, day).grain())
	if s.prev != nil && s.prev.bounded() && (u == 0 || s.prev.Grain == u.grain()) {
		base = *s.prev
	} else if u == 0 && what != "time" && what != "period" {
		return value{}, i, false
	}
	return s.shifted(base, back).assume(u == 0), at + 2, true
}

// shifted returns the span like v one unit earlier: for weeks a whole number of
// weeks, for months and more the calendar's.
func (s *scanner) shifted(v value, back unit) value {
	start, end := shift(back, v.Range.Start, -1), shift(back, v.Range.End, -1)
	switch v.Grain {
	case commonv1.Grain_GRAIN_WEEK:
		weeks := 1
		switch back {
		case month:
			weeks = 4
		case quarter:
			weeks = 13
		case year:
			weeks = 52
		}
		start, end = v.Range.Start.AddDays(-7*weeks), v.Range.End.AddDays(-7*weeks)
	case commonv1.Grain_GRAIN_MONTH:
		end = s.cal.period(month, start, 0).End
	case commonv1.Grain_GRAIN_QUARTER:
		end = start.AddMonths(3).AddDays(-1)
	}
	w := dated(notes.Range{Start: start, End: end}, v.Grain)
	w.StartHour, w.EndHour = v.StartHour, v.EndHour
	return w
}
