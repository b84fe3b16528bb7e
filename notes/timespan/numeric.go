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
	c := s.at(i + 4)
	if s.low(i+3) == sep.low && s.at(i+3).glued && c.glued && c.kind == number {
		v, ok := s.threePart(a, b, c, sep.low)
		after := s.at(i + 5)
		again := s.at(i+7).low == sep.low && len(s.at(i+6).text) == len(a.text) // a range of such dates
		if after.glued && (after.low == "-" || after.low == "/") && !again || v.void != "" && len(a.text) == 2 && len(c.text) == 2 {
			ok = false // a number of some kind, "20-20-20"
		}
		return v, i + 5, ok
	}
	if s.at(i+3).glued && (s.at(i+3).kind == word || s.low(i+3) == "%") {
		return value{}, i, false
	}
	switch {
	case len(a.text) == 4 && len(b.text) == 4 && sep.low != "." && a.n < b.n && a.n > s.today.Year-20 && b.n < s.today.Year+10 && !measures[s.low(i+3)]:
		r := notes.Range{Start: notes.Day{Year: a.n, Month: time.January, Date: 1}, End: notes.Day{Year: b.n, Month: time.December, Date: 31}}
		return dated(r, commonv1.Grain_GRAIN_SPAN).explicit(), i + 3, true
	case len(b.text) == 4 && len(a.text) <= 2 && s.yearNumber(i+2) && (sep.low == "/" || sep.low == "." && len(a.text) == 2) && a.n >= 1 && a.n <= 12:
		return dated(monthsFrom(b.n, time.Month(a.n), 1), commonv1.Grain_GRAIN_MONTH).explicit(), i + 3, s.nearYear(b.n) // 12/2027
	case len(a.text) == 4 && len(b.text) == 2 && sep.low != "." && a.n >= 1900 && a.n < 2200:
		if v := dateOn(a.n, time.Month(b.n), 1); v.void != "" {
			return v, i + 3, cues[s.low(i-1)] && b.n < 20
		}
		return dated(monthsFrom(a.n, time.Month(b.n), 1), commonv1.Grain_GRAIN_MONTH).explicit(), i + 3, true
	case sep.low == "/" && len(a.text) <= 2 && len(b.text) <= 2 && s.slashed(i):
		return s.twoPart(i, a.n, b.n)
	case sep.low == "." && len(a.text) <= 2 && len(b.text) <= 2:
		return s.dotted(i, a.n, b.n)
	}
	return value{}, i, false
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
	before, listed := s.low(s.beforeThe(i)), pointed && (s.low(i+4) == "," || s.prev != nil && s.prev.Explicit && s.prev.Grain == commonv1.Grain_GRAIN_DAY && s.low(i-1) == ",")
	if b < 1 || b > 12 || a < 1 || a > 31 || measures[s.low(end)] {
		return value{}, i, false
	}
	ranged := pointed && s.joint(i+4) > i+4 && s.at(s.joint(i+4)).kind == number && s.low(s.joint(i+4)+1) == "." // "28.07. - 04.08."
	switch {
	case listed, ranged: // a number has no point before a comma: "he was here 12.3., at noon"
		return s.daysTo(time.Month(b), a, a, i, i+4)
	}
	switch before {
	case "on":
		if !pointed && !s.closed(end) {
			return value{}, i, false
		}
	case "since", "until", "till", "from", "between", "of", "to", "and", "compare", "-", "–", "":
		if !pointed || before == "" && i > 0 {
			return value{}, i, false
		}
	default:
		if !pointed || !comingWords[before] {
			return value{}, i, false
		}
	}
	if pointed && i+4 < len(s.toks) {
		end++
	}
	return s.daysTo(time.Month(b), a, a, i, end)
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
	after := s.low(i + 3)
	if after == "/" || after == "of" || measures[after] || ratioed[after] {
		return false
	}
	if b := s.at(i + 2).n; (b == 10 || b == 5 || b == 100) &&
		(joints[s.low(i+3)] && s.at(i+6).n == b || joints[s.low(i-1)] && s.at(i-2).n == b) {
		return false // "from 7/10 to 4/10"
	}
	if s.at(i).n > 39 || s.at(i+2).n > 39 {
		return false
	}
	if s.hasMonth(i) && (s.clockAt(i+3) || i > 0 && s.tense(i-1) == coming || after == ":" && s.justNow(i)) {
		return true // "hair appointment 31/3 14:00", "weigh-in 11/3: 184"
	}
	if a, b := s.at(i).n, s.at(i+2).n; a > 12 && a <= 31 && b >= 1 && b <= 12 && !shares[s.low(i)+"/"+s.low(i+2)] && !s.inquires(i) {
		return true // nobody has 16 of 7 parts
	}
	switch before := s.low(s.beforeThe(i)); before {
	case "on", "since", "until", "till", "between", "before", "after", "dated", "by", "from", "compare":
		return true
	case "with":
		return s.prev != nil && s.comparing
	case "of":
		return units[s.low(i-2)] != 0
	case "to", "and", "-", "–", "through":
		return s.prev != nil || s.low(i-2) != "" && s.low(i-3) == "/"
	case "":
		if next := s.at(i + 3); i == 0 && (next.kind == mark || !s.portioned(i) && next.kind == word && !next.glued && s.at(i+2).n != 10) && s.hasMonth(i) {
			return true
		}
	}
	return joints[after] && s.at(i+4).kind == number && s.low(i+5) == "/" && s.at(i+6).kind == number && !measures[s.low(i+7)] &&
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
