package grounding

import (
	"regexp"
	"slices"
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
	monthName   = `(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`
	weekdayName = `(?:(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,?\s+)?`
	dayNumber   = `(?P<day>\d{1,2})(?:st|nd|rd|th)?`
)

// foreignMonths are the months in German, Spanish, French, Italian, Portuguese and
// Dutch, but for those that are spelled as in English.
var foreignMonths = [12]string{
	"januar jänner janner januari janvier enero gennaio janeiro", "februar februari febrero février fevrier febbraio fevereiro",
	"märz maerz marzo mars março maart", "abril avril aprile", "mai mayo maggio maio mei", "juni juin junio giugno junho",
	"juli juillet julio luglio julho", "agosto août aout augustus", "septiembre septembre settembre setembro",
	"okt oktober octubre octobre ottobre outubro", "noviembre novembre novembro", "dez dezember diciembre décembre dicembre dezembro",
}

// foreignMonth tells which of the months a word names.
var foreignMonth = func() map[string]time.Month {
	out := map[string]time.Month{}
	for i, words := range foreignMonths {
		for _, word := range strings.Fields(words) {
			out[word] = time.Month(i + 1)
		}
	}
	return out
}()

// A notation is a way to write a date, by the groups year, month, day, weekday,
// last (the last day of some) and id.
type notation struct {
	*regexp.Regexp
	month month
}

// A month is how a notation tells the month.
type month int

const (
	inDigits month = iota // or not at all
	inEnglish
	inAnother // language, behind a number
)

// notations are read in this order, each in what those before it left.
var notations = []notation{
	{regexp.MustCompile(`\[?\b(?P<id>note_[0-9a-f]{12}_[0-9a-f]{8}(?:-\d+)?)\b\]?`), inDigits},
	{regexp.MustCompile(`\[?\b(?P<id>(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})_\d{2}-\d{2}-\d{2}(?:-\d+)?)\b\]?`), inDigits},
	{regexp.MustCompile(`\[?\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b\]?`), inDigits},
	{regexp.MustCompile(`\b(?P<day>\d{1,2})(?P<slash>/)(?P<month>\d{1,2})/(?P<year>\d{4}|\d{2})\b`), inDigits},
	{regexp.MustCompile(`\b(?P<day>\d{1,2})[.-](?P<month>\d{1,2})[.-](?P<year>\d{4}|\d{2})\b`), inDigits},
	{regexp.MustCompile(`\b(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})\b`), inDigits},
	{regexp.MustCompile(`(?i)\b(?P<day>\d{1,2})(?:er)?\.?\s+(?:de\s+|di\s+)?(?P<month>` + strings.ReplaceAll(strings.Join(foreignMonths[:], " "), " ", "|") + `)\b\.?(?:,?\s+(?:de\s+)?(?P<year>\d{4})\b)?`), inAnother},
	{regexp.MustCompile(`(?i)\b` + weekdayName + monthName + `\s+` + dayNumber + `\b(?:\s?[–-]\s?(?P<last>\d{1,2})\b)?(?:,?\s+(?P<year>\d{4})\b)?`), inEnglish},
	{regexp.MustCompile(`(?i)\b` + weekdayName + dayNumber + `\.?\s+(?:of\s+)?` + monthName + `(?:,?\s+(?P<year>\d{4})\b)?`), inEnglish},
	{regexp.MustCompile(`(?i)\b` + monthName + `,?\s+(?P<year>\d{4})\b`), inEnglish},
	{regexp.MustCompile(`\b(?P<month>January|February|April|June|July|August|September|October|November|December)\b`), inEnglish},
	// Alone, they are rather verbs.
	{regexp.MustCompile(`\b(?i:in|since|of|until|till|by|from|to|through|during|last|this|early|late|mid|and|between)[\s-]+(?P<month>May|March)\b`), inEnglish},
	{regexp.MustCompile(`\b(?P<year>(?:19|20)\d{2})\b`), inDigits},
}

// scanDates finds the dates of a text in all usual notations.
func scanDates(s string) []date {
	var found []date
	b := []byte(s)
	digits, named := strings.ContainsAny(s, "0123456789"), namesMonth(s)
	for _, n := range notations {
		if n.month == inEnglish && !named || n.month != inEnglish && !digits {
			continue
		}
		for _, m := range n.FindAllSubmatchIndex(b, -1) {
			d, ok := n.date(b, m)
			if !ok {
				continue
			}
			found = append(found, d)
			if last, err := strconv.Atoi(n.group(b, m, "last")); err == nil { // "February 3–7" names two days
				found = append(found, date{span: d.span, year: d.year, month: d.month, day: last})
			}
			wipe(b, d.span)
		}
	}
	return found
}

func (n notation) group(b []byte, m []int, name string) string {
	if i := n.SubexpIndex(name); i >= 0 && m[2*i] >= 0 {
		return string(b[m[2*i]:m[2*i+1]])
	}
	return ""
}

func (n notation) date(b []byte, m []int) (date, bool) {
	number := func(name string) int {
		v, _ := strconv.Atoi(n.group(b, m, name)) // digits, or nothing
		return v
	}
	d := date{span: span{m[0], m[1]}, year: number("year"), month: time.Month(number("month")), day: number("day"), id: n.group(b, m, "id")}
	d.bracketed = b[m[0]] == '[' && b[m[1]-1] == ']'
	if d.year > 0 && d.year < 100 {
		d.year += 2000
	}
	if n.group(b, m, "slash") != "" {
		d.other = &date{year: d.year, month: time.Month(d.day), day: int(d.month)}
	}
	if n.month == inAnother {
		d.month = foreignMonth[strings.ToLower(n.group(b, m, "month"))]
	}
	if n.month == inEnglish {
		d.month = monthOf(n.group(b, m, "month"))
		d.weekday, d.hasDay = weekdayOf(n.group(b, m, "weekday"))
	}
	if d.month == 0 && d.id == "" {
		return d, alone(b, m[0], m[1]) && !measures(string(b[m[0]:min(len(b), m[1]+24)]))
	}
	hour := m[1]+1 < len(b) && b[m[1]] == ':' && b[m[1]+1] >= '0' && b[m[1]+1] <= '9' // "13 December 17:00"
	return d, n.month == inDigits || d.day <= 31 && !hour
}

