package timespan

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A recurring period comes once a year: a month, a season, a quarter, a holiday.
type recurring struct {
	in    rule
	also  []rule // more of them in a year, as of bank holidays
	grain commonv1.Grain
	vague bool   // bounds are a convention
	never string // why no year has it: "there is no fifth quarter"
}

// yearly is a period of so many months from the first of a month.
func yearly(first time.Month, months int, grain commonv1.Grain) recurring {
	return recurring{grain: grain, in: func(y int) (notes.Range, bool) { return monthsFrom(y, first, months), true }}
}

func monthOf(m time.Month) recurring { return yearly(m, 1, commonv1.Grain_GRAIN_MONTH) }

func seasonFrom(m time.Month) recurring {
	p := yearly(m, 3, commonv1.Grain_GRAIN_QUARTER)
	p.vague = true
	return p
}

func quarterOf(n int) recurring {
	p := yearly(time.Month(3*n-2), 3, commonv1.Grain_GRAIN_QUARTER)
	if n < 1 || n > 4 {
		p.never = "a year has four quarters"
	}
	return p
}

func halfYear(n int) recurring {
	p := yearly(time.Month(6*n-5), 6, commonv1.Grain_GRAIN_SPAN)
	if n < 1 || n > 2 {
		p.never = "a year has two halves"
	}
	return p
}

// of returns the period that begins in a year.
func (p recurring) of(y int) value {
	r, ok := p.in(y)
	switch {
	case p.never != "":
		return value{void: p.never}
	case !ok:
		return value{void: fmt.Sprintf("there is none in %d", y)}
	}
	v := dated(r, p.grain).explicit().assume(p.vague)
	if r.Days() > 1 && v.Grain == commonv1.Grain_GRAIN_DAY {
		v.Grain = commonv1.Grain_GRAIN_SPAN
	}
	v.again = p.in
	return v
}

// latest returns the last one that has begun.
func (p recurring) latest(today notes.Day) value {
	return p.find(today, -1, func(r notes.Range) bool { return !r.Start.After(today) }).assume(true)
}

// coming returns the first one that is not over.
func (p recurring) coming(today notes.Day) value {
	return p.find(today.AddMonths(-12), 1, func(r notes.Range) bool { return !r.End.Before(today) }).assume(true)
}

// current returns the one of this year. What runs over the year's end, as winter
// does, is until the summer the one that began last year.
func (p recurring) current(today notes.Day) value {
	if r, ok := p.in(today.Year - 1); ok && r.End.Year > r.Start.Year && today.Month < time.June {
		v := p.of(today.Year - 1)
		return v.assume(r.End.Before(today)).settled()
	}
	return p.of(today.Year).settled()
}

// over returns the last one that is over.
func (p recurring) over(today notes.Day) value {
	v := p.find(today, -1, func(r notes.Range) bool { return r.End.Before(today) })
	return v.assume(v.Range.Start.Year == today.Year).settled() // some mean the one of last year
}

// ahead returns the first one that has not begun.
func (p recurring) ahead(today notes.Day) value {
	return p.find(today.AddMonths(-12), 1, func(r notes.Range) bool { return r.Start.After(today) }).settled()
}

// find looks year by year, back or ahead, for a period that fits. February 29
// may be eight years away, with what begins last year one more.
func (p recurring) find(from notes.Day, step int, fits func(notes.Range) bool) value {
	for k := range 10 {
		y := from.Year + k*step
		var nearest notes.Range
		for _, in := range append([]rule{p.in}, p.also...) {
			r, ok := in(y)
			if !ok || p.never != "" || !fits(r) || !nearest.IsZero() && r.Start.Sub(nearest.Start)*step > 0 {
				continue
			}
			nearest, p.in = r, in
		}
		if !nearest.IsZero() {
			return p.of(y)
		}
	}
	if p.never == "" {
		p.never = "no year near has it"
	}
	return value{void: p.never}
}

// namedPeriod reads the bare name of a recurring period.
func (s *scanner) namedPeriod(i int) (recurring, int, bool) {
	w := s.low(i)
	if p, end, ok := s.holidayName(i); ok {
		return p, end, true
	}
	if m, ok := months[w]; ok {
		return monthOf(m), s.dot(i + 1), true
	}
	if m, ok := seasons[w]; ok {
		return seasonFrom(m), i + 1, true
	}
	return s.quarterName(i)
}

// dot skips the point of an abbreviation.
func (s *scanner) dot(i int) int {
	t := s.at(i)
	if t.low == "." && t.glued && len(s.low(i-1)) <= 4 && s.at(i+1).kind == number {
		return i + 1
	}
	return i
}

// dateOf returns the period that is named by the tokens from i to end, in the
// year that may follow, else the latest one, or the next in talk of what is to
// come.
func (s *scanner) dateOf(p recurring, i, end int) (value, int) {
	if y, yend, ok := s.yearSuffix(end); ok {
		return p.of(y).settled(), yend
	}
	if s.seq(end, "before", "last") {
		v := p.over(s.today)
		return s.moved(v, -1), end + 2
	}
	last, next := p.latest(s.today), p.coming(s.today)
	if s.explains(next, i) || s.nearer(last, next, s.looks(i)) {
		return next, end
	}
	return last, end
}

