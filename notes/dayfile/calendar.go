package dayfile

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A calendar is what a file has told so far of the days that its headings name in
// part.
type calendar struct {
	year  int        // 0 if none was told
	month time.Month // of the file or a heading for those below it; 0 if none
	last  notes.Day  // the last day that was told
}

// splitDate reads the words of a heading as a date, and what follows it after a
// dash or a colon.
func splitDate(text string) (d date, rest string, ok bool) {
	if len(text) > 0 && !isDigit(text[0]) && !isLetter(text[0]) && !strings.ContainsRune("[*_(\"", rune(text[0])) {
		return date{}, "", false
	}
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if before, after, found := strings.Cut(text, sep); found {
			if d, ok = parseDate(before); ok && d.day > 0 {
				return d, strings.TrimSpace(after), true
			}
		}
	}
	d, ok = parseDate(text)
	return d, "", ok
}

// scope returns the scope of a heading that tells a day, and false if it is an
// ordinary heading. Where the day can't be made out, the scope is undated and
// tells why.
func (c *calendar) scope(d date, level int) (scope, bool) {
	if d.day == 0 || d.month == 0 && (c.month == 0 || c.year == 0) {
		return scope{}, false
	}
	s := scope{level: level}
	if d.month == 0 {
		d.month, d.year = c.month, c.year
	} else if d.year == 0 {
		d.year = c.yearOf(d)
	}
	switch {
	case d.year == 0:
		s.remark = "its heading has no year; add one there, in a heading above, or in the file's name"
		return s, true
	case !d.valid(d.year):
		s.remark = fmt.Sprintf("there is no %d %s %d", d.day, d.month, d.year)
		return s, true
	}
	s.day, s.dated, s.ambiguous = d.in(d.year), ByHeading, d.ambiguous
	if d.hasWeekday && s.day.Weekday() != d.weekday {
		s.remark = fmt.Sprintf("the heading says %s, but %s is a %s", d.weekday, s.day, s.day.Weekday())
	}
	c.year, c.last = d.year, s.day
	return s, true
}

// yearOf returns the year of a date that tells none, 0 if nothing does.
func (c *calendar) yearOf(d date) int {
	if !c.last.IsZero() && (c.year == 0 || c.last.Year == c.year) {
		return nearestYear(d, c.last)
	}
	return c.year
}

// period takes in a heading that tells a month or a year.
func (c *calendar) period(d date) bool {
	if d.year == 0 && c.year == 0 {
		return false
	}
	if d.year > 0 {
		c.year = d.year
	}
	c.month = d.month
	if !c.last.IsZero() && c.last.Year != c.year {
		c.last = notes.Day{}
	}
	return true
}

// nearestYear chooses the year that brings a date nearest to a day, so that a log
// runs on from December to January.
func nearestYear(d date, to notes.Day) int {
	best := to.Year
	distance := func(year int) int {
		n := d.in(year).Sub(to)
		return max(n, -n)
	}
	for _, year := range []int{to.Year - 1, to.Year + 1} {
		if d.valid(year) && distance(year) < distance(best) {
			best = year
		}
	}
	return best
}
