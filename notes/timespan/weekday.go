package timespan

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// weekday reads "Monday", "Monday, January 5", "Monday last week", "Monday of
// the week before".
func (s *scanner) weekday(i int, cued bool) (value, int, bool) {
	w, ok := s.weekdayName(i)
	if !ok || recurs[s.low(i-1)] || greetings[s.low(i-1)] || titles[s.low(i-1)] || s.low(i-1) == "." && titles[s.low(i-2)] || dishes[s.low(i+1)] || !s.weekdayMeant(i, cued) {
		return value{}, i, false
	}
	at := s.skip(s.dot(i+1), ",", ".")
	if v, end, ok := s.dateAfterWeekday(w, at); ok {
		if v.void != "" || v.Range.Days() == 1 {
			v = s.onWeekday(v, w)
			return v.assume(v.void == "" && v.Range.Start.Weekday() != w), end, true
		}
	}
	at = s.skip(i+1, "of", "in")
	at = s.skip(at, "the")
	for _, rule := range []func(int) (value, int, bool){s.relative, s.modified, s.ago, s.isoWeek} {
		if v, end, ok := rule(at); ok && v.Grain == commonv1.Grain_GRAIN_WEEK && v.Range.Days() == 7 {
			return dated(single(weekdayBefore(w, v.Range.End)), commonv1.Grain_GRAIN_DAY), end, true
		}
	}
	latest := weekdayBefore(w, s.today)
	if s.follows(i) {
		latest = weekdayBefore(w, s.prev.Range.End.AddDays(7))
	} else if s.ahead(i) || s.headed(i) {
		latest = weekdayBefore(w, s.today.AddDays(6))
	}
	v := dated(single(latest), commonv1.Grain_GRAIN_DAY).assume(true)
	v.weekly = true
	return v, i + 1, true
}

// onWeekday returns v in the year next to it in which it is such a weekday, if
// only there.
func (s *scanner) onWeekday(v value, w time.Weekday) value {
	for _, n := range []int{0, 1, -1} {
		if moved := s.moved(v, n); v.loose() && moved.Range.Start.Weekday() == w {
			return moved
		}
	}
	return v
}

// weekdayIn reads the weekday in "last week on Monday" and "last week's Monday".
func (s *scanner) weekdayIn(v value, i int) (value, int, bool) {
	at := s.skip(i, "on", ",", "'s")
	w, ok := weekdays[s.low(at)]
	if !ok || v.Grain != commonv1.Grain_GRAIN_WEEK || v.Range.Days() != 7 || !s.weekdayMeant(at, at > i) {
		return value{}, i, false
	}
	return dated(single(weekdayBefore(w, v.Range.End)), commonv1.Grain_GRAIN_DAY).assume(v.Assumed), at + 1, true
}

// dateAfterWeekday reads the date in "Monday, January 5", "Mon 2026-01-05" and
// "Friday the 13th".
func (s *scanner) dateAfterWeekday(w time.Weekday, i int) (value, int, bool) {
	at := s.skip(i, "the")
	for _, rule := range []func(int) (value, int, bool){s.numeric, s.dayMonth} {
		if v, end, ok := rule(at); ok {
			return v, end, true
		}
	}
	if v, end, ok := s.monthDay(at, true); ok && (v.void != "" || v.Range.Days() == 1) {
		return v, end, true
	}
	if v, end, ok := s.dateOfWeekday(w, at); ok {
		return v, end, true
	}
	d, end, ok := s.dayNumber(at)
	if !ok || at == i && s.at(at).kind == word || !d.ordinal && (s.low(i-1) == "," || !s.closed(end)) {
		return value{}, i, false
	}
	day, ok := s.thatWeekday(w, d.n, i)
	switch {
	case !d.ordinal && (!ok || !s.near(day) || !s.pairsAreDates()):
		return value{}, i, false // "hours: mon 8, tue 7"
	case ok:
		return dated(single(day), commonv1.Grain_GRAIN_DAY).explicit().assume(true), end, true
	}
	return s.dateOfMonth(d.n, i), end, true
}

// thatWeekday returns the latest day of a month with a number that is such a
// weekday, or the coming one if that is nearer and the note, at token i, does
// not tell of the past.
func (s *scanner) thatWeekday(w time.Weekday, n, i int) (notes.Day, bool) {
	find := func(step int) (notes.Day, bool) {
		for k := range 14 {
			first := s.cal.period(month, s.today, k*step).Start
			d := notes.Day{Year: first.Year, Month: first.Month, Date: n}
			if exists(d.Year, d.Month, n) && d.After(s.today) == (step > 0) && d.Weekday() == w {
				return d, true
			}
		}
		return notes.Day{}, false
	}
	last, before := find(-1)
	next, after := find(+1)
	look := s.looks(i)
	if after && (look.ahead() || look != backward && next.Sub(s.today) < s.today.Sub(last)) {
		return next, true
	}
	return last, before
}

