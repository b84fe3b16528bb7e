package timespan

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

//go:embed holidays.txt
var holidayTable string

// A holiday is one name of a holiday, as words.
type holiday struct {
	words []string
	recurring
}

// holidays are the names of holidays by their first word, the longest first.
var holidays = sync.OnceValue(func() map[string][]holiday {
	names, err := readHolidays(holidayTable)
	if err != nil {
		panic(err) // the table is part of the program
	}
	return names
})

func readHolidays(table string) (map[string][]holiday, error) {
	names := map[string][]holiday{}
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		when, list, _ := strings.Cut(line, ": ")
		p, err := readRules(when)
		if err != nil {
			return nil, fmt.Errorf("holidays: %q: %w", line, err)
		}
		for name := range strings.SplitSeq(list, "|") {
			words := strings.Fields(name)
			if len(words) == 0 {
				return nil, fmt.Errorf("holidays: %q has no name", line)
			}
			names[words[0]] = append(names[words[0]], holiday{words, p})
		}
	}
	return names, nil
}

// readRules reads the rules for a holiday that comes once a year or, with "or"
// between them, several times.
func readRules(s string) (recurring, error) {
	p := recurring{grain: commonv1.Grain_GRAIN_DAY}
	for when := range strings.SplitSeq(s, " or ") {
		r, err := readRule(when)
		switch {
		case err != nil:
			return p, err
		case p.in == nil:
			p.in = r
		default:
			p.also = append(p.also, r)
		}
	}
	return p, nil
}

// A rule gives the days of a year's holiday, from its first day's year; false
// if that year has none.
type rule func(year int) (notes.Range, bool)

// An anchor gives one day of a year.
type anchor func(year int) (notes.Day, bool)

func readRule(s string) (rule, error) {
	first, last, _ := strings.Cut(s, "..")
	from, err := readAnchor(first)
	if err != nil || last == "" {
		return func(y int) (notes.Range, bool) {
			d, ok := from(y)
			return single(d), ok
		}, err
	}
	to, err := readAnchor(last)
	return func(y int) (notes.Range, bool) {
		start, ok := from(y)
		end, too := to(y)
		if end.Before(start) {
			end, too = to(y + 1)
		}
		return notes.Range{Start: start, End: end}, ok && too
	}, err
}

func readAnchor(s string) (anchor, error) {
	if rest, ok := strings.CutPrefix(s, "easter"); ok {
		n, err := strconv.Atoi(rest)
		return func(y int) (notes.Day, bool) { return easter(y).AddDays(n), true }, err
	}
	if rest, ok := strings.CutPrefix(s, "islamic"); ok {
		offset, date, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi("0" + strings.TrimLeft(offset, "+-"))
		if strings.HasPrefix(offset, "-") {
			n = -n
		}
		t, derr := time.Parse("01-02", date)
		if err == nil {
			err = derr
		}
		return func(y int) (notes.Day, bool) { return islamic(y, int(t.Month()), t.Day(), n) }, err
	}
	if weekday, date, ok := strings.Cut(s, ">="); ok {
		t, err := time.Parse("01-02", date)
		w, known := weekdays[weekday]
		if err == nil && !known {
			err = fmt.Errorf("no weekday %q", weekday)
		}
		return func(y int) (notes.Day, bool) {
			return weekdayBefore(w, notes.NewDay(y, t.Month(), t.Day()+6)), true
		}, err
	}
	if len(s) > len("01-02") {
		return readDates(s)
	}
	t, err := time.Parse("01-02", s)
	return func(y int) (notes.Day, bool) {
		return notes.Day{Year: y, Month: t.Month(), Date: t.Day()}, exists(y, t.Month(), t.Day())
	}, err
}

func readDates(s string) (anchor, error) {
	days := map[int]notes.Day{}
	for date := range strings.SplitSeq(s, ",") {
		d, err := notes.ParseDay(date)
		if err != nil {
			return nil, err
		}
		days[d.Year] = d
	}
	return func(y int) (notes.Day, bool) {
		d, ok := days[y]
		return d, ok
	}, nil
}

