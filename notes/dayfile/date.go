package dayfile

import (
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A date is what a heading, a name or a field of front matter tells of a day.
// Parts that it does not tell are zero.
type date struct {
	year       int
	month      time.Month
	day        int
	weekday    time.Weekday
	hasWeekday bool
	ambiguous  bool // day and month were told apart by the rule of order
}

// full reports whether the date tells a year, a month and a day.
func (d date) full() bool { return d.year > 0 && d.month > 0 && d.day > 0 }

// in returns the day that the date is in a year.
func (d date) in(year int) notes.Day { return notes.NewDay(year, d.month, d.day) }

// valid reports whether the calendar of a year has the date.
func (d date) valid(year int) bool { return d.in(year).Date == d.day }

// The years that dates of notes are in. Other numbers of four digits are none.
const firstYear, lastYear = 1900, 2199

// dateMax is the longest text that is read as a date, in bytes.
const dateMax = 100

// parseDate reads a text of which every word is a part of a date: "2026-01-05",
// "Monday, 5 January 2026", "Jan 5", "Mon 5", "January 2026", "2026".
func parseDate(s string) (d date, ok bool) {
	if len(s) > dateMax {
		return date{}, false
	}
	words := dateWords(s)
	for _, w := range words {
		if !d.take(w) {
			return date{}, false
		}
	}
	switch {
	case len(words) == 0, d.hasWeekday && d.day == 0:
		return date{}, false
	case d.day > 0:
		return d, d.month > 0 || d.year == 0
	}
	return d, d.year > 0 || d.month > 0
}

// dateWords splits a text at what may stand between the words of a date, and takes
// the marks off that Markdown has around them.
func dateWords(s string) []string {
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n,()", r) })
	for i := range words {
		words[i] = strings.Trim(words[i], "[]*_\"")
	}
	return words
}

// take reads one word of a date. A word may be one of several that hyphens join:
// 15-Oct-2026.
func (d *date) take(w string) bool {
	if n, ok := numericDate(w); ok {
		if d.day > 0 || d.month > 0 || d.year > 0 {
			return false
		}
		d.year, d.month, d.day, d.ambiguous = n.year, n.month, n.day, n.ambiguous
		return true
	}
	if strings.Contains(w, "-") {
		for part := range strings.SplitSeq(w, "-") {
			if !d.takeOne(part) {
				return false
			}
		}
		return true
	}
	return d.takeOne(w)
}

func (d *date) takeOne(w string) bool {
	if n, err := strconv.ParseUint(cutOrdinal(w), 10, 16); err == nil {
		switch {
		case len(w) == 4 && d.year == 0 && n >= firstYear && n <= lastYear:
			d.year = int(n)
			return true
		case n >= 1 && n <= 31 && d.day == 0:
			d.day = int(n)
			return true
		}
		return false
	}
	if m := monthNamed(w); m > 0 && (d.month == 0 || d.month == m) {
		d.month = m
		return true
	}
	if wd, ok := weekdayNamed(w); ok && !d.hasWeekday {
		d.weekday, d.hasWeekday = wd, true
		return true
	}
	return w == "of" || w == "the"
}

// cutOrdinal takes off what makes a number the name of a day: 5th, 5.
func cutOrdinal(w string) string {
	for _, suffix := range []string{"st", "nd", "rd", "th", "."} {
		if s, ok := strings.CutSuffix(w, suffix); ok {
			return s
		}
	}
	return w
}

// numericDate reads a date in digits, or a month: 2026-01.
func numericDate(w string) (date, bool) {
	if d, rest, ok := cutDate(w); ok {
		return d, rest == ""
	}
	year, rest, ok := cutNumber(w)
	if !ok || !year.isYear() || rest == "" || rest[0] != '-' && rest[0] != '_' {
		return date{}, false
	}
	month, rest, ok := cutNumber(rest[1:])
	return date{year: year.value, month: time.Month(month.value)}, ok && rest == "" && month.digits == 2 && month.value >= 1 && month.value <= 12
}

// cutDate reads a day in digits with one separator at the beginning of a text:
// 2026-01-05, 5.1.2026, 1/5/2026.
//
// Where the year is last, the order of day and month is told by the number that
// can't be a month, and by points, which stand for the day first. Otherwise the
// month is first, as in questions, and the date is ambiguous unless both numbers
// are the same.
func cutDate(s string) (d date, rest string, ok bool) {
	a, s, ok := cutNumber(s)
	if !ok || s == "" || !strings.ContainsRune("-/._", rune(s[0])) {
		return date{}, "", false
	}
	sep := s[0]
	b, s, ok := cutNumber(s[1:])
	if !ok || b.digits > 2 || s == "" || s[0] != sep {
		return date{}, "", false
	}
	c, rest, ok := cutNumber(s[1:])
	switch {
	case !ok:
		return date{}, "", false
	case a.isYear() && c.digits <= 2:
		d = date{year: a.value, month: time.Month(b.value), day: c.value}
	case !c.isYear() || a.digits > 2:
		return date{}, "", false
	case sep == '.' && b.value <= 12 || a.value > 12:
		d = date{year: c.value, month: time.Month(b.value), day: a.value}
	default:
		d = date{year: c.value, month: time.Month(a.value), day: b.value}
		d.ambiguous = b.value <= 12 && a.value != b.value
	}
	return d, rest, d.month >= 1 && d.month <= 12 && d.day >= 1 && d.valid(d.year)
}

// A digits is a number as it was written.
type digits struct{ value, digits int }

func (n digits) isYear() bool { return n.digits == 4 && n.value >= firstYear && n.value <= lastYear }

// cutNumber reads one to four digits.
func cutNumber(s string) (n digits, rest string, ok bool) {
	value, rest, ok := cutDigits(s, 1, 4)
	return digits{value, len(s) - len(rest)}, rest, ok
}

// monthNamed returns the month of an English name or abbreviation, 0 if none.
func monthNamed(name string) time.Month {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "sept" {
		return time.September
	}
	for m := time.January; m <= time.December; m++ {
		full := strings.ToLower(m.String())
		if name == full || name == full[:3] {
			return m
		}
	}
	return 0
}

// weekdayNamed returns the day of the week of an English name or abbreviation.
func weekdayNamed(name string) (time.Weekday, bool) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	for w := time.Sunday; w <= time.Saturday; w++ {
		full := strings.ToLower(w.String())
		if len(name) >= 3 && strings.HasPrefix(full, name) {
			return w, true
		}
	}
	return 0, false
}
