package timespan

import (
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// weeksOf tells how many weeks a unit of weeks is.
func weeksOf(u unit) int {
	switch u {
	case week:
		return 1
	case fortnight:
		return 2
	}
	return 0
}

// movedByWeeks reads what moves the day v, whose words end before token end, by weeks: "Friday
// week", "tomorrow fortnight", "Friday in two weeks", "Friday week ago". What has been is
// moved back: "last Friday week".
func (s *scanner) movedByWeeks(v value, end int) (value, int, bool) {
	if v.Range.Days() != 1 || v.Hourly() {
		return value{}, end, false
	}
	by := weeksOf(units[s.low(end)])
	switch {
	case by == 0 || singular(s.low(end)) != s.low(end):
		return s.weekdayAway(v, end)
	case s.agoAt(end + 1):
		return s.weeksFrom(s.notAhead(v), -by), end + 2, true
	case !s.closed(end + 1):
		return value{}, end, false // "Friday week plan"
	case v.Range.End.Before(s.today):
		by = -by
	}
	return s.weeksFrom(v, by), end + 1, true
}

// weekdayAway reads "Friday in two weeks" and "the Friday after next".
func (s *scanner) weekdayAway(v value, end int) (value, int, bool) {
	if !v.weekly {
		return value{}, end, false
	}
	day := v.Range.Start.Weekday()
	if s.seq(end, "after", "next") && s.closed(end+2) {
		return s.weeksFrom(dated(single(weekdayBefore(day, s.today.AddDays(7))), commonv1.Grain_GRAIN_DAY), 1), end + 2, true
	}
	if s.low(end) != "in" {
		return value{}, end, false
	}
	n, at, ok := s.weeksAt(end + 1)
	if !ok || s.agoAt(at) {
		return value{}, end, false
	}
	of := s.cal.period(week, s.today, n)
	return dated(single(weekdayBefore(day, of.End)), commonv1.Grain_GRAIN_DAY), at, true
}

// weeksOn reads "a week on Friday", "two weeks from tomorrow", "a fortnight from 3 May".
func (s *scanner) weeksOn(i int) (value, int, bool) {
	n, at, ok := s.weeksAt(i)
	if !ok || s.low(at) != "on" && s.low(at) != "from" || s.low(i-1) == "the" || s.low(i-1) == "in" {
		return value{}, i, false
	}
	v, end, ok := s.single(at+1, true)
	if !ok || !v.bounded() || v.Range.Days() != 1 || v.Range.End.Before(s.today) {
		return value{}, i, false
	}
	return s.weeksFrom(v, n), end, true
}

// weeksAt reads how many weeks a text counts at token i: "a week", "two weeks".
func (s *scanner) weeksAt(i int) (n, end int, ok bool) {
	n, at, about, counted := s.count(i)
	if !counted {
		return 0, i, false
	}
	n *= weeksOf(units[s.low(at)])
	return n, at + 1, n > 0 && n <= 1000 && !about
}

// notAhead is v, or of a weekday to come the one before it.
func (s *scanner) notAhead(v value) value {
	for v.weekly && v.Range.Start.After(s.today) {
		v = s.weeksFrom(v, -1)
	}
	return v
}

// weeksFrom returns the day that lies so many weeks from the day v.
func (s *scanner) weeksFrom(v value, n int) value {
	return dated(single(v.Range.Start.AddDays(7*n)), commonv1.Grain_GRAIN_DAY).assume(v.Assumed)
}