// easter returns Easter Sunday of the Gregorian calendar, by the algorithm of
// Meeus, Jones and Butcher.
func easter(y int) notes.Day {
	a, b, c := y%19, y/100, y%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return notes.Day{Year: y, Month: time.Month(n / 31), Date: n%31 + 1}
}

// islamic returns the first day of a Gregorian year that has the given date in
// the tabular Islamic calendar, moved by offset days.
func islamic(y, month, date, offset int) (notes.Day, bool) {
	epoch := notes.Day{Year: 622, Month: time.July, Date: 19} // 1 Muharram 1, Gregorian
	for h := (y-622)*33/32 - 1; h <= (y-622)*33/32+2; h++ {
		if h < 1 {
			continue
		}
		// Months have 30 and 29 days by turns; 11 of 30 years are a day longer.
		n := (h-1)*354 + (3+11*h)/30 + 29*(month-1) + month/2 + date - 1
		if d := epoch.AddDays(n); d.Year == y {
			return d.AddDays(offset), true
		}
	}
	return notes.Day{}, false
}

// holidayName reads the longest name of a holiday at token i.
func (s *scanner) holidayName(i int) (recurring, int, bool) {
	var found recurring
	end := i
	w := s.low(i)
	for _, first := range []string{w, singular(w)} {
		for _, h := range holidays()[first] {
			if e := s.words(i, h.words); e > end {
				found, end = h.recurring, e
			}
		}
	}
	if end == i || w == "lent" && (pronouns[s.low(i-1)] || pronouns[s.low(end)] || articles[s.low(end)]) {
		return found, i, false
	}
	if s.at(end).kind == possessive && s.at(end-1).low == "valentine" || s.low(end-1) == "year" && s.at(end).kind == possessive {
		end++
	}
	return found, end, true
}

// words returns where the words end, passing over points, apostrophes and
// possessives between them; i if they don't stand there.
func (s *scanner) words(i int, words []string) int {
	at := i
	for k, w := range words {
		if w == "and" && s.low(i-1) == "between" {
			return i // "between Christmas and New Year" has two ends
		}
		if t := s.at(at); k > 0 && (t.kind == possessive || t.low == "." || apostropheMark(t.low) || t.low == "-") {
			at++
		}
		if have := s.low(at); have != w && have != w+"s" {
			return i
		}
		at++
	}
	return at
}

// holiday reads a holiday with its year, and "Christmas week".
func (s *scanner) holiday(i int) (value, int, bool) {
	p, end, ok := s.holidayName(i)
	if !ok || greetings[s.low(i-1)] || s.low(i) == "good" && s.low(i-1) == "a" {
		return value{}, i, false
	}
	around := units[s.low(end)]
	if around == week || around == weekend {
		end++
	}
	v, end := s.dateOf(p, i, end)
	if v.void == "" && v.Range.Days() == 1 {
		switch around {
		case week:
			v.Range, v.Grain = s.cal.period(week, v.Range.Start, 0), commonv1.Grain_GRAIN_WEEK
		case weekend:
			v.Range, v.Grain = longWeekend(v.Range.Start), commonv1.Grain_GRAIN_WEEK
		}
	}
	return v, end, true
}

// trapping returns the index after what only goes with a holiday, "Christmas
// tree", at token i, or i.
func (s *scanner) trapping(i int) int {
	if _, end, ok := s.holidayName(i); ok && trappings[s.low(end)] {
		return end + 1
	}
	return i
}

// longWeekend returns the Saturday and Sunday next to a holiday, with the
// holiday and what lies between.
func longWeekend(d notes.Day) notes.Range {
	switch w := d.Weekday(); w {
	case time.Saturday:
		return notes.Range{Start: d, End: d.AddDays(1)}
	case time.Sunday:
		return notes.Range{Start: d.AddDays(-1), End: d}
	case time.Monday, time.Tuesday:
		return notes.Range{Start: d.AddDays(-1 - int(w)), End: d}
	default:
		return notes.Range{Start: d, End: d.AddDays(7 - int(w))}
	}
}
