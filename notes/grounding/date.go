package grounding

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
)

// A date is a day, a month or a year as an answer names it. What it does not
// name is 0. A date with two readings, such as 2/3/2026, has both.
type date struct {
	span
	year      int
	month     time.Month
	day       int
	other     *date        // the other reading
	weekday   time.Weekday // if named
	hasDay    bool         // weekday is set
	id        string       // the entry id, if it is one
	bracketed bool         // stands in brackets: a citation
}

const (
	monthNames = `(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`
	dayNames   = `(?:(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,?\s+)?`
	dayNumber  = `(\d{1,2})(?:st|nd|rd|th)?`
)

var (
	isoDate    = regexp.MustCompile(`\[?\b(\d{4})-(\d{2})-(\d{2})(_\d{2}-\d{2}-\d{2}(?:-\d+)?)?\b\]?`)
	undatedID  = regexp.MustCompile(`\[?\bnote_[0-9a-f]{12}_[0-9a-f]{8}(?:-\d+)?\b\]?`)
	monthFirst = regexp.MustCompile(`(?i)\b` + dayNames + monthNames + `\s+` + dayNumber + `\b(?:\s?[–-]\s?(\d{1,2})\b)?(?:,?\s+(\d{4})\b)?`)
	dayFirst   = regexp.MustCompile(`(?i)\b` + dayNames + dayNumber + `\.?\s+(?:of\s+)?` + monthNames + `(?:,?\s+(\d{4})\b)?`)
	monthYear  = regexp.MustCompile(`(?i)\b` + monthNames + `,?\s+(\d{4})\b`)
	monthAlone = regexp.MustCompile(`(?:\b(?i:in|since|of|until|till|by|from|to|through|during|last|this|early|late|mid|and|between)[\s-]+)?\b(January|February|March|April|May|June|July|August|September|October|November|December)\b`)
	numeric    = regexp.MustCompile(`\b(\d{1,2})([./-])(\d{1,2})[./-](\d{4}|\d{2})\b|\b(\d{4})/(\d{1,2})/(\d{1,2})\b`)
	yearAlone  = regexp.MustCompile(`\b((?:19|20)\d{2})\b`)
)

// scanDates finds the dates of a text in all usual notations.
func scanDates(s string) []date {
	var found []date
	b := []byte(s)
	add := func(d date) {
		found = append(found, d)
		for i := d.start; i < d.end; i++ {
			b[i] = ' '
		}
	}
	digits := strings.ContainsAny(s, "0123456789")
	if !digits && !namesMonth(s) {
		return nil
	}
	for _, m := range undatedID.FindAllStringIndex(s, -1) {
		add(date{span: span{m[0], m[1]}, id: strings.Trim(s[m[0]:m[1]], "[]")})
	}
	for _, m := range isoDate.FindAllStringSubmatchIndex(string(b), -1) {
		d := date{span: span{m[0], m[1]}, year: atoi(s, m[2], m[3]), month: time.Month(atoi(s, m[4], m[5])), day: atoi(s, m[6], m[7])}
		d.bracketed = s[m[0]] == '[' && s[m[1]-1] == ']'
		if m[8] >= 0 {
			d.id = strings.Trim(s[m[0]:m[1]], "[]")
		}
		if d.bracketed || s[m[0]] != '[' && s[m[1]-1] != ']' {
			add(d)
			continue
		}
		d.start, d.end = m[2], m[7]
		if m[8] >= 0 {
			d.end = m[9]
		}
		add(d)
	}
	for _, m := range numeric.FindAllStringSubmatchIndex(string(b), -1) {
		if m[10] >= 0 {
			add(date{span: span{m[0], m[1]}, year: atoi(s, m[10], m[11]), month: time.Month(atoi(s, m[12], m[13])), day: atoi(s, m[14], m[15])})
			continue
		}
		year := atoi(s, m[8], m[9])
		if year < 100 {
			year += 2000
		}
		x, y := atoi(s, m[2], m[3]), atoi(s, m[6], m[7])
		d := date{span: span{m[0], m[1]}, year: year, month: time.Month(y), day: x}
		if s[m[4]:m[5]] == "/" {
			d.other = &date{year: year, month: time.Month(x), day: y}
		}
		add(d)
	}
	if namesMonth(s) {
		scanMonths(s, b, add)
	}
	if !strings.Contains(s, "19") && !strings.Contains(s, "20") {
		return found
	}
	for _, m := range yearAlone.FindAllStringSubmatchIndex(string(b), -1) {
		if alone(b, m[2], m[3]) && !measures(string(b[m[2]:min(len(b), m[3]+24)])) {
			add(date{span: span{m[2], m[3]}, year: atoi(s, m[2], m[3])})
		}
	}
	return found
}

// namesMonth reports whether a word of a text may name a month; most texts have
// none, and need not be searched for dates in words.
func namesMonth(s string) bool {
	for len(s) > 0 {
		n := 0
		for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
			n++
		}
		if n >= 3 {
			if m := monthOf(s[:n]); m != 0 && (n <= 4 || n <= len(m.String()) && strings.EqualFold(s[:n], m.String()[:n])) {
				return true
			}
		}
		s = s[max(n, 1):]
	}
	return false
}