// wipe blanks a part of a text, so that nothing else reads it.
func wipe(b []byte, s span) {
	for i := s.start; i < s.end; i++ {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

// namesMonth reports whether a word of a text may name a month; most texts have
// none, and need not be searched for dates in words.
func namesMonth(s string) bool {
	letter := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
	for i := range len(s) - 2 {
		if (i == 0 || !letter(s[i-1])) && letter(s[i]) && monthOf(s[i:]) != 0 {
			return true
		}
	}
	return false
}

// alone reports whether digits are no part of a larger number or word.
func alone(s []byte, start, end int) bool {
	before := start == 0 || !strings.ContainsRune(".,:/-+€$£@#", rune(s[start-1]))
	after := end == len(s) || !strings.ContainsRune("/%", rune(s[end])) &&
		(!strings.ContainsRune(".,:-", rune(s[end])) || end+1 == len(s) || s[end+1] < '0' || s[end+1] > '9')
	return before && after
}

// measures reports whether the number that opens a text has a unit: then it is
// no year.
func measures(s string) bool {
	q := quantity.Scan(strings.ToValidUTF8(s, ""))
	return len(q) > 0 && q[0].Start == 0 && q[0].Unit != ""
}

func monthOf(name string) time.Month {
	return time.Month(nth("janfebmaraprmayjunjulaugsepoctnovdec", name) + 1)
}

func weekdayOf(name string) (time.Weekday, bool) {
	n := nth("sunmontuewedthufrisat", name)
	return time.Weekday(n), n >= 0
}

// nth returns which of some names of three letters each a name begins with, -1
// if it is none.
func nth(names, name string) int {
	if len(name) < 3 {
		return -1
	}
	if at := strings.Index(names, strings.ToLower(name[:3])); at%3 == 0 {
		return at / 3
	}
	return -1
}

// readings returns the days that a date may be.
func (d date) readings() []date {
	if d.other != nil {
		return []date{d, *d.other}
	}
	return []date{d}
}

func (d date) is(day notes.Day) bool {
	return agree(d.year, day.Year) && agree(int(d.month), int(day.Month)) && agree(d.day, day.Date)
}

func agree(a, b int) bool { return a == 0 || b == 0 || a == b }

// overlaps reports whether a month or year shares days with a range.
func (d date) overlaps(r notes.Range) bool {
	if d.day != 0 || r.Start.IsZero() || r.End.IsZero() {
		return false
	}
	if d.year == 0 && r.Days() > 400 {
		return true
	}
	for day := notes.NewDay(r.Start.Year, r.Start.Month, 1); !day.After(r.End); day = day.AddMonths(1) {
		if d.is(notes.Day{Year: day.Year, Month: day.Month}) {
			return true
		}
	}
	return false
}

// named reports whether a date that a text names is this one, or one within
// this month or year.
func (d date) named(e date) bool {
	return slices.ContainsFunc(e.readings(), func(e date) bool {
		return agree(d.year, e.year) && d.month == e.month && (d.day == 0 || d.day == e.day) || d.month == 0 && d.year == e.year
	})
}

func (k *knowledge) knowsDate(d date) bool {
	return slices.ContainsFunc(d.readings(), func(r date) bool {
		return slices.ContainsFunc(k.days, r.is) || slices.ContainsFunc(k.ranges, r.overlaps) ||
			k.finds(func(dates []date, _ []number) bool { return slices.ContainsFunc(dates, r.named) })
	})
}

// weekdayFits reports whether the day that is meant falls on the weekday that
// stands with it, in one of the years that it may be of.
func (k *knowledge) weekdayFits(d date) bool {
	if d.year != 0 {
		return notes.NewDay(d.year, d.month, d.day).Weekday() == d.weekday
	}
	known := false
	for _, day := range k.days {
		if d.is(day) {
			if day.Weekday() == d.weekday {
				return true
			}
			known = true
		}
	}
	return !known
}

func checkDates(t text, k *knowledge, report reporter) {
	for _, d := range t.dates {
		words := d.of(t.raw)
		switch {
		case (d.id != "" || d.bracketed) && k.says(words) && !k.ids[d.id]:
			// A note's own words: [[2026-02-03]] is a link.
		case d.id != "" && !k.ids[d.id]:
			report(Citation, d.start, words, "%s is cited, and no such entry was retrieved", words)
		case d.id != "":
		case d.bracketed && !k.noted[notes.Day{Year: d.year, Month: d.month, Date: d.day}]:
			report(Citation, d.start, words, "%s is cited, and no entry of that day was retrieved", words)
		case d.month == 0 && k.knowsNumber(number{value: float64(d.year), tolerance: 0.5}):
			// Four digits that are a number after all.
		case !k.knowsDate(d):
			report(Date, d.start, words, "the date %q is not in the evidence", words)
		case d.hasDay && d.day != 0 && !k.weekdayFits(d):
			report(Date, d.start, words, "%q is not a %s", words, d.weekday)
		}
	}
}
