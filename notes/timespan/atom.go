package timespan

import (
	"strings"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// atom reads one expression without joints. cued says that what stands before
// it announces a time, so that "may" is a month.
func (s *scanner) atom(i int, cued bool) (value, int, bool) {
	at := s.skip(i, "the")
	rules := []func(int) (value, int, bool){
		s.isoWeek, s.numeric, s.joinedDate, s.namedDay, s.weeksOn, s.relative, s.ago, s.inTime, s.forNow, s.modified, s.holiday, s.dayMonth, s.quarter, s.decade,
	}
	for _, rule := range rules {
		if v, end, ok := rule(at); ok {
			return v, end, true
		}
	}
	if v, end, ok := s.ordinalDate(i, cued); ok {
		return v, end, true
	}
	for _, rule := range []func(int, bool) (value, int, bool){s.monthDay, s.season, s.weekday, s.yearAlone} {
		if v, end, ok := rule(at, cued || at > i && s.cued(i)); ok {
			return v, end, true
		}
	}
	if h, end, ok := s.dayPart(i); ok {
		return value{Span: Span{Grain: commonv1.Grain_GRAIN_PART_OF_DAY, StartHour: h.from, EndHour: h.to}}, end, true
	}
	return value{}, i, false
}

// phrases are the fixed expressions, longest first where one begins another.
var phrases = []struct {
	words    []string
	from, to int // days from today
	grain    commonv1.Grain
	assumed  bool
}{
	{[]string{"day", "before", "yesterday"}, -2, -2, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"day", "after", "tomorrow"}, 2, 2, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"earlier", "today"}, 0, 0, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"later", "today"}, 0, 0, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"today"}, 0, 0, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"todays"}, 0, 0, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"yesterday"}, -1, -1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"yesterdays"}, -1, -1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"tomorrows"}, 1, 1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"tomorrow"}, 1, 1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"other", "day"}, -7, -1, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"other", "week"}, -14, -4, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"nowadays"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"lately"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"recently"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"of", "late"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"these", "days"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
}

// namedDay reads "today", "yesterday" and the like, "tonight", and "ytd".
func (s *scanner) namedDay(i int) (value, int, bool) {
	for _, p := range phrases {
		if s.seq(i, p.words...) && !recurs[s.low(i-1)] && !(p.assumed && s.low(i-1) == "of") {
			r := notes.Range{Start: s.today.AddDays(p.from), End: s.today.AddDays(p.to)}
			return dated(r, p.grain).assume(p.assumed), i + len(p.words), true
		}
	}
	if h, ok := parts[s.low(i+1)]; ok && s.seq(i-1, "the", "other") { // "the other night"
		r := notes.Range{Start: s.today.AddDays(-7), End: s.today.AddDays(-1)}
		return dated(r, commonv1.Grain_GRAIN_SPAN).during(h).assume(true), i + 2, true
	}
	if s.low(i) == "tom" && s.tomorrow(i) {
		return dated(single(s.today.AddDays(1)), commonv1.Grain_GRAIN_DAY), i + 1, true
	}
	if s.low(i) == "tonight" {
		return dated(single(s.today), commonv1.Grain_GRAIN_PART_OF_DAY).during(hours{18, 4}), i + 1, true
	}
	if u := runningTo[s.low(i)]; u != 0 {
		return s.toDate(u), i + 1, true
	}
	if u := units[s.low(i)]; u != 0 && s.seq(i+1, "to", "date") {
		return s.toDate(u), i + 3, true
	}
	return value{}, i, false
}

// tomorrow reports whether "tom" at token i is short for it and nobody's name.
func (s *scanner) tomorrow(i int) bool {
	before := s.low(i - 1)
	_, part := parts[s.low(i+1)]
	return !s.at(i).capital() && !company[before] && before != "with" && before != "and" && before != "to" && before != "for" && before != "from" && (part || s.clockAt(i+1) && s.low(i+1) != "at")
}