// explains reports whether a date right after a time to come lies in it or next
// to it: "the race is in three weeks, June 7".
func (s *scanner) explains(v value, i int) bool {
	return s.prev != nil && s.prevEnd == i-1 && s.pauses(i-1) && v.bounded() && s.prev.bounded() && s.prev.Range.Start.After(s.today) &&
		v.Range.Start.Sub(s.prev.Range.Start) >= -7 && s.prev.Range.End.Sub(v.Range.End) >= -7
}

// yearSuffix reads the year after a month or a date: "2025", ", 2025", "of
// 2025", "'25", "last year".
func (s *scanner) yearSuffix(i int) (int, int, bool) {
	at := s.skip(i, ",", "of", "in")
	switch {
	case s.seq(at, "last", "year"), s.seq(at, "this", "year"), s.seq(at, "next", "year"):
		y := s.today.Year
		switch s.low(at) {
		case "last":
			y--
		case "next":
			y++
		}
		return y, at + 2, true
	case apostropheMark(s.low(at)) && s.at(at+1).glued && len(s.at(at+1).text) == 2 && s.at(at+1).kind == number:
		return century(s.at(at+1).n, s.today), at + 2, true
	case s.yearNumber(at):
		return s.at(at).n, at + 1, true
	}
	if n, unit, _, ok := s.count(at); ok && units[s.low(unit)] == year && s.low(unit+1) == "ago" && n < 1000 {
		return s.today.Year - n, unit + 2, true
	}
	return 0, i, false
}

func apostropheMark(w string) bool { return w == "'" || w == "’" || w == "‘" }

// century completes a year of two digits: the latest one that is at most ten
// years ahead.
func century(n int, today notes.Day) int {
	y := today.Year - today.Year%100 + n
	if y > today.Year+10 {
		y -= 100
	}
	return y
}

// yearNumber reports whether token i can be a year and no amount.
func (s *scanner) yearNumber(i int) bool {
	t := s.at(i)
	if t.kind != number || len(t.low) != 4 || t.n < 1900 || t.n > 2199 {
		return false
	}
	after := s.at(i + 1)
	if after.glued && (after.kind != mark || strings.ContainsAny(after.low, "%$€£/")) {
		return after.kind == possessive
	}
	if after.glued && (after.low == "." || after.low == "-" || after.low == ":") && s.at(i+2).kind == number && s.at(i+2).glued {
		return false
	}
	return !measures[after.low]
}

// yearAlone reads a year that nothing but its context tells from a number.
func (s *scanner) yearAlone(i int, cued bool) (value, int, bool) {
	if y, end, ok := s.shortYear(i); ok {
		return dated(monthsFrom(y, 1, 12), commonv1.Grain_GRAIN_YEAR).explicit(), end, true
	}
	named := s.low(i) == "year" && s.yearNumber(i+1)
	if named {
		i++
	}
	if !s.yearNumber(i) || !named && (!cued && !s.yearMeant(i) || amounts[s.low(i-1)] && !s.yearMeant(i) || s.amountFollows(i)) {
		return value{}, i, false
	}
	if !named && s.low(i-1) == "of" && !s.closed(i+1) {
		return value{}, i, false
	}
	y := s.at(i).n
	if !named && s.low(i-1) == "of" && y < s.today.Year-30 {
		return value{}, i, false // sooner a title than a year that notes are about
	}
	return dated(monthsFrom(y, 1, 12), commonv1.Grain_GRAIN_YEAR).explicit(), i + 1, true
}

// shortYear reads "'22" after what announces a time, and "back in 22".
func (s *scanner) shortYear(i int) (int, int, bool) {
	at := i
	if apostropheMark(s.low(i)) && s.at(i+1).glued && cues[s.low(i-1)] {
		at++
	} else if !s.seq(i-2, "back", "in") {
		return 0, i, false
	}
	return s.twoDigits(at)
}

// twoDigits reads a year near today by its last two digits.
func (s *scanner) twoDigits(i int) (int, int, bool) {
	t, y := s.at(i), century(s.at(i).n, s.today)
	return y, i + 1, t.kind == number && len(t.text) == 2 && t.n >= 10 && s.closed(i+1) && !s.at(i+1).glued && s.nearYear(y)
}

// yearMeant reports whether a number that could be an amount is sooner a year of
// one's notes: "goals for 2026", "my 2025 races", "2025 summary".
func (s *scanner) yearMeant(i int) bool {
	if away := s.at(i).n - s.today.Year; away > 10 || away < -10 {
		return false
	}
	switch s.low(i - 1) {
	case "for", "all", "whole", "entire":
		return true
	case "my", "our":
		return monthly[s.low(i+1)]
	case "":
		return monthly[s.low(i+1)] || s.closed(i+1)
	}
	return s.low(i-1) == "," && s.low(i+1) == "too"
}

