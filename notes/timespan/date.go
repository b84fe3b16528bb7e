package timespan

import (
	"fmt"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A dayNumber is a date within a month as it is written.
type dayNumber struct {
	n       int
	ordinal bool // "5th", "fifth"
}

// dayNumber reads a date within a month: "5", "5th", "fifth", "5." before the
// name of a month. It may be one that no month has.
func (s *scanner) dayNumber(i int) (d dayNumber, end int, ok bool) {
	if n, end := s.nth(i); n > 0 {
		return dayNumber{n, true}, end, true
	}
	t := s.at(i)
	if t.kind != number || len(t.text) > 2 || t.n > 39 || t.n < 1 && !s.closedOrPart(i+1) {
		return d, i, false
	}
	if after := s.at(i + 1); after.glued && after.low == "." && (s.monthAt(i+2) || joints[s.low(i+2)]) {
		return dayNumber{t.n, false}, i + 2, true
	}
	return dayNumber{t.n, false}, i + 1, !s.partOfNumber(i + 1)
}

// partOfNumber reports whether token i goes on with the number before it, or tells
// what it measures.
func (s *scanner) partOfNumber(i int) bool {
	t, next := s.at(i), s.at(i+1)
	switch {
	case measures[t.low]:
		return true
	case !t.glued:
		return false
	case t.low == ":", t.low == ".", t.low == "/":
		return next.kind == number && next.glued
	}
	return t.kind == word || t.low == "%"
}

// dateOn returns the day, or why there is none.
func dateOn(y int, m time.Month, d int) value {
	switch {
	case m < 1 || m > 12:
		return value{void: fmt.Sprintf("there is no month %d", m)}
	case d < 1 || d > 31:
		return value{void: fmt.Sprintf("no month has a day %d", d)}
	case !exists(y, m, d) && exists(2000, m, d):
		return value{void: fmt.Sprintf("%s %d has no day %d", m, y, d)}
	case !exists(y, m, d):
		return value{void: fmt.Sprintf("%s has no day %d", m, d)}
	}
	return dated(single(notes.Day{Year: y, Month: m, Date: d}), commonv1.Grain_GRAIN_DAY).explicit()
}

// monthDay reads "January 5", "Jan 5th, 2026", "Jan 5-7", and a month alone.
func (s *scanner) monthDay(i int, cued bool) (value, int, bool) {
	m, ok := months[s.low(i)]
	if !ok || s.low(i-1) == "this" && s.verb(i) || s.person(i) || s.low(i) == "may" && (s.low(i+1) == "not" || s.seq(i+1, "or", "may", "not")) {
		return value{}, i, false
	}
	end := s.dot(i + 1)
	if y, yend, ok := s.twoDigits(end); ok && s.low(i-1) == "in" {
		return monthOf(m).of(y).settled(), yend, true // "in Nov 24"
	}
	if d, dend, ok := s.dayNumber(s.skip(end, "the")); ok && s.dateMeant(i, d, dend, cued) {
		return s.days(m, d.n, i, dend)
	}
	if k := s.skip(end, ","); k > end { // "in August, 23rd"
		if d, dend, ok := s.dayNumber(s.skip(s.skip(k, "on"), "the")); ok && d.ordinal && s.closedOrPart(dend) {
			return s.days(m, d.n, i, dend)
		}
	}
	v, yend := s.dateOf(monthOf(m), i, end)
	if yend == end && !cued && !s.monthMeant(i) {
		return value{}, i, false
	}
	return v, yend, true
}

// dateMeant reports whether a number after the month at token i is a date and
// no count: "in March 5 workouts", "I may 5 times".
func (s *scanner) dateMeant(i int, d dayNumber, end int, cued bool) bool {
	if d.ordinal {
		return s.at(end-1).kind == word && s.at(end-2).kind == number || s.closedOrPart(end) || s.yearNumber(end)
	}
	if _, _, yeared := s.yearSuffix(end); yeared {
		return true
	}
	if !cued && ambiguous[s.low(i)] && !s.at(i).capital() && (pronouns[s.low(i-1)] || s.low(i-1) == "to") {
		return false
	}
	return s.low(i-1) != "in" && d.n <= 31 || s.closed(end)
}

// monthMeant reports whether a word such as "may" stands for the month where
// nothing before it announces one.
func (s *scanner) monthMeant(i int) bool {
	if !ambiguous[s.low(i)] || s.months > 0 && s.at(i+1).kind == number && (i == 0 || s.pauses(i-1) || s.at(i-1).kind == number) {
		return true // also among others: "April 12k, March 11k"
	}
	if after := s.low(i + 1); monthly[after] || s.seq(i+1, "so", "far") || i == 0 && (after == "was" || after == ":" || after == "is") {
		return !pronouns[s.low(i-1)]
	}
	return s.at(i).capital() && i > 0 && !pronouns[s.low(i-1)] && s.at(i-1).kind == word
}

// monthAt reports whether a month's name follows: "Jan 5 - 9 Feb".
func (s *scanner) monthAt(i int) bool {
	_, ok := months[s.low(s.skip(i, "of"))]
	return ok
}

// days returns the days from d to the last that may follow at token end, in the
// year that follows that, or in the latest or the coming one. i is where the
// expression begins.
func (s *scanner) days(m time.Month, d, i, end int) (value, int, bool) {
	last := d
	if joint := s.joint(end); joint > end {
		if n, nend, ok := s.dayNumber(joint); ok && n.n > d && !s.monthAt(nend) {
			last, end = n.n, nend
		}
	}
	return s.daysTo(m, d, last, i, end)
}

func (s *scanner) daysTo(m time.Month, d, last, i, end int) (value, int, bool) {
	p := recurring{grain: commonv1.Grain_GRAIN_DAY, in: func(y int) (notes.Range, bool) {
		r := notes.Range{Start: notes.Day{Year: y, Month: m, Date: d}, End: notes.Day{Year: y, Month: m, Date: last}}
		return r, exists(y, m, d) && exists(y, m, last)
	}}
	y, yend, named := s.yearSuffix(end)
	if !named {
		y, yend = 2000, end // a leap year
	}
	for _, n := range []int{d, last} {
		if v := dateOn(y, m, n); v.void != "" {
			return v, yend, true
		}
	}
	v, end := s.dateOf(p, i, end)
	return v, end, true
}

// dayMonth reads "5 January 2026", "the 5th of January", "5-7 January", "the
// first of May".
func (s *scanner) dayMonth(i int) (value, int, bool) {
	d, at, ok := s.dayNumber(i)
	if !ok || s.at(i).glued && i > 0 && s.at(i-1).kind != word && s.low(i-1) != "(" && s.low(i-1) != "-" {
		return value{}, i, false
	}
	last := d
	joint := s.joint(at)
	if s.low(i-1) == "between" || s.seq(i-2, "between", "the") {
		joint = s.skip(at, "and")
	}
	if joint = s.skip(joint, "the"); joint > at {
		if n, nend, ok := s.dayNumber(joint); ok && n.n > d.n && s.monthAt(nend) {
			last, at = n, nend
		}
	}
	of := s.skip(at, "of")
	m, ok := months[s.low(of)]
	if !ok {
		return s.dayListed(d.n, i, at)
	}
	end := s.dot(of + 1)
	return s.daysTo(m, d.n, last.n, i, end)
}

// dayListed reads the first of "14, 15 and 18 September", where only the last
// names the month.
func (s *scanner) dayListed(d, i, at int) (value, int, bool) {
	for k := at; k < at+10; {
		joint := s.skip(s.skip(s.skip(k, ","), "and", "&", "+"), "the")
		next, end, ok := s.dayNumber(joint)
		of := s.skip(end, "of")
		if joint == k || !ok || next.n <= d {
			break
		}
		if m, ok := months[s.low(of)]; ok && (!ambiguous[s.low(of)] || s.at(of).capital() || s.closed(of+1)) {
			v, _, _ := s.daysTo(m, d, d, of, of+1)
			return v, at, v.void == ""
		}
		k = end
	}
	return value{}, i, false
}

// ordinalDate reads "the 5th", "the 5th of last month", "the first of the month".
func (s *scanner) ordinalDate(i int, cued bool) (value, int, bool) {
	at := s.skip(i, "the")
	d, end, ok := s.dayNumber(at)
	if !ok || !d.ordinal && !s.lists(at) {
		return value{}, i, false
	}
	if s.lists(i) && s.prev.bounded() && s.closed(end) {
		return s.nextListed(d), end, true
	}
	if v, vend, ok := s.ofThisMonth(d, end); ok {
		return v, vend, true
	}
	if s.low(end) == "of" {
		return value{}, i, false
	}
	if s.headsDay(d, i, end) || s.ordinalSpan(d, i, end) {
		return s.dateOfMonth(d.n, i), end, true
	}
	if !s.ordinalCued(i, at, end, cued) {
		return value{}, i, false
	}
	if s.prev != nil && s.prev.dateOnly && s.low(i-1) == "on" { // "on the 10th I ran 10k, on the 11th 5k"
		return s.dayInMonthOf(*s.prev, d.n), end, true
	}
	if s.describesThing(d, i, end) {
		return value{}, i, false
	}
	if v, ok := s.dayOfThat(d.n, i); ok {
		return v, end, true
	}
	return s.dateOfMonth(d.n, i), end, true
}

// dayInMonthOf returns a day of the month that v begins in.
func (s *scanner) dayInMonthOf(v value, n int) value {
	return dateOn(v.Range.Start.Year, v.Range.Start.Month, n)
}

// ofThisMonth reads the month behind a day: "of last month", "last month", "of the
// month".
func (s *scanner) ofThisMonth(d dayNumber, end int) (value, int, bool) {
	of := s.skip(end, "of")
	if of == end && s.low(of) != "last" && s.low(of) != "this" {
		return value{}, end, false
	}
	v, vend, ok := s.modified(s.skip(of, "the"))
	if !ok && s.seq(of, "the", "month") {
		v, vend, ok = s.unitNow(month), of+2, true
	}
	if !ok || v.Grain != commonv1.Grain_GRAIN_MONTH {
		return value{}, end, false
	}
	on := s.dayInMonthOf(v, d.n)
	on.Explicit = v.Explicit
	return on, vend, true
}

// ordinalCued reports whether the words around an ordinal, the tokens from i to
// end, say that it is a date. In words it is sooner a thing: "the second".
func (s *scanner) ordinalCued(i, at, end int, cued bool) bool {
	before, written := s.low(i-1), s.at(at).kind == word
	cued = cued || before == "to" && s.relocated(i)
	switch {
	case written && s.placed(end):
		return false
	case at == i:
		return !written && dateCues[before] && (cued || cues[before])
	}
	return cued || cues[before] || !written
}

// describesThing reports whether what follows an ordinal date, at token end, is
// what it numbers: "the 3rd set".
func (s *scanner) describesThing(d dayNumber, i, end int) bool {
	if next, _ := s.nth(end); s.closedOrPart(end) || next > d.n && s.at(end).kind == number {
		return false
	}
	before, after := s.low(i-1), s.low(end)
	return !dateCues[before] && before != "for" || !arrangedWords[after] || after == "set"
}

// nextListed returns the next of some dates of a month: "June 3, 4 and 5".
func (s *scanner) nextListed(d dayNumber) value {
	on := s.dayInMonthOf(*s.prev, d.n).assume(s.prev.Assumed)
	on.dateOnly = s.prev.dateOnly
	return on
}

// headsDay reports whether an ordinal stands before what was that day: "3rd: legs,
// 4th: push".
func (s *scanner) headsDay(d dayNumber, i, end int) bool {
	return d.ordinal && s.low(i) != "the" && s.low(end) == ":" && (i == 0 || s.at(i-1).kind == mark)
}

// ordinalSpan reports whether an ordinal is the first day of "19th-23rd", which
// needs no word before it.
func (s *scanner) ordinalSpan(d dayNumber, i, end int) bool {
	joint := s.joint(end)
	last, after := s.nth(joint)
	return joint > end && s.at(i).kind == number && s.at(joint).kind == number && last > d.n && s.closed(after)
}

// dayOfThat returns the day in the month that the expression right before names:
// "mid June, maybe the 18th".
func (s *scanner) dayOfThat(n, i int) (value, bool) {
	p := s.prev
	if p == nil || !p.bounded() || !p.Explicit || p.Range.Days() < 7 || i-s.prevEnd > 4 {
		return value{}, false
	}
	for k := s.prevEnd; k < i; k++ {
		if s.breaks(k) {
			return value{}, false
		}
	}
	d := notes.Day{Year: p.Range.Start.Year, Month: p.Range.Start.Month, Date: n}
	if !exists(d.Year, d.Month, n) || d.Month != p.Range.End.Month || d.Year != p.Range.End.Year {
		return value{}, false
	}
	return dated(single(d), commonv1.Grain_GRAIN_DAY).explicit().assume(true), true
}

// placed reports whether "the first" before token i is the first of some things:
// "from the first to the last one".
func (s *scanner) placed(i int) bool {
	at := s.skip(i, "to", "and", "or", "until", "through")
	the := s.skip(at, "the")
	return s.low(i) == "one" || at > i && s.low(the) == "last"
}

// lists reports whether token i goes on with a list of dates of a month.
func (s *scanner) lists(i int) bool {
	if s.prev == nil || s.prev.Grain != commonv1.Grain_GRAIN_DAY || !s.prev.Explicit {
		return false
	}
	if n, _ := s.nth(i); n > 0 && s.at(i).kind == number && s.prevEnd == i && s.prev.dateOnly {
		return true // "the 1st 2nd or 3rd"
	}
	return s.prevEnd < i && i-s.prevEnd <= 3 && (joins[s.low(s.prevEnd)] && s.low(s.prevEnd) != "to") &&
		(i-s.prevEnd == 1 || joins[s.low(i-1)] || s.low(i-1) == "the" || s.low(i-1) == "on")
}

// dateOfMonth returns the latest day of the month with a number, or the coming
// one if token i stands in talk of what is to come.
func (s *scanner) dateOfMonth(n, i int) value {
	last, ok := s.monthlyDay(n, -1)
	if !ok {
		return value{void: fmt.Sprintf("no month has a day %d", n)}
	}
	next, _ := s.monthlyDay(n, +1)
	day, look := last, s.looks(i)
	until, ago := next.Sub(s.today), s.today.Sub(last)
	if look.ahead() || look == likely && until < ago || look == unknown && 2*until < ago {
		day = next
	}
	v := dated(single(day), commonv1.Grain_GRAIN_DAY).explicit().assume(true)
	v.dateOnly = true
	return v
}

// monthlyDay returns the latest or the coming day with a number, today for both.
func (s *scanner) monthlyDay(n, step int) (notes.Day, bool) {
	for k := range 4 {
		first := s.cal.period(month, s.today, k*step).Start
		d := notes.Day{Year: first.Year, Month: first.Month, Date: n}
		if exists(d.Year, d.Month, n) && (d == s.today || d.After(s.today) == (step > 0)) {
			return d, true
		}
	}
	return notes.Day{}, false
}

func (s *scanner) closedOrPart(i int) bool {
	_, part := parts[s.low(i)]
	return part || s.closed(i) || s.low(i+1) == "than" // "was the 3rd worse than the 10th"
}
