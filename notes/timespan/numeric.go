package timespan

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// numeric reads dates in digits: 2026-01-05, 20260105, 1/5/2026, 5.1.2026,
// 2026-01, and 1/5 or 5.1. where it can't be a fraction or a rating.
func (s *scanner) numeric(i int) (value, int, bool) {
	a, sep, b := s.at(i), s.at(i+1), s.at(i+2)
	if a.kind != number || a.glued && !opens(s.low(i-1)) {
		return value{}, i, false
	}
	if len(a.text) == 8 {
		return compact(a, i, sep)
	}
	if !sep.glued || !b.glued || b.kind != number || !strings.Contains("-/.", sep.low) {
		return value{}, i, false
	}
	if c, after := s.at(i+4), s.at(i+3); after.low == sep.low && after.glued && c.glued && c.kind == number {
		return s.wholeDate(i)
	} else if after.glued && (after.kind == word || after.low == "%") {
		return value{}, i, false
	}
	return s.halfDate(i)
}

// halfDate reads two numbers with a sign between.
func (s *scanner) halfDate(i int) (value, int, bool) {
	a, sep, b := s.at(i), s.at(i+1), s.at(i+2)
	switch {
	case len(a.text) == 4 || len(b.text) == 4:
		return s.yearAndMonth(i)
	case len(a.text) > 2 || len(b.text) > 2:
		return value{}, i, false
	case sep.low == "/" && s.slashed(i):
		return s.twoPart(i, a.n, b.n)
	case sep.low == ".":
		return s.dotted(i, a.n, b.n)
	}
	return value{}, i, false
}

// wholeDate reads three numbers with one sign between, unless they are a number of
// some other kind: "20-20-20".
func (s *scanner) wholeDate(i int) (value, int, bool) {
	a, sep, c := s.at(i), s.low(i+1), s.at(i+4)
	v, ok := s.threePart(a, s.at(i+2), c, sep)
	after := s.at(i + 5)
	again := s.at(i+7).low == sep && len(s.at(i+6).text) == len(a.text) // a range of such dates
	if after.glued && (after.low == "-" || after.low == "/") && !again || v.void != "" && len(a.text) == 2 && len(c.text) == 2 {
		return value{}, i, false
	}
	return v, i + 5, ok
}

// yearAndMonth reads 2026-01, 01/2026 and 2025-2026.
func (s *scanner) yearAndMonth(i int) (value, int, bool) {
	a, sep, b := s.at(i), s.low(i+1), s.at(i+2)
	sane := a.n >= 1900 && a.n < 2200
	switch {
	case len(a.text) == 4 && len(b.text) == 4:
		return years(a.n, b.n), i + 3, s.nearYears(a.n, b.n) && sep != "." && !measures[s.low(i+3)]
	case len(a.text) <= 2 && s.yearNumber(i+2) && (sep == "/" || sep == "." && len(a.text) == 2) && a.n >= 1 && a.n <= 12:
		return monthIn(b.n, a.n), i + 3, s.nearYear(b.n) // 12/2027
	case len(a.text) != 4 || len(b.text) != 2 || sep == ".":
		return value{}, i, false
	}
	if v := dateOn(a.n, time.Month(b.n), 1); v.void != "" {
		return v, i + 3, cues[s.low(i-1)] && b.n < 20 && sane
	}
	return monthIn(a.n, b.n), i + 3, sane
}

// years returns the years from one to another.
func years(from, to int) value {
	r := notes.Range{Start: monthsFrom(from, 1, 12).Start, End: monthsFrom(to, 1, 12).End}
	return dated(r, commonv1.Grain_GRAIN_SPAN).explicit()
}

func (s *scanner) nearYears(from, to int) bool {
	return from < to && from > s.today.Year-20 && to < s.today.Year+10
}

func monthIn(y, m int) value {
	return dated(monthsFrom(y, time.Month(m), 1), commonv1.Grain_GRAIN_MONTH).explicit()
}

