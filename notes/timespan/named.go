package timespan

import (
	_ "embed"
	"strings"
	"sync"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A recurring period comes once a year: a month, a season, a quarter, a holiday.
type recurring struct {
	month  time.Month // the first month
	day    int        // the date, 0 for whole months
	length int        // in months
	grain  commonv1.Grain
	season bool // bounds are a convention
}

// in returns the period of a year: its first day lies in it.
func (p recurring) in(y int) value {
	if p.day == 0 {
		v := dated(monthsFrom(y, p.month, p.length), p.grain).explicit()
		v.loose = year
		return v.assume(p.season)
	}
	if !exists(y, p.month, p.day) {
		return value{void: true}
	}
	v := dated(single(notes.Day{Year: y, Month: p.month, Date: p.day}), p.grain).explicit()
	v.loose = year
	return v
}

// latest returns the last one that has begun.
func (p recurring) latest(today notes.Day) value {
	return p.find(today, func(r notes.Range) bool { return !r.Start.After(today) }).assume(true)
}

// current returns the one of this year. What runs over the year's end, as winter
// does, is until the summer the one that began last year.
func (p recurring) current(today notes.Day) value {
	if int(p.month)+p.length > 13 && today.Month < time.June {
		v := p.in(today.Year - 1)
		return v.assume(v.Range.End.Before(today))
	}
	return p.in(today.Year)
}

// over returns the last one that is over.
func (p recurring) over(today notes.Day) value {
	v := p.find(today, func(r notes.Range) bool { return r.End.Before(today) })
	return v.assume(v.Range.Start.Year == today.Year) // some mean the one of last year
}

func (p recurring) find(today notes.Day, ok func(notes.Range) bool) value {
	for y := today.Year; y > today.Year-9; y-- {
		if v := p.in(y); !v.void && ok(v.Range) {
			return v
		}
	}
	return value{void: true}
}

// ahead returns the first one that has not begun.
func (p recurring) ahead(today notes.Day) value {
	for y := today.Year - 1; y < today.Year+9; y++ {
		if v := p.in(y); !v.void && v.Range.Start.After(today) {
			return v
		}
	}
	return value{void: true}
}

// namedPeriod reads the bare name of a recurring period.
func (s *scanner) namedPeriod(i int) (recurring, int, bool) {
	w := s.low(i)
	if p, end, ok := s.holidayName(i); ok {
		return p, end, true
	}
	if m, ok := months[w]; ok {
		return recurring{month: m, length: 1, grain: commonv1.Grain_GRAIN_MONTH}, s.dot(i + 1), true
	}
	if m, ok := seasons[w]; ok {
		return recurring{month: m, length: 3, grain: commonv1.Grain_GRAIN_QUARTER, season: true}, i + 1, true
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

// dateOf returns the period in the year that may follow its name, else the
// latest one.
func (s *scanner) dateOf(p recurring, end int) (value, int) {
	if y, yend, ok := s.yearSuffix(end); ok {
		v := p.in(y)
		v.loose = 0
		return v, yend
	}
	return p.latest(s.today), end
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
	if t.kind != number || len(t.text) != 4 || t.n < 1900 || t.n > 2199 {
		return false
	}
	after := s.at(i + 1)
	if after.glued && (after.kind != mark || strings.ContainsAny(after.low, ":%$€£/")) {
		return after.kind == possessive
	}
	if after.glued && (after.low == "." || after.low == "-") && s.at(i+2).kind == number && s.at(i+2).glued {
		return false
	}
	return !measures[after.low]
}

// yearAlone reads a year that nothing but its context tells from a number.
func (s *scanner) yearAlone(i int, cued bool) (value, int, bool) {
	named := s.low(i) == "year" && s.yearNumber(i+1)
	if named {
		i++
	}
	if !s.yearNumber(i) || !named && (!cued || amounts[s.low(i-1)] || s.amountFollows(i)) {
		return value{}, i, false
	}
	if !named && s.low(i-1) == "of" && !s.closed(i+1) && i+1 < len(s.toks) {
		return value{}, i, false
	}
	y := s.at(i).n
	if !named && s.low(i-1) == "of" && y < s.today.Year-30 {
		return value{}, i, false // sooner a title than a year that notes are about
	}
	return dated(monthsFrom(y, 1, 12), commonv1.Grain_GRAIN_YEAR).explicit(), i + 1, true
}

// amounts are words before a number that make it an amount sooner than a year.
var amounts = set("around", "for", "by", "past", "every", "each", "on", "over", "last", "next", "this", "about", "the")

// amountFollows reports whether a range goes on to a number that is an amount:
// "from 2000 to 2100 kcal".
func (s *scanner) amountFollows(i int) bool {
	return s.at(i+2).kind == number && (measures[s.low(i+3)] || len(s.at(i+2).text) != 4)
}

//go:embed holidays.txt
var holidayTable string

// A holidayEntry is one name of a holiday, as words.
type holidayEntry struct {
	words []string
	month time.Month
	day   int
}

// holidays are the names of holidays with their dates.
var holidays = sync.OnceValue(func() []holidayEntry {
	var entries []holidayEntry
	for line := range strings.Lines(holidayTable) {
		date, names, ok := strings.Cut(strings.TrimSpace(line), " ")
		t, err := time.Parse("01-02", date)
		if !ok || err != nil {
			continue // a comment
		}
		for name := range strings.SplitSeq(names, "|") {
			entries = append(entries, holidayEntry{strings.Fields(name), t.Month(), t.Day()})
		}
	}
	return entries
})

// holidayName reads the longest name of a holiday at token i.
func (s *scanner) holidayName(i int) (recurring, int, bool) {
	var found recurring
	end := i
	for _, h := range holidays() {
		if e := s.words(i, h.words); e > end {
			found = recurring{month: h.month, day: h.day, grain: commonv1.Grain_GRAIN_DAY}
			end = e
		}
	}
	return found, end, end > i
}

// words returns where the words end, passing over points and possessives
// between them; i if they don't stand there.
func (s *scanner) words(i int, words []string) int {
	at := i
	for k, w := range words {
		if k > 0 && (s.at(at).kind == possessive || s.low(at) == ".") {
			at++
		}
		if s.low(at) != w {
			return i
		}
		at++
	}
	return at
}

// holiday reads a holiday with its year.
func (s *scanner) holiday(i int) (value, int, bool) {
	p, end, ok := s.holidayName(i)
	if !ok || p.month == time.May && p.day == 1 && s.at(end).kind == number {
		return value{}, i, false
	}
	if s.at(end).kind == possessive && (s.low(end-1) == "valentine" || s.low(end-1) == "year") {
		end++
	}
	v, end := s.dateOf(p, end)
	return v, end, true
}

// quarterName reads "Q1", "H2", "the first quarter".
func (s *scanner) quarterName(i int) (recurring, int, bool) {
	if n, end := s.ordinal(i); n >= 1 && n <= 4 && s.low(end) == "quarter" {
		return quarterOf(n), end + 1, true
	}
	t := s.at(i + 1)
	if t.kind != number || !t.glued || len(t.text) != 1 || t.n < 1 || s.at(i+2).glued && s.at(i+2).kind == word {
		return recurring{}, i, false
	}
	switch s.low(i) {
	case "q":
		return quarterOf(t.n), i + 2, t.n <= 4
	case "h":
		half := recurring{month: time.Month(6*t.n - 5), length: 6, grain: commonv1.Grain_GRAIN_SPAN}
		return half, i + 2, t.n <= 2
	}
	return recurring{}, i, false
}

func quarterOf(n int) recurring {
	return recurring{month: time.Month(3*n - 2), length: 3, grain: commonv1.Grain_GRAIN_QUARTER}
}

// quarter reads a quarter or half with its year. "H1" alone is a heading.
func (s *scanner) quarter(i int) (value, int, bool) {
	p, end, ok := s.quarterName(i)
	if !ok {
		return value{}, i, false
	}
	v, yend := s.dateOf(p, end)
	if yend == end && s.low(i) == "h" {
		return value{}, i, false
	}
	return v, yend, true
}

// season reads a season with its year.
func (s *scanner) season(i int, cued bool) (value, int, bool) {
	m, ok := seasons[s.low(i)]
	if !ok {
		return value{}, i, false
	}
	v, end := s.dateOf(recurring{month: m, length: 3, grain: commonv1.Grain_GRAIN_QUARTER, season: true}, i+1)
	if end == i+1 && !cued {
		return value{}, i, false
	}
	return v, end, true
}