// near reports whether a day is at most a month away.
func (s *scanner) near(d notes.Day) bool { return max(d.Sub(s.today), s.today.Sub(d)) <= 31 }

// pairsAreDates reports whether the weekdays of the text that a number follows
// are all such dates: then they are no amounts.
func (s *scanner) pairsAreDates() bool {
	if s.pairs == nil {
		yes := true
		for i := range s.toks {
			w, named := weekdays[s.low(i)]
			if n := s.at(i + 1); named && n.kind == number && n.n >= 1 && n.n <= 31 {
				day, ok := s.thatWeekday(w, n.n, i)
				yes = yes && ok && s.near(day)
			}
		}
		s.pairs = &yes
	}
	return *s.pairs
}

// dateOfWeekday reads a/b or a.b. after a weekday, which tells the month from
// the day.
func (s *scanner) dateOfWeekday(w time.Weekday, i int) (value, int, bool) {
	a, sep, b := s.at(i), s.at(i+1), s.at(i+2)
	if a.kind != number || b.kind != number || !sep.glued || !b.glued || sep.low != "/" && sep.low != "." || measures[s.low(i+3)] {
		return value{}, i, false
	}
	orders := [][2]int{{a.n, b.n}, {b.n, a.n}}
	if d, ok := recent(time.Month(b.n), a.n, s.today); ok && s.near(d) {
		slices.Reverse(orders) // both may be such a weekday
	}
	for _, md := range orders {
		d, ok := recent(time.Month(md[0]), md[1], s.today)
		if next := d.AddMonths(12); ok && d.Weekday() != w && d.Date == next.Date && next.Weekday() == w && !s.asks {
			d = next
		}
		if ok && d.Weekday() == w {
			end := i + 3
			if sep.low == "." {
				end = s.skip(end, ".")
			}
			return dated(single(d), commonv1.Grain_GRAIN_DAY).explicit().assume(true), end, true
		}
	}
	return value{}, i, false
}

// dated reports whether "sat" or "sun" at token i stands before a date that is
// such a day: "sat 9 may", "sun 10/5".
func (s *scanner) dated(i int) bool {
	n, sep := s.at(i+1), s.at(i+2)
	if n.kind != number || n.n < 1 || n.n > 31 || pronouns[s.low(i-1)] {
		return false
	}
	if m, ok := months[sep.low]; ok {
		return exists(s.today.Year, m, n.n)
	}
	if sep.kind == mark && !(sep.glued && s.at(i+3).glued) && s.pairsAreDates() {
		return true // "sat 13: hike"
	}
	_, _, ok := s.dateOfWeekday(weekdays[s.low(i)], i+1)
	return ok
}

// weekdayMeant reports whether a word such as "sat" or "sun" is a weekday here.
func (s *scanner) weekdayMeant(i int, cued bool) bool {
	before, after := s.low(i-1), s.at(i+1)
	switch {
	case !ambiguous[s.low(i)], weekdayName(before), weekdayName(after.low): // "Fri Sat Sun"
		return true
	case before != "the" && (cued || !pronouns[before] && s.amongWeekdays(i)), s.dated(i):
		return true
	case partly(after.low), after.low == "am", after.low == "pm", months[after.low] != 0:
		return true
	case !s.at(i).capital():
		return false
	case i == 0 || s.at(i-1).kind == mark:
		return after.low == ":" || after.low == "," || after.low == "-" || after.low == "–" || after.kind == number
	}
	return before != "the" && !s.at(i-1).capital()
}

// amongWeekdays reports whether what follows the word at token i, or other weekdays
// of the text, make it one: "Mon 7h, Tue 6h, Sat 8h".
func (s *scanner) amongWeekdays(i int) bool {
	after := s.at(i + 1)
	if after.low == ":" || after.kind == number && ordinalEnding(s.low(i+2)) || s.clockAt(i+1) {
		return true
	}
	if s.weekdays == 0 {
		return false
	}
	return after.kind != word || joins[after.low] || s.contrasts || s.weekdays > 1 && !s.function(i+1) && after.low != "down"
}