// nearYear reports whether a year is one that notes and plans are about.
func (s *scanner) nearYear(y int) bool { return y > s.today.Year-20 && y < s.today.Year+20 }

// compact reads 20260105, if there is such a day.
func compact(t token, i int, after token) (value, int, bool) {
	at, err := time.Parse("20060102", t.text)
	if err != nil || at.Year() < 1990 || at.Year() > 2099 || after.glued && after.kind == word {
		return value{}, i, false
	}
	return dated(single(notes.DayOf(at)), commonv1.Grain_GRAIN_DAY).explicit(), i + 1, true
}

// opens reports whether a number may begin right after the mark.
func opens(w string) bool { return strings.Contains("([{\"'“‘#*_–—-,;:./", w) }

// threePart reads year-month-day, day.month.year, and month/day/year, which may
// also be day/month/year.
func (s *scanner) threePart(a, b, c token, sep string) (value, bool) {
	if len(a.text) == 4 && len(b.text) <= 2 && len(c.text) <= 2 {
		return dateOn(a.n, time.Month(b.n), c.n), true
	}
	if len(a.text) > 2 || len(b.text) > 2 || len(c.text) != 4 && len(c.text) != 2 {
		return value{}, false
	}
	y := c.n
	if len(c.text) == 2 {
		y = century(c.n, s.today)
		if sep != "/" && (len(a.text) != 2 || len(b.text) != 2) && y != s.today.Year && y != s.today.Year-1 {
			return value{}, false // a version number, a score
		}
	}
	switch {
	case b.n > 12 && a.n <= 12:
		return dateOn(y, time.Month(a.n), b.n).assume(sep == "."), true
	case sep == ".", a.n > 12:
		return dateOn(y, time.Month(b.n), a.n), true
	}
	return dateOn(y, time.Month(a.n), b.n).assume(a.n != b.n), true
}

// twoPart reads month/day, or day/month where only that exists.
func (s *scanner) twoPart(i, a, b int) (value, int, bool) {
	if a > 12 && b <= 12 {
		a, b = b, a
	}
	return s.daysTo(time.Month(a), b, b, i, i+3)
}

// dotted reads day.month. with or without the last point, which also a decimal
// looks like: only after words that announce a date.
func (s *scanner) dotted(i, a, b int) (value, int, bool) {
	end, pointed := i+3, s.low(i+3) == "." && s.at(i+3).glued && (!s.at(i+4).glued || s.at(i+4).kind == mark)
	if b < 1 || b > 12 || a < 1 || a > 31 || measures[s.low(end)] {
		return value{}, i, false
	}
	return s.dottedCued(i, a, b, pointed)
}

// dottedCued reads it where what stands around it tells that it is a date.
func (s *scanner) dottedCued(i, a, b int, pointed bool) (value, int, bool) {
	end := i + 3
	switch before := s.low(s.beforeThe(i)); {
	case pointed && (s.dottedList(i) || s.dottedRange(i+4)):
		return s.daysTo(time.Month(b), a, a, i, i+4)
	case before == "on" && !pointed && !s.closed(end),
		before == "" && i > 0,
		before != "on" && before != "" && !dottedCues[before] && !comingWords[before],
		before != "on" && !pointed:
		return value{}, i, false
	}
	if pointed {
		end = min(end+1, len(s.toks)-1)
	}
	return s.daysTo(time.Month(b), a, a, i, end)
}

// dottedList reports whether a.b. at token i is one of several: a number has no
// point before a comma.
func (s *scanner) dottedList(i int) bool {
	return s.low(i+4) == "," || s.low(i-1) == "," && s.prev != nil && s.prev.Explicit && s.prev.Grain == commonv1.Grain_GRAIN_DAY
}

// dottedRange reports whether another such date follows: "28.07. - 04.08."
func (s *scanner) dottedRange(i int) bool {
	joint := s.joint(i)
	return joint > i && s.at(joint).kind == number && s.low(joint+1) == "."
}

// beforeThe returns the index before i, passing over "the".
func (s *scanner) beforeThe(i int) int {
	if s.low(i-1) == "the" {
		i--
	}
	return i - 1
}