// runningTo are short for "year to date" and the like.
var runningTo = map[string]unit{"ytd": year, "qtd": quarter, "mtd": month, "wtd": week}

// toDate returns the running unit up to today.
func (s *scanner) toDate(u unit) value {
	r := s.cal.period(u, s.today, 0)
	r.End = s.today
	return dated(r, commonv1.Grain_GRAIN_SPAN)
}

// count reads "3", "three", "a couple of", "a few". vague says that nobody
// means it exactly.
func (s *scanner) count(i int) (n, end int, about, ok bool) {
	t := s.at(i)
	if t.kind == number {
		decimal := t.glued && (s.low(i-1) == "." || s.low(i-1) == ",") && s.at(i-1).glued
		return t.n, i + 1, false, t.n > 0 && !decimal
	}
	at := s.skip(i, "a", "the")
	if v := vague[s.low(at)]; v > 0 {
		return v, s.skip(at+1, "of"), true, true
	}
	if v := counts[t.low]; v > 0 {
		return v, i + 1, false, true
	}
	return 0, i, false, false
}

// spanUnit reads a unit that can be counted: "days", "weeks", "hours". hourly
// is true for hours and minutes.
func (s *scanner) spanUnit(i int) (u unit, hourly bool) {
	switch w := s.low(i); w {
	case "hour", "hours", "hrs", "hr", "h":
		return day, true
	case "d":
		return day, false
	case "w":
		return week, false
	case "mo", "mos":
		return month, false
	case "y":
		return year, false
	default:
		return units[w], false
	}
}

// ago reads "3 days ago", "a couple of weeks back", "half a year ago", "two
// Mondays ago", "a year and a half ago", "a year ago today".
func (s *scanner) ago(i int) (value, int, bool) {
	if at := s.skip(i, "about", "around", "like", "some"); s.seq(at, "half", "a", "year", "ago") {
		return s.unitAgo(month, 6), at + 4, true
	}
	if v, end, ok := s.unitsAgo(i); ok {
		return v, end, true
	}
	n, at, about, ok := s.count(i)
	if !ok || n > 10000 {
		return value{}, i, false
	}
	for _, rule := range []func(i, n, at int) (value, int, bool){s.agoBetween, s.agoAndHalf} {
		if v, end, ok := rule(i, n, at); ok {
			return v, end, true
		}
	}
	if s.seq(at+1, "from", "now") || s.seq(at+1, "from", "today") {
		u, _ := s.spanUnit(at)
		return dated(single(shift(u, s.today, min(n, 1000))), commonv1.Grain_GRAIN_DAY).assume(about || u != day), at + 3, u != 0 && n <= 1000
	}
	if p, end, ok := s.periodsAgo(at); ok {
		return s.moved(p.over(s.today), 1-n), end, true
	}
	if !s.agoAt(at + 1) {
		return value{}, i, false
	}
	if w, named := weekdays[singular(s.low(at))]; named {
		last := weekdayBefore(w, s.today.AddDays(-1))
		return dated(single(last.AddDays(-7*(n-1))), commonv1.Grain_GRAIN_DAY).assume(true), at + 2, true
	}
	if per := anHour[s.low(at)]; per > 0 {
		return dated(single(s.hoursBack(n/per)), commonv1.Grain_GRAIN_DAY).assume(about), at + 2, n <= 1000
	}
	if singular(s.low(at)) == "night" {
		return s.nightAgo(n).assume(about), at + 2, true
	}
	u, _ := s.spanUnit(at)
	if u == 0 {
		return value{}, i, false
	}
	if v, end, ok := s.exactlyAgo(i, n, at+2, u); ok {
		return v, end, true
	}
	v := s.unitAgo(u, n).assume(about)
	if about && u != day {
		v.Grain = commonv1.Grain_GRAIN_SPAN
	}
	return v, at + 2, true
}