// amountFollows reports whether a range goes on to a number that is an amount:
// "from 2000 to 2100 kcal".
func (s *scanner) amountFollows(i int) bool {
	return joins[s.low(i+1)] && s.at(i+2).kind == number && (measures[s.low(i+3)] || len(s.at(i+2).text) != 4)
}

// quarterName reads "Q1", "H2", "the first quarter".
func (s *scanner) quarterName(i int) (recurring, int, bool) {
	if n, end := s.nth(i); n >= 1 && s.low(end) == "quarter" {
		return quarterOf(n), end + 1, true
	}
	if s.low(i) == "quarter" && s.at(i+1).kind == number && s.at(i+1).n <= 9 {
		return quarterOf(s.at(i + 1).n), i + 2, true
	}
	t := s.at(i + 1)
	if t.kind != number || !t.glued || len(t.text) != 1 || s.at(i+2).glued && s.at(i+2).kind == word {
		return recurring{}, i, false
	}
	switch s.low(i) {
	case "q":
		return quarterOf(t.n), i + 2, true
	case "h":
		return halfYear(t.n), i + 2, true
	}
	return recurring{}, i, false
}

// quarter reads a quarter or half with its year. "H1" alone is a heading.
func (s *scanner) quarter(i int) (value, int, bool) {
	if y := s.at(i); y.kind == number && len(y.low) == 4 && y.n >= 1900 && y.n < 2200 { // "2026 Q3", 2026-H1
		if p, end, ok := s.quarterName(s.skip(i+1, "-", "/")); ok {
			return p.of(y.n).settled(), end, true
		}
	}
	p, end, ok := s.quarterName(i)
	if !ok || s.ofNoYear(i, end) {
		return value{}, i, false
	}
	at := end
	if sep := s.low(at); (sep == "/" || sep == "-") && s.at(at).glued && s.at(at+1).glued && s.yearNumber(at+1) { // Q1/2025
		at++
	}
	v, yend := s.dateOf(p, i, at)
	if yend == at && (at > end || s.low(i) == "h" && !cues[s.low(i-1)] && !(joins[s.low(end)] && s.low(end+1) == "h")) {
		return value{}, i, false
	}
	return v, yend, true
}

// ofNoYear reports whether the quarter of the tokens from i to end is that of
// something else: "the first quarter of the game".
func (s *scanner) ofNoYear(i, end int) bool {
	switch s.low(end) {
	case "mile", "marathon":
		return true
	case "of":
		return s.low(i) != "q" && s.at(end+1).kind != number && !s.timeWord(s.skip(end+1, "the", "this", "last"))
	}
	return false
}

// season reads a season with its year.
func (s *scanner) season(i int, cued bool) (value, int, bool) {
	m, ok := seasons[s.low(i)]
	if !ok || compounds[s.low(i+1)] {
		return value{}, i, false
	}
	if y, end, ok := s.winterYear(s.skip(i+1, "of")); ok {
		return seasonFrom(m).of(y).settled(), end, true
	}
	if y, end, ok := s.twoDigits(s.skip(i+1, "of")); ok { // "spring 24"
		return seasonFrom(m).of(y).settled(), end, true
	}
	if y, ok := s.yearOfThat(i + 1); ok && s.low(i-1) == "the" {
		return seasonFrom(m).of(y).settled(), i + 1, true
	}
	if s.low(i) == "fall" && tumbles[s.low(s.beforeThe(i))] {
		return value{}, i, false
	}
	v, end := s.dateOf(seasonFrom(m), i, i+1)
	if end == i+1 && !cued {
		return value{}, i, false
	}
	return v, end, true
}

// happened returns the index after "last fall" at token i where fall is what somebody
// did: "when did he last fall?", "when did my dad last fall?". With a verb before it, as
// in "what did he plant last fall", it is the season. Else it returns i.
func (s *scanner) happened(i int) int {
	if s.low(i) != "last" || s.low(i+1) != "fall" && s.low(i+1) != "spring" {
		return i
	}
	if s.low(i-2) == "did" || s.low(i-3) == "did" && (s.low(i-2) == "the" || owning[s.low(i-2)]) {
		return i + 2
	}
	return i
}

// yearOfThat reads the year in "the summer we met, 2019": what happened stands
// in a few words before it, and nothing else after it in its clause.
func (s *scanner) yearOfThat(i int) (int, bool) {
	at := i
	for at < i+6 && s.at(at).kind == word {
		at++
	}
	return s.at(at + 1).n, subjects[s.low(i)] && s.low(at) == "," && s.yearNumber(at+1) && s.clauseEnds(at+2)
}

// winterYear reads the years of a winter: "2024/25", "24/25".
func (s *scanner) winterYear(i int) (int, int, bool) {
	a, b := s.at(i), s.at(i+2)
	if a.kind != number || b.kind != number || s.low(i+1) != "/" && s.low(i+1) != "-" || !b.glued || (a.n+1)%100 != b.n%100 {
		return 0, i, false
	}
	if len(a.text) == 2 {
		return century(a.n, s.today), i + 3, true
	}
	return a.n, i + 3, len(a.text) == 4
}