// scanMonths finds the dates that name a month; b is s without what was found
// before.
func scanMonths(s string, b []byte, add func(date)) {
	for _, m := range monthFirst.FindAllStringSubmatchIndex(string(b), -1) {
		d := date{span: span{m[0], m[1]}, month: monthOf(s[m[4]:m[5]]), day: atoi(s, m[6], m[7]), year: atoi(s, m[10], m[11])}
		d.weekday, d.hasDay = weekdayOf(sub(s, m, 1))
		if m[8] >= 0 { // "February 3–7" names two days
			add(date{span: span{m[8], m[9]}, month: d.month, day: atoi(s, m[8], m[9]), year: d.year})
		}
		add(d)
	}
	for _, m := range dayFirst.FindAllStringSubmatchIndex(string(b), -1) {
		d := date{span: span{m[0], m[1]}, day: atoi(s, m[4], m[5]), month: monthOf(s[m[6]:m[7]]), year: atoi(s, m[8], m[9])}
		d.weekday, d.hasDay = weekdayOf(sub(s, m, 1))
		if d.day <= 31 {
			add(d)
		}
	}
	for _, m := range monthYear.FindAllStringSubmatchIndex(string(b), -1) {
		add(date{span: span{m[0], m[1]}, month: monthOf(s[m[2]:m[3]]), year: atoi(s, m[4], m[5])})
	}
	for _, m := range monthAlone.FindAllStringSubmatchIndex(string(b), -1) {
		name := s[m[2]:m[3]]
		if (name == "May" || name == "March") && m[0] == m[2] {
			continue // rather the verb
		}
		add(date{span: span{m[2], m[3]}, month: monthOf(name)})
	}
}

// alone reports whether digits are no part of a larger number or word.
func alone(s []byte, start, end int) bool {
	before := start == 0 || !strings.ContainsRune(".,:/-+€$£@#", rune(s[start-1]))
	after := end == len(s) || !strings.ContainsRune(":/%", rune(s[end])) &&
		(!strings.ContainsRune(".,-", rune(s[end])) || end+1 == len(s) || s[end+1] < '0' || s[end+1] > '9')
	return before && after
}

// measures reports whether the number that opens a text has a unit: then it is
// no year.
func measures(s string) bool {
	q := quantity.Scan(strings.ToValidUTF8(s, ""))
	return len(q) > 0 && q[0].Start == 0 && q[0].Unit != ""
}

func sub(s string, m []int, group int) string {
	if m[2*group] < 0 {
		return ""
	}
	return s[m[2*group]:m[2*group+1]]
}

func atoi(s string, start, end int) int {
	if start < 0 {
		return 0
	}
	n, err := strconv.Atoi(s[start:end])
	if err != nil {
		return 0
	}
	return n
}

func monthOf(name string) time.Month {
	if len(name) < 3 {
		return 0
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(name[:3], m.String()[:3]) {
			return m
		}
	}
	return 0
}

func weekdayOf(name string) (time.Weekday, bool) {
	name = strings.ToLower(name)
	for d := time.Sunday; d <= time.Saturday; d++ {
		if len(name) >= 3 && strings.HasPrefix(name, strings.ToLower(d.String()[:3])) {
			return d, true
		}
	}
	return 0, false
}

// readings returns the days that a full or yearless date may be.
func (d date) readings() []date {
	if d.other != nil {
		return []date{d, *d.other}
	}
	return []date{d}
}

func (d date) is(day notes.Day) bool {
	return (d.year == 0 || d.year == day.Year) && (d.month == 0 || d.month == day.Month) && (d.day == 0 || d.day == day.Date)
}

// overlaps reports whether a month or year shares days with a range.
func (d date) overlaps(r notes.Range) bool {
	if d.day != 0 || r.Start.IsZero() || r.End.IsZero() {
		return false
	}
	for day := notes.NewDay(r.Start.Year, r.Start.Month, 1); !day.After(r.End); day = day.AddMonths(1) {
		if (d.year == 0 || d.year == day.Year) && (d.month == 0 || d.month == day.Month) {
			return true
		}
		if day.Sub(r.Start) > 400 && d.year == 0 {
			return true
		}
	}
	return false
}

func checkDates(t text, k *knowledge, report reporter) {
	for _, d := range t.dates {
		words := d.of(t.raw)
		switch {
		case d.id != "" && k.entries[d.id] == nil:
			report(Citation, d.start, words, "%s is cited, and no such entry was retrieved", words)
		case d.id != "":
		case d.bracketed && !k.hasEntryOn(d):
			report(Citation, d.start, words, "%s is cited, and no entry of that day was retrieved", words)
		case d.month == 0 && d.day == 0 && k.knowsNumber(number{value: float64(d.year), tolerance: 0.5}):
			// Four digits that are a number after all.
		case !k.knowsDate(d):
			report(Date, d.start, words, "the date %q is not in the evidence", words)
		case d.hasDay && d.day != 0 && !k.weekdayFits(d):
			report(Date, d.start, words, "%q is not a %s", words, d.weekday)
		}
	}
}