// anHour tells how many of a part of a day are an hour.
var anHour = map[string]int{"minute": 60, "minutes": 60, "min": 60, "mins": 60, "hour": 1, "hours": 1, "hrs": 1, "hr": 1}

// exactlyAgo reads which day of the unit is meant, from token at: "a year ago
// today", "exactly a month ago", "two weeks ago on Friday", "a year ago this week".
func (s *scanner) exactlyAgo(i, n, at int, u unit) (value, int, bool) {
	v := s.unitAgo(u, n)
	point := dated(single(v.point), commonv1.Grain_GRAIN_DAY)
	on := s.skip(at, "on")
	switch next := s.low(at); {
	case next == "today":
		return point, at + 1, true
	case next == "on" && s.thatDate(s.skip(on, "the")):
		return point, s.skip(on, "the") + 2, true
	case next == "tomorrow":
		return dated(single(v.point.AddDays(1)), commonv1.Grain_GRAIN_DAY), at + 1, true
	case u == year && next == "this" && units[s.low(at+1)] > day:
		return s.yearsBack(s.unitNow(units[s.low(at+1)]), min(n, 1000)), at + 2, n < 1000
	case s.low(i-1) == "exactly":
		return point, at, true
	case next == "yesterday":
		return dated(single(v.point.AddDays(-1)), commonv1.Grain_GRAIN_DAY), at + 1, true
	case on == at && weeksOf(u) > 0 && weekdayName(next): // the last Friday, and so many weeks before
		last := dated(single(weekdayBefore(weekdays[next], s.today.AddDays(-1))), commonv1.Grain_GRAIN_DAY)
		return s.weeksFrom(last, -n*weeksOf(u)).assume(true), at + 1, n <= 1000
	case u == week && weekdayName(s.low(on)):
		return dated(single(weekdayBefore(weekdays[s.low(on)], v.Range.End)), commonv1.Grain_GRAIN_DAY), on + 1, true
	}
	return value{}, at, false
}

// unitsAgo reads what several units count back: "1 year and 2 months ago". What
// is meant is as long as the last of them.
func (s *scanner) unitsAgo(i int) (value, int, bool) {
	point, at := s.today, i
	for k := range 4 {
		n, end, _, ok := s.count(at)
		u := units[s.low(end)]
		if !ok || n > 1000 || u == 0 {
			break
		}
		point = shift(u, point, -n)
		if s.agoAt(end + 1) {
			v := dated(s.cal.period(u, point, 0), u.grain()).assume(u != day)
			v.point = point
			return v, end + 2, k > 0
		}
		if at = s.skip(s.skip(end+1, ","), "and"); at == end+1 {
			break
		}
	}
	return value{}, i, false
}

// thatDate reports whether "this day" or "same date" stands at token i.
func (s *scanner) thatDate(i int) bool {
	return (s.low(i) == "this" || s.low(i) == "same") && (s.low(i+1) == "day" || s.low(i+1) == "date")
}

// periodsAgo reads the season or holiday in "two summers ago".
func (s *scanner) periodsAgo(i int) (recurring, int, bool) {
	p, end, ok := s.holidayName(i)
	if m, season := seasons[singular(s.low(i))]; season {
		p, end, ok = seasonFrom(m), i+1, true
	}
	return p, end + 1, ok && s.agoAt(end)
}

// agoBetween reads "4 or 5 days ago" and "2-3 weeks ago", of which n has been
// read.
func (s *scanner) agoBetween(i, n, at int) (value, int, bool) {
	joint := s.skip(at, "or", "to", "-", "–")
	m, end, _, ok := s.count(joint)
	u, hourly := s.spanUnit(end)
	if joint == at || !ok || m <= n || m > 1000 || u == 0 || hourly || !s.agoAt(end+1) {
		return value{}, i, false
	}
	r := notes.Range{Start: s.unitAgo(u, m).Range.Start, End: s.unitAgo(u, n).Range.End}
	return dated(r, commonv1.Grain_GRAIN_SPAN).assume(true), end + 2, true
}

