package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// weekday reads "Monday", "Monday, January 5", "Monday last week", "Monday of
// the week before".
func (s *scanner) weekday(i int, cued bool) (value, int, bool) {
	w, ok := weekdays[s.low(i)]
	if !ok || recurs[s.low(i-1)] || !s.weekdayMeant(i, cued) {
		return value{}, i, false
	}
	at := s.skip(s.dot(i+1), ",", ".")
	if v, end, ok := s.dateAfterWeekday(at); ok {
		if v.void || v.Range.Days() == 1 {
			return v.assume(!v.void && v.Range.Start.Weekday() != w), end, true
		}
	}
	at = s.skip(i+1, "of", "in")
	at = s.skip(at, "the")
	for _, rule := range []func(int) (value, int, bool){s.relative, s.modified} {
		if v, end, ok := rule(at); ok && v.Grain == commonv1.Grain_GRAIN_WEEK && v.Range.Days() == 7 {
			return dated(single(weekdayBefore(w, v.Range.End)), commonv1.Grain_GRAIN_DAY), end, true
		}
	}
	v := dated(single(weekdayBefore(w, s.today)), commonv1.Grain_GRAIN_DAY).assume(true)
	v.loose = week
	return v, i + 1, true
}

// recurs are the words that make a weekday one of many.
var recurs = set("every", "each", "most", "any")

// weekdayIn reads the weekday in "last week on Monday".
func (s *scanner) weekdayIn(v value, i int) (value, int, bool) {
	at := s.skip(i, "on", ",")
	w, ok := weekdays[s.low(at)]
	if !ok || v.Grain != commonv1.Grain_GRAIN_WEEK || v.Range.Days() != 7 || !s.weekdayMeant(at, at > i) {
		return value{}, i, false
	}
	return dated(single(weekdayBefore(w, v.Range.End)), commonv1.Grain_GRAIN_DAY).assume(v.Assumed), at + 1, true
}

// dateAfterWeekday reads the date in "Monday, January 5" and "Mon 2026-01-05".
func (s *scanner) dateAfterWeekday(i int) (value, int, bool) {
	at := s.skip(i, "the")
	for _, rule := range []func(int) (value, int, bool){s.numeric, s.dayMonth} {
		if v, end, ok := rule(at); ok {
			return v, end, true
		}
	}
	if v, end, ok := s.monthDay(at, true); ok && (v.void || v.Range.Days() == 1) {
		return v, end, true
	}
	n, end, ok := s.dayNumber(at)
	if !ok || !ordinalEnding(s.low(end-1)) {
		return value{}, i, false
	}
	for back := range 4 {
		first := s.cal.period(month, s.today, -back).Start
		d := notes.Day{Year: first.Year, Month: first.Month, Date: n}
		if exists(d.Year, d.Month, n) && !d.After(s.today) {
			return dated(single(d), commonv1.Grain_GRAIN_DAY).explicit().assume(true), end, true
		}
	}
	return value{}, i, false
}

// weekdayMeant reports whether a word such as "sat" or "sun" is a weekday here.
func (s *scanner) weekdayMeant(i int, cued bool) bool {
	if !ambiguous[s.low(i)] || cued && s.low(i-1) != "the" {
		return true
	}
	after := s.at(i + 1)
	if _, ok := parts[after.low]; ok {
		return true
	}
	if _, ok := months[after.low]; ok {
		return true
	}
	if !s.at(i).capital() {
		return false
	}
	if i == 0 || s.at(i-1).kind == mark {
		return after.low == ":" || after.low == "," || after.low == "-" || after.low == "–" || after.kind == number
	}
	return s.low(i-1) != "the"
}
