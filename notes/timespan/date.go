package timespan

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// dayNumber reads a date within a month: "5", "5th".
func (s *scanner) dayNumber(i int) (n, end int, ok bool) {
	t := s.at(i)
	if t.kind != number || len(t.text) > 2 || t.n < 1 || t.n > 39 {
		return 0, i, false
	}
	after := s.at(i + 1)
	switch {
	case after.glued && ordinalEnding(after.low):
		return t.n, i + 2, true
	case after.glued && (after.kind == word || after.low == "%"):
		return 0, i, false
	case after.glued && (after.low == ":" || after.low == "." || after.low == "/") && s.at(i+2).kind == number && s.at(i+2).glued:
		return 0, i, false
	case measures[after.low]:
		return 0, i, false
	}
	return t.n, i + 1, true
}

func ordinalEnding(w string) bool { return w == "st" || w == "nd" || w == "rd" || w == "th" }

// monthDay reads "January 5", "Jan 5th, 2026", "Jan 5-7", and a month alone.
func (s *scanner) monthDay(i int, cued bool) (value, int, bool) {
	m, ok := months[s.low(i)]
	if !ok || s.low(i-1) == "this" && s.verb(i) {
		return value{}, i, false
	}
	end := s.dot(i + 1)
	doubtful := ambiguous[s.low(i)] && !cued && !(s.at(i).capital() && i > 0 && !pronouns[s.low(i-1)] && s.at(i-1).kind == word)
	n, dend, dated := s.dayNumber(s.skip(end, "the"))
	if !dated {
		p := recurring{month: m, length: 1, grain: commonv1.Grain_GRAIN_MONTH}
		v, yend := s.dateOf(p, end)
		if yend == end && doubtful {
			return value{}, i, false
		}
		return v, yend, true
	}
	if doubtful && i > 0 && s.at(i-1).kind == word && !s.at(i).capital() {
		if _, _, yeared := s.yearSuffix(dend); !yeared {
			return value{}, i, false
		}
	}
	return s.dateIn(m, n, dend)
}

var pronouns = set("i", "you", "we", "they", "he", "she", "it", "this", "that", "who", "which", "there", "what", "one")

// dateIn completes a date whose month and day are read: a last day and a year
// may follow.
func (s *scanner) dateIn(m time.Month, d, i int) (value, int, bool) {
	last, end := d, i
	if joint := s.joint(i); joint > i {
		if n, nend, ok := s.dayNumber(joint); ok && n > d && !s.monthAt(nend) {
			last, end = n, nend
		}
	}
	return s.days(m, d, last, end)
}

// monthAt reports whether a month's name follows: "Jan 5 - 9 Feb".
func (s *scanner) monthAt(i int) bool {
	_, ok := months[s.low(s.skip(i, "of"))]
	return ok
}

// days returns the days from d to last of a month, in the year that follows
// token i or the latest.
func (s *scanner) days(m time.Month, d, last, i int) (value, int, bool) {
	y, end, named := s.yearSuffix(i)
	if !named {
		first, ok := recent(m, d, s.today)
		if !ok {
			return value{void: true}, i, true
		}
		y, end = first.Year, i
	}
	if !exists(y, m, d) || !exists(y, m, last) {
		return value{void: true}, end, true
	}
	r := notes.Range{Start: notes.Day{Year: y, Month: m, Date: d}, End: notes.Day{Year: y, Month: m, Date: last}}
	v := dated(r, commonv1.Grain_GRAIN_DAY).explicit().assume(!named)
	if d != last {
		v.Grain = commonv1.Grain_GRAIN_SPAN
	}
	if !named {
		v.loose = year
	}
	return v, end, true
}

