package timespan

import (
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// modified reads what "this", "last", "next" and their like make of a unit, a
// weekday, a month, a season or a holiday.
func (s *scanner) modified(i int) (value, int, bool) {
	w := s.low(i)
	switch {
	case (w == "this" || w == "these" || w == "those") && lasts[s.low(i+1)]:
		if _, _, _, counted := s.count(i + 2); w == "this" || counted {
			return s.back(i+1, true)
		}
	case w == "this" && nexts[s.low(i+1)]:
		return s.forth(i + 1)
	case w == "this", w == "current":
		return s.current(i + 1)
	case lasts[w]:
		return s.back(i, false)
	case nexts[w]:
		return s.forth(i)
	case w == "all", w == "whole", w == "entire":
		return s.allOf(s.skip(i+1, "the", "of", "this"))
	}
	return s.bareUnit(i)
}

// bareUnit reads the unit that runs or was just over where "this" or "last" is left
// out: "recent weeks", "my week", "how was the weekend".
func (s *scanner) bareUnit(i int) (value, int, bool) {
	switch w := s.low(i); {
	case w == "recent":
		if u := units[s.low(i+1)]; u != 0 && singular(s.low(i+1)) != s.low(i+1) {
			return dated(rolling(u, s.today, vague["few"]), commonv1.Grain_GRAIN_SPAN).assume(true), i + 2, true
		}
	case w == "my":
		if u := units[s.low(i+1)]; u != 0 && s.closed(i+2) {
			return s.running(i+1, i)
		}
		if m, ok := seasons[s.low(i+1)]; ok && s.closedOrPart(i+2) {
			return seasonFrom(m).latest(s.today), i + 2, true
		}
	case w == "weekend" && s.weekendMeant(i):
		if s.ahead(i) || s.follows(i) {
			return s.comingWeekend().assume(true), i + 1, true
		}
		return s.unitNow(weekend).assume(true), i + 1, true
	case running[w] && s.low(i-1) == "the" && s.unitEnds(i+1):
		return s.unitNow(units[w]).assume(true), i + 1, true
	}
	return value{}, i, false
}

// weekendMeant reports whether "weekend" at token i is the one next to today.
func (s *scanner) weekendMeant(i int) bool {
	return weekendCues[s.low(i-1)] || s.low(i-1) == "," && s.prev != nil && s.prevEnd > i-6 || i == 0 && s.low(1) == ":"
}

// unitEnds reports whether nothing behind "the week", at token i, says which.
func (s *scanner) unitEnds(i int) bool {
	w := s.low(i)
	return s.at(i).kind == mark && w != "," || w == "started" || w == "began"
}

// allOf reads the unit that runs now, or the day or week that the words after
// it name: "all week", "all day yesterday", "all morning".
func (s *scanner) allOf(i int) (value, int, bool) {
	if h, ok := parts[s.low(i)]; ok && s.low(i) != "night" && singular(s.low(i)) == s.low(i) {
		return dated(single(s.today), commonv1.Grain_GRAIN_PART_OF_DAY).during(h), i + 1, true
	}
	v, end, ok := s.running(i, i)
	if !ok || s.low(end) == "round" || s.low(end) == "breakfast" || s.low(i) == "day" && s.asks && !s.past {
		return value{}, i, false // "do I sit all day"
	}
	if w, wend, ok := s.single(s.skip(end, "on"), true); ok && w.bounded() && (w.Grain == v.Grain || w.Range.Days() == 1) {
		return w, wend, true
	}
	return v, end, true
}

// running reads the unit that runs now: "all week", "the whole month".
func (s *scanner) running(at, i int) (value, int, bool) {
	if w := s.low(at); running[w] || w == "day" || w == "weekend" {
		return s.unitNow(units[w]), at + 1, true
	}
	return value{}, i, false
}

func (s *scanner) unitNow(u unit) value {
	return dated(s.cal.period(u, s.today, 0), u.grain())
}

// current reads what follows "this".
func (s *scanner) current(i int) (value, int, bool) {
	w := s.low(i)
	if singular(w) != w && units[w] != 0 && s.at(i+1).kind == word && !s.function(i+1) {
		w = singular(w) // "this weeks workouts"
	}
	if u := units[w]; u != 0 {
		if v, end, ok := s.thisUnit(u, w, i); ok {
			return v, end, true
		}
	}
	if v, end, ok := s.thisTime(i); ok {
		return v, end, true
	}
	if u := s.prevUnit(i - 1); u != 0 && w == "one" { // "last week or this one"
		return s.unitNow(u), i + 1, true
	}
	if w == "eve" {
		w = "evening"
	}
	if h, ok := parts[w]; ok && (w[len(w)-1] != 's' || s.at(i+1).kind == word && !s.function(i+1)) {
		return dated(single(s.today), commonv1.Grain_GRAIN_PART_OF_DAY).during(h), i + 1, true
	}
	if d, ok := weekdays[w]; ok {
		return s.thisWeekday(d, i), i + 1, true
	}
	if p, end, ok := s.namedPeriod(i); ok && !s.verb(i) && !compounds[s.low(end)] {
		return p.current(s.today), end, true
	}
	return value{}, i, false
}

// thisWeekday returns a weekday of this week.
func (s *scanner) thisWeekday(d time.Weekday, i int) value {
	on := weekdayBefore(d, s.cal.period(week, s.today, 0).End)
	if on.Before(s.today) && s.ahead(i-1) {
		on = on.AddDays(7) // "no meeting this Friday", said on a Sunday
	}
	v := dated(single(on), commonv1.Grain_GRAIN_DAY).settled()
	v.weekly = true
	return v
}

// thisUnit reads the unit w behind "this", in the year that may follow: "this week",
// "this month to date", "this week last year".
func (s *scanner) thisUnit(u unit, w string, i int) (value, int, bool) {
	y, end, named := s.yearSuffix(i + 1)
	switch {
	case w == "day" && named:
		return dated(single(s.today.AddMonths(12*(y-s.today.Year))), commonv1.Grain_GRAIN_DAY).explicit(), end, true
	case u == weekend:
		return s.thisWeekend(i), i + 1, true
	case s.seq(i+1, "to", "date"):
		return s.toDate(u), i + 3, true
	case named && u > day && y < s.today.Year && y > s.today.Year-1000:
		return s.yearsBack(s.unitNow(u), s.today.Year-y), end, true
	}
	return s.unitNow(u), i + 1, u != day || w == "day" && s.closed(i+1)
}

// yearsBack returns the span like v so many years earlier.
func (s *scanner) yearsBack(v value, n int) value {
	for range n {
		v = s.shifted(v, year)
	}
	return v
}

// thisTime reads "time last year", "day last month", "time two weeks ago": the
// days around the same date, or that day.
func (s *scanner) thisTime(i int) (value, int, bool) {
	w := s.low(i)
	if w != "time" && w != "day" {
		return value{}, i, false
	}
	back, n, end := units[s.low(i+2)], 1, i+3
	if nexts[s.low(i+1)] && back != 0 {
		n = -1
	} else if !lasts[s.low(i+1)] || back == 0 {
		var at int
		var ok bool
		n, at, _, ok = s.count(i + 1)
		back, end = units[s.low(at)], at+2
		if !ok || back == 0 || n > 1000 || !s.agoAt(at+1) {
			return value{}, i, false
		}
	}
	then := shift(back, s.today, -n)
	if w == "day" || n < 0 && back < month {
		return dated(single(then), commonv1.Grain_GRAIN_DAY), end, true
	}
	slack := 7
	if back < month {
		slack = 1
	}
	r := notes.Range{Start: then.AddDays(-slack), End: then.AddDays(slack)}
	return dated(r, commonv1.Grain_GRAIN_SPAN).assume(true), end, true
}

// verb reports whether "may" or "march" after "this" goes on as a verb.
func (s *scanner) verb(i int) bool {
	w := s.low(i)
	return (w == "may" || w == "march") && !s.at(i).capital() && s.at(i+1).kind == word && !s.function(i+1)
}

// thisWeekend is the running or coming one, or the one before if the text tells
// of the past.
func (s *scanner) thisWeekend(i int) value {
	day := s.today.Weekday()
	near := s.cal.period(weekend, s.today, 0)
	if day == time.Saturday || day == time.Sunday {
		return dated(near, commonv1.Grain_GRAIN_WEEK)
	}
	if s.past && !s.ahead(i-1) {
		return dated(near, commonv1.Grain_GRAIN_WEEK).assume(true)
	}
	return s.comingWeekend().assume(true)
}

// comingWeekend is the next one, or the one that runs.
func (s *scanner) comingWeekend() value {
	near := s.cal.period(weekend, s.today, 0)
	if !near.Contains(s.today) {
		near = s.cal.period(weekend, s.today, 1)
	}
	return dated(near, commonv1.Grain_GRAIN_WEEK)
}

// back reads what "last", "past" and "previous" begin.
func (s *scanner) back(i int, this bool) (value, int, bool) {
	how, at := s.low(i), i+1
	if n, end, about, ok := s.count(at); ok && s.low(at) != "a" && s.low(at) != "an" {
		return s.backBy(n, end, about)
	}
	if u := units[singular(s.low(at+2))]; u > day && s.seq(at, "to", "last") {
		return s.beforeLast(u), at + 3, true // Indian: "last to last week"
	}
	if s.seq(at, "half", "year") {
		return dated(rolling(month, s.today, 6), commonv1.Grain_GRAIN_SPAN), at + 2, true
	}
	if v, end, ok := s.theOneBefore(at); ok {
		return v, end, true
	}
	if v, ok := s.lastOf(how, at, this); ok {
		return v, at + 1, true
	}
	if p, end, ok := s.namedPeriod(at); ok && s.low(end) != "mile" {
		v := p.over(s.today)
		if s.prev != nil && s.prev.again != nil && s.prev.Range == v.Range {
			v = s.moved(v, -1) // "this March vs last March"
		}
		return v, end, true
	}
	return value{}, i, false
}

// backBy reads what so many of are meant: "last 3 days", "past two Mondays", "last
// few nights".
func (s *scanner) backBy(n, end int, about bool) (value, int, bool) {
	if m, mend, _, ok := s.count(s.skip(end, "or", "to", "-", "–")); ok && mend > end+1 && m > n {
		n, end, about = m, mend, true // "the last 2-3 weeks"
	}
	if d, named := weekdays[singular(s.low(end))]; named && n > 0 && n <= 1000 {
		return s.lastWeekdays(d, n).assume(about), end + 1, true
	}
	if h, ok := parts[s.low(end)]; ok && units[s.low(end)] == 0 && n <= 1000 {
		return s.lately(day, n).during(h).assume(about), end + 1, true
	}
	v, ok := s.lastN(n, end)
	return v.assume(about), end + 1, ok
}

// lastOf returns the last night, week, hour or weekday, as token at names it.
func (s *scanner) lastOf(how string, at int, this bool) (value, bool) {
	w := s.low(at)
	u, plural := units[singular(w)], singular(w) != w
	switch {
	case w == "night", w == "nights" && (s.at(at+1).kind == possessive || !s.closed(at+1)):
		return s.nightAgo(1), true
	case units[w] != 0 && u != weekend && plural && s.closed(at+1): // "in the last weeks"
		return dated(rolling(u, s.today, vague["few"]), commonv1.Grain_GRAIN_SPAN).assume(true), true
	case w == "evening":
		return dated(single(s.today.AddDays(-1)), commonv1.Grain_GRAIN_PART_OF_DAY).during(parts[w]), true
	case u != 0 && u != day:
		return s.lastUnit(how, u, this), true
	case w == "hour":
		return dated(notes.Range{Start: s.hoursBack(1), End: s.today}, commonv1.Grain_GRAIN_DAY), true
	case w == "day" && how == "past":
		return dated(rolling(day, s.today, 2), commonv1.Grain_GRAIN_SPAN), true
	}
	d, ok := s.weekdayName(at)
	v := dated(single(weekdayBefore(d, s.today.AddDays(-1))), commonv1.Grain_GRAIN_DAY)
	v.weekly = true
	return v.assume(!this).settled(), ok
}

// theOneBefore reads what "last" and "the previous one" leave out: "how does
// this week compare to last".
func (s *scanner) theOneBefore(at int) (value, int, bool) {
	end := s.skip(at, "one")
	if !s.closed(end) || s.low(end) == "i" || s.timeWord(end+1) || !s.joinedTo(at-1) || !s.prev.bounded() {
		return value{}, at, false
	}
	if s.prev.again != nil && s.prev.Explicit || s.prev.weekly {
		return s.moved(*s.prev, -1), end, true
	}
	if u := s.prev.unit(); u != 0 {
		return s.next(*s.prev, u, -1), end, true
	}
	if c := s.prev.counted; c.unit != 0 {
		return s.next(*s.prev, c.unit, -c.n), end, true
	}
	return value{}, at, false
}

// prevUnit returns the unit of the expression that token i is joined to, 0 if
// there is none.
func (s *scanner) prevUnit(i int) unit {
	if !s.joinedTo(i) || !s.prev.bounded() {
		return 0
	}
	return s.prev.unit()
}

// unit returns the calendar unit that v is one of, 0 if it is none.
func (v value) unit() unit {
	for _, u := range []unit{week, month, quarter, year} {
		switch {
		case v.Grain != u.grain():
		case u == week && v.Range.Days() == 2:
			return weekend
		default:
			return u
		}
	}
	return 0
}

// weekdayName reads a weekday, also where its apostrophe is missing: "last
// mondays workout".
func (s *scanner) weekdayName(i int) (time.Weekday, bool) {
	if d, ok := weekdays[s.low(i)]; ok {
		return d, true
	}
	d, ok := weekdays[singular(s.low(i))]
	return d, ok && len(s.low(i)) > 6 && s.at(i+1).kind == word && !s.function(i+1)
}

// lastN returns the n units that end today, token at being the unit.
func (s *scanner) lastN(n, at int) (value, bool) {
	u, hourly := s.spanUnit(at)
	switch {
	case u == 0 || n <= 0 || n > 10000:
		return value{}, false
	case hourly:
		return dated(notes.Range{Start: s.hoursBack(n), End: s.today}, commonv1.Grain_GRAIN_SPAN), true
	case u == weekend:
		last := s.lastWeekend()
		v := dated(notes.Range{Start: last.Start.AddDays(-7 * (n - 1)), End: last.End}, commonv1.Grain_GRAIN_SPAN)
		if n > 1 {
			v.Weekdays = freedays
		}
		return v, true
	}
	return s.lately(u, n), true
}

// lately returns the n units that end today.
func (s *scanner) lately(u unit, n int) value {
	v := dated(rolling(u, s.today, n), commonv1.Grain_GRAIN_SPAN)
	v.counted = counted{n, u}
	return v
}

// nightAgo is the night that began so many days ago: yesterday evening, or today
// where the text is about sleep.
func (s *scanner) nightAgo(n int) value {
	if s.sleep {
		return dated(single(s.today.AddDays(1-n)), commonv1.Grain_GRAIN_DAY)
	}
	return dated(single(s.today.AddDays(-n)), commonv1.Grain_GRAIN_PART_OF_DAY).during(hours{18, 4})
}

// lastWeekend is the latest one that was over before today.
func (s *scanner) lastWeekend() notes.Range {
	near := s.cal.period(weekend, s.today, 0)
	if near.Contains(s.today) {
		return s.cal.period(weekend, s.today, -1)
	}
	return near
}

// lastUnit returns the unit before this one; "the past week" ends today.
func (s *scanner) lastUnit(how string, u unit, this bool) value {
	switch {
	case u == weekend:
		if how != "last" && s.prev != nil && s.prev.bounded() {
			return s.beside(u, -1)
		}
		return dated(s.lastWeekend(), u.grain())
	case how == "past" || this:
		return s.lately(u, 1)
	case how != "last" && s.prev != nil && s.prev.bounded():
		return s.beside(u, -1)
	}
	return dated(s.cal.period(u, s.today, -1), u.grain()).assume(u == decade)
}

// forth reads what "next" and "following" begin.
func (s *scanner) forth(i int) (value, int, bool) {
	how, at := s.low(i), i+1
	if n, end, about, ok := s.count(at); ok && s.low(at) != "a" && s.low(at) != "an" {
		u, hourly := s.spanUnit(end)
		if u == 0 || hourly || n > 1000 {
			return value{}, i, false
		}
		r := notes.Range{Start: s.today.AddDays(1), End: shift(u, s.today, n)}
		return dated(r, commonv1.Grain_GRAIN_SPAN).assume(about), end + 1, true
	}
	if prev := s.prevUnit(i); prev != 0 && how == "next" && s.closed(at) { // "this weekend and next"
		return s.next(*s.prev, prev, 1), at, true
	}
	w := s.low(at)
	u := units[w]
	if s.low(i-1) == "the" && (u == day || u == week || partly(w)) && how != "coming" && how != "upcoming" {
		return s.nextAfterThat(u, w, at)
	}
	if v, ok := s.nextOf(how, w, at); ok {
		return s.butOne(v, u, at+1)
	}
	if p, end, ok := s.namedPeriod(at); ok && how != "following" {
		return p.ahead(s.today), end, true
	}
	return value{}, i, false
}

// nextOf returns the next unit, weekday or part of a day, as w at token at names it.
func (s *scanner) nextOf(how, w string, at int) (value, bool) {
	u := units[w]
	d, named := weekdays[w]
	switch {
	case u != 0 && how == "following" && s.prev != nil && s.prev.bounded():
		return s.beside(u, 1), true
	case u == weekend, u != 0 && (u != day || how == "next" && s.closed(at+1)):
		return dated(s.cal.period(u, s.today, 1), u.grain()).assume(u == weekend), true
	case named:
		next := weekdayBefore(d, s.today.AddDays(7))
		if next == s.today.AddDays(1) && how == "next" {
			next = next.AddDays(7) // else one says tomorrow
		}
		return dated(single(next), commonv1.Grain_GRAIN_DAY).assume(true), true
	}
	h, ok := parts[w]
	return dated(single(s.today.AddDays(1)), commonv1.Grain_GRAIN_PART_OF_DAY).during(h), ok && how == "next"
}

// butOne reads what may stand behind the next unit v: "next week but one".
func (s *scanner) butOne(v value, u unit, at int) (value, int, bool) {
	if u != 0 && s.seq(at, "but", "one") {
		return dated(s.cal.period(u, s.today, 2), u.grain()), at + 2, true
	}
	return v, at, true
}

// nextAfterThat returns the day or week after the expression before: "I ran on
// Monday and the next day my knee hurt".
func (s *scanner) nextAfterThat(u unit, w string, at int) (value, int, bool) {
	if s.prev == nil || !s.prev.bounded() || s.prev.Range.End.After(s.today) {
		if u == week {
			return dated(s.cal.period(u, s.today, 1), u.grain()), at + 1, true
		}
		return value{}, at, false
	}
	if u == 0 {
		v := s.beside(day, 1)
		return v.during(parts[w]), at + 1, true
	}
	return s.beside(u, 1), at + 1, true
}

// hoursBack returns the day on which it was n hours earlier, by the clock.
func (s *scanner) hoursBack(n int) notes.Day {
	return notes.DayOf(s.now.Add(-time.Duration(n) * time.Hour))
}