// agoAndHalf reads "a year and a half ago", "2.5 weeks ago" and "two and a half
// months ago", of which n has been read.
func (s *scanner) agoAndHalf(i, n, at int) (value, int, bool) {
	var end int
	named := at
	switch {
	case s.seq(at+1, "and", "a", "half"):
		end = at + 4
	case s.seq(at, "and", "a", "half"):
		named, end = at+3, at+4
	case s.low(at) == "." && s.low(at+1) == "5" && s.at(at+1).glued:
		named, end = at+2, at+3
	default:
		return value{}, i, false
	}
	u := units[s.low(named)]
	if u == 0 || u == day || !s.agoAt(end) {
		return value{}, i, false
	}
	point := s.today.AddDays(-halfOf[u])
	if months := monthsIn(u); u > month {
		point = s.today.AddMonths(-months / 2)
	}
	if u == quarter || u == year || u == decade {
		u, n = month, n*monthsIn(u)
	}
	v := dated(s.cal.period(u, shift(u, point, -n), 0), u.grain()).assume(true)
	return v, end + 1, true
}

// halfOf are the days in half of a unit.
var halfOf = map[unit]int{week: 3, weekend: 3, fortnight: 7, month: 15}

// agoAt reports whether "ago" stands at token i, or "back" in its sense.
func (s *scanner) agoAt(i int) bool {
	return s.low(i) == "ago" || s.low(i) == "back" && s.closed(i+1)
}

// inTime reads "in two weeks" where the text does not tell of the past.
func (s *scanner) inTime(i int) (value, int, bool) {
	n, at, about, ok := s.count(i)
	u := units[s.low(at)]
	if !ok || u == 0 || n > 1000 || s.low(i-1) != "in" || !s.ahead(i) && (s.asks || !s.planned(i)) {
		return value{}, i, false
	}
	end := at + 1
	if s.at(end).kind == possessive && s.low(end+1) == "time" {
		end += 2
	}
	if !s.closed(end) && (s.past || s.asks) {
		return value{}, i, false
	}
	v := s.unitAgo(u, -n).assume(about)
	return v, end, true
}

// forNow reads how long something has lasted: "for 5 days now".
func (s *scanner) forNow(i int) (value, int, bool) {
	n, at, about, ok := s.count(i)
	u := units[s.low(at)]
	if !ok || u == 0 || n > 1000 || s.low(i-1) != "for" || s.low(at+1) != "now" {
		return value{}, i, false
	}
	return s.lately(u, n).assume(about), at + 2, true
}

// planned reports whether nothing in the clause before token i of a note tells
// that "in two weeks" is how long something took: a verb in the past, a number,
// a superlative.
func (s *scanner) planned(i int) bool {
	for k := i - 2; k >= 0 && !s.breaks(k) && !s.pauses(k); k-- {
		w := s.low(k)
		if s.at(k).kind == number || ordinals[w] > 0 || strings.HasSuffix(w, "n't") || w == "never" || pastTense(w) && !arrangedWords[w] || superlative(w) {
			return false
		}
	}
	return true
}

// superlative reports whether a word holds one time against all others.
func superlative(w string) bool {
	return w == "best" || w == "worst" || w == "only" || w == "most" || w == "least" || len(w) > 5 && strings.HasSuffix(w, "est") && w != "interest" && w != "forest"
}

func (s *scanner) unitAgo(u unit, n int) value {
	point := shift(u, s.today, -n)
	if u == weekend && n > 0 { // the one that is just over is one weekend ago
		point = shift(u, s.lastWeekend().End, 1-n)
	}
	v := dated(s.cal.period(u, point, 0), u.grain()).assume(u != day)
	v.point = point
	return v
}

// singular drops the s of "mondays".
func singular(w string) string {
	if len(w) > 3 && w[len(w)-1] == 's' {
		return w[:len(w)-1]
	}
	return w
}