// dayMonth reads "5 January 2026", "the 5th of January", "5-7 January".
func (s *scanner) dayMonth(i int) (value, int, bool) {
	d, at, ok := s.dayNumber(i)
	if !ok || s.at(i).glued && i > 0 && s.at(i-1).kind != word && s.low(i-1) != "(" && s.low(i-1) != "-" {
		return value{}, i, false
	}
	last := d
	joint := s.joint(at)
	if s.seq(i-2, "between", "the") {
		joint = s.skip(at, "and")
	}
	if joint = s.skip(joint, "the"); joint > at {
		if n, nend, ok := s.dayNumber(joint); ok && n > d && s.monthAt(nend) {
			last, at = n, nend
		}
	}
	ordinal := ordinalEnding(s.low(at - 1))
	of := s.skip(at, "of")
	m, ok := months[s.low(of)]
	if !ok {
		return value{}, i, false
	}
	end := s.dot(of + 1)
	_, _, yeared := s.yearSuffix(end)
	if ambiguous[s.low(of)] && !ordinal && !yeared && of == at && !s.at(of).capital() && !cues[s.low(i-1)] {
		return value{}, i, false
	}
	return s.days(m, d, last, end)
}

// ordinalDate reads "the 5th", "the 5th of last month".
func (s *scanner) ordinalDate(i int, cued bool) (value, int, bool) {
	at := s.skip(i, "the")
	n, end, ok := s.dayNumber(at)
	if !ok || !ordinalEnding(s.low(end-1)) {
		return value{}, i, false
	}
	if of := s.skip(end, "of"); of > end {
		if v, vend, ok := s.modified(s.skip(of, "the")); ok && v.Grain == commonv1.Grain_GRAIN_MONTH {
			first := v.Range.Start
			if !exists(first.Year, first.Month, n) {
				return value{void: true}, vend, true
			}
			first.Date = n
			return dated(single(first), commonv1.Grain_GRAIN_DAY), vend, true
		}
		return value{}, i, false
	}
	if !cued && !cues[s.low(i-1)] || at == i && s.low(i-1) != "and" && s.low(i-1) != "to" || !s.closedOrPart(end) {
		return value{}, i, false
	}
	for back := range 4 {
		first := s.cal.period(month, s.today, -back).Start
		d := notes.Day{Year: first.Year, Month: first.Month, Date: n}
		if exists(d.Year, d.Month, n) && !d.After(s.today) {
			return dated(single(d), commonv1.Grain_GRAIN_DAY).explicit().assume(true), end, true
		}
	}
	return value{void: true}, end, true
}

func (s *scanner) closedOrPart(i int) bool {
	_, part := parts[s.low(i)]
	return i >= len(s.toks) || part || s.closed(i)
}

// numeric reads dates in digits: 2026-01-05, 1/5/2026, 5.1.2026, 2026-01,
// 2026-W03, and 1/5 where it can't be a fraction or a rating.
func (s *scanner) numeric(i int) (value, int, bool) {
	a, sep, b := s.at(i), s.at(i+1), s.at(i+2)
	if a.kind != number || !sep.glued || !b.glued || a.glued && !opens(s.low(i-1)) {
		return value{}, i, false
	}
	if sep.low == "-" && b.low == "w" && len(a.text) == 4 && s.at(i+3).glued && s.at(i+3).kind == number {
		return s.isoWeek(a.n, s.at(i+3).n), i + 4, true
	}
	if b.kind != number || !strings.Contains("-/.", sep.low) {
		return value{}, i, false
	}
	c := s.at(i + 4)
	if s.low(i+3) == sep.low && s.at(i+3).glued && c.glued && c.kind == number {
		v, ok := s.threePart(a, b, c, sep.low)
		if after := s.at(i + 5); ok && after.glued && after.kind == mark && strings.Contains("-/", after.low) {
			ok = false
		}
		return v, i + 5, ok
	}
	if s.at(i+3).glued && (s.at(i+3).kind == word || s.low(i+3) == "%") {
		return value{}, i, false
	}
	if len(a.text) == 4 && len(b.text) == 2 && sep.low != "." && a.n >= 1900 && a.n < 2200 && b.n >= 1 && b.n <= 12 {
		return dated(monthsFrom(a.n, time.Month(b.n), 1), commonv1.Grain_GRAIN_MONTH).explicit(), i + 3, true
	}
	if sep.low == "/" && s.dateLike(i) {
		return s.twoPart(i, a.n, b.n)
	}
	return value{}, i, false
}

