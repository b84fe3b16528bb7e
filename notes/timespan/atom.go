package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// atom reads one expression without joints. cued says that what stands before
// it announces a time, so that "may" is a month.
func (s *scanner) atom(i int, cued bool) (value, int, bool) {
	at := s.skip(i, "the")
	rules := []func(int) (value, int, bool){
		s.numeric, s.namedDay, s.relative, s.ago, s.modified, s.holiday, s.dayMonth, s.quarter,
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
	{[]string{"yesteday"}, -1, -1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"yesterdy"}, -1, -1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"yday"}, -1, -1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"tomorrow"}, 1, 1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"tmrw"}, 1, 1, commonv1.Grain_GRAIN_DAY, false},
	{[]string{"other", "day"}, -7, -1, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"lately"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"recently"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"of", "late"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
	{[]string{"these", "days"}, -13, 0, commonv1.Grain_GRAIN_SPAN, true},
}

// namedDay reads "today", "yesterday" and the like, "tonight", and "ytd".
func (s *scanner) namedDay(i int) (value, int, bool) {
	for _, p := range phrases {
		if s.seq(i, p.words...) && !recurs[s.low(i-1)] {
			r := notes.Range{Start: s.today.AddDays(p.from), End: s.today.AddDays(p.to)}
			return dated(r, p.grain).assume(p.assumed), i + len(p.words), true
		}
	}
	if s.low(i) == "tonight" {
		return dated(single(s.today), commonv1.Grain_GRAIN_PART_OF_DAY).during(hours{18, 4}), i + 1, true
	}
	if s.low(i) == "ytd" {
		return s.toDate(year), i + 1, true
	}
	if u := units[s.low(i)]; u != 0 && s.seq(i+1, "to", "date") {
		return s.toDate(u), i + 3, true
	}
	return value{}, i, false
}

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
		return t.n, i + 1, false, t.n > 0
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
	default:
		return units[w], false
	}
}

// ago reads "3 days ago", "a couple of weeks ago", "half a year ago", "two
// Mondays ago", "a year ago today".
func (s *scanner) ago(i int) (value, int, bool) {
	if s.seq(i, "half", "a", "year", "ago") {
		return s.unitAgo(month, 6), i + 4, true
	}
	n, at, about, ok := s.count(i)
	if !ok {
		return value{}, i, false
	}
	if w, named := weekdays[singular(s.low(at))]; named && s.low(at+1) == "ago" {
		last := weekdayBefore(w, s.today.AddDays(-1))
		return dated(single(last.AddDays(-7*(n-1))), commonv1.Grain_GRAIN_DAY).assume(true), at + 2, true
	}
	switch s.low(at) {
	case "minute", "minutes", "min", "mins", "hour", "hours", "hrs", "hr":
		if s.low(at+1) == "ago" && n <= 1000 {
			back := n
			if s.low(at)[0] == 'm' {
				back = n / 60
			}
			return dated(single(s.hoursBack(back)), commonv1.Grain_GRAIN_DAY).assume(about), at + 2, true
		}
		return value{}, i, false
	}
	u := units[s.low(at)]
	if u != 0 && s.seq(at+1, "from", "now") && n <= 1000 {
		return dated(single(shift(u, s.today, n)), commonv1.Grain_GRAIN_DAY).assume(about || u != day), at + 3, true
	}
	if u == 0 || s.low(at+1) != "ago" {
		return value{}, i, false
	}
	v := s.unitAgo(u, n).assume(about)
	exactly := dated(single(v.point), commonv1.Grain_GRAIN_DAY)
	switch {
	case s.low(at+2) == "today":
		return exactly, at + 3, true
	case s.low(i-1) == "exactly":
		return exactly, at + 2, true
	}
	return v, at + 2, true
}

func (s *scanner) unitAgo(u unit, n int) value {
	point := shift(u, s.today, -n)
	v := dated(s.cal.period(u, point, 0), u.grain()).assume(u != day)
	v.point = point
	return v
}

// singular drops the s of "mondays".
func singular(w string) string {
	if len(w) > 4 && w[len(w)-1] == 's' {
		return w[:len(w)-1]
	}
	return w
}