// slashed reports whether a/b at token i is a date and no fraction, rating or
// ratio: a word that announces a date stands before it, it begins the text and
// no measure follows, or a range goes on to another.
func (s *scanner) slashed(i int) bool {
	if a, b := s.at(i).n, s.at(i+2).n; a > 39 || b > 39 || s.ratio(i) {
		return false
	} else if a > 12 && a <= 31 && b >= 1 && b <= 12 && !shares[s.low(i)+"/"+s.low(i+2)] && !s.inquires(i) {
		return true // nobody has 16 of 7 parts
	}
	if s.hasMonth(i) && (s.clockAt(i+3) || i > 0 && s.tense(i-1) == coming || s.low(i+3) == ":" && s.justNow(i)) {
		return true // "hair appointment 31/3 14:00", "weigh-in 11/3: 184"
	}
	return s.slashCued(i)
}

// slashCued reports whether what stands beside a/b at token i tells that it is a
// date.
func (s *scanner) slashCued(i int) bool {
	switch before := s.low(s.beforeThe(i)); {
	case slashCues[before]:
		return true
	case before == "with":
		return s.prev != nil && s.comparing
	case before == "of":
		return units[s.low(i-2)] != 0
	case before == "to", before == "and", before == "-", before == "–", before == "through":
		return s.prev != nil || s.low(i-2) != "" && s.low(i-3) == "/"
	case before == "" && i == 0 && s.opensNote(i):
		return true
	}
	return s.slashedRange(i)
}

// ratio reports whether what stands around a/b at token i tells that it is a part
// or a rating: "1/2 cup", "from 7/10 to 4/10".
func (s *scanner) ratio(i int) bool {
	after, b := s.low(i+3), s.at(i+2).n
	if after == "/" || after == "of" || measures[after] || ratioed[after] {
		return true
	}
	return (b == 10 || b == 5 || b == 100) && (joints[after] && s.at(i+6).n == b || joints[s.low(i-1)] && s.at(i-2).n == b)
}

// opensNote reports whether a/b at token i, with which a text begins, is its date.
func (s *scanner) opensNote(i int) bool {
	next := s.at(i + 3)
	return s.hasMonth(i) && (next.kind == mark || !s.portioned(i) && next.kind == word && !next.glued && s.at(i+2).n != 10)
}

// slashedRange reports whether a/b at token i goes on to another such date.
func (s *scanner) slashedRange(i int) bool {
	return joints[s.low(i+3)] && s.at(i+4).kind == number && s.low(i+5) == "/" && s.at(i+6).kind == number && !measures[s.low(i+7)] &&
		s.hasMonth(i) && s.hasMonth(i+4) && !s.fraction(i)
}

// justNow reports whether a/b at token i is a day of the last week.
func (s *scanner) justNow(i int) bool {
	v, _, _ := s.twoPart(i, s.at(i).n, s.at(i+2).n)
	return v.bounded() && s.today.Sub(v.Range.Start) >= 0 && s.today.Sub(v.Range.Start) <= 7
}

// shares are what looks like a day and a month and is neither: all day long, and
// hours of fasting.
var shares = map[string]bool{"24/7": true, "16/8": true, "20/4": true, "14/10": true}

// fraction reports whether a/b, before another, is a part that recipes are
// measured in.
func (s *scanner) fraction(i int) bool {
	return s.portioned(i) && s.at(i+6).n <= 8
}

// portioned reports whether a/b is how parts are written: "1/2 marathon".
func (s *scanner) portioned(i int) bool {
	a, b := s.at(i).n, s.at(i+2).n
	return a < b && (b <= 4 || b == 8)
}

// hasMonth reports whether one of the numbers of a/b can be a month.
func (s *scanner) hasMonth(i int) bool {
	a, b := s.at(i).n, s.at(i+2).n
	return a >= 1 && b >= 1 && (a <= 12 && b <= 31 || b <= 12 && a <= 31)
}