// opens reports whether a number may begin right after the mark.
func opens(w string) bool { return strings.Contains("([{\"'“‘#*_–—-,;:", w) }

// threePart reads year-month-day, day.month.year, and month/day/year, which may
// also be day/month/year.
func (s *scanner) threePart(a, b, c token, sep string) (value, bool) {
	if len(a.text) == 4 && len(b.text) <= 2 && len(c.text) <= 2 {
		return onDay(a.n, b.n, c.n, false), true
	}
	if len(a.text) > 2 || len(b.text) > 2 || len(c.text) != 4 && len(c.text) != 2 {
		return value{}, false
	}
	y := c.n
	if len(c.text) == 2 {
		if sep != "/" && (len(a.text) != 2 || len(b.text) != 2) {
			return value{}, false // a version number, a score
		}
		y = century(c.n, s.today)
	}
	switch {
	case sep == ".":
		return onDay(y, b.n, a.n, false), true
	case a.n > 12:
		return onDay(y, b.n, a.n, false), true
	}
	return onDay(y, a.n, b.n, b.n <= 12 && a.n != b.n), true
}

func onDay(y, m, d int, assumed bool) value {
	if !exists(y, time.Month(m), d) {
		return value{void: true}
	}
	return dated(single(notes.Day{Year: y, Month: time.Month(m), Date: d}), commonv1.Grain_GRAIN_DAY).explicit().assume(assumed)
}

// twoPart reads month/day, or day/month where only that exists.
func (s *scanner) twoPart(i, a, b int) (value, int, bool) {
	if a > 12 {
		a, b = b, a
	}
	d, ok := recent(time.Month(a), b, s.today)
	if !ok {
		return value{}, i, false
	}
	v := dated(single(d), commonv1.Grain_GRAIN_DAY).explicit().assume(true)
	v.loose = year
	return v, i + 3, true
}

// dateLike reports whether a/b at token i is a date and no fraction, rating or
// ratio: a word that announces a date stands before it, or it begins the text
// and no measure follows.
func (s *scanner) dateLike(i int) bool {
	after := s.low(i + 3)
	if after == "/" || after == "of" || measures[after] {
		return false
	}
	if b := s.at(i + 2).n; (b == 10 || b == 5 || b == 100) &&
		(s.low(i+3) == "to" && s.at(i+6).n == b || s.low(i-1) == "to" && s.at(i-2).n == b) {
		return false // "from 7/10 to 4/10"
	}
	switch before := s.low(i - 1); before {
	case "on", "since", "until", "till", "between", "before", "after", "dated", "by":
		return true
	case "from":
		return true
	case "to", "and", "-", "–", "through":
		return s.prev != nil || s.low(i-2) != "" && s.low(i-3) == "/"
	case "":
		return i == 0 && (s.at(i+3).kind == mark || s.at(i+3).kind == word && !s.at(i+3).glued)
	}
	return false
}

// isoWeek returns a week of ISO 8601: it begins on Monday, and week 1 holds
// January 4.
func (s *scanner) isoWeek(y, n int) value {
	first := calendar{time.Monday}.period(week, notes.Day{Year: y, Month: 1, Date: 4}, 0)
	start := first.Start.AddDays(7 * (n - 1))
	if y < 1900 || y > 2199 || n < 1 || n > 53 || start.AddDays(3).Year != y {
		return value{void: true}
	}
	return dated(notes.Range{Start: start, End: start.AddDays(6)}, commonv1.Grain_GRAIN_WEEK).explicit()
}
