package dayfile

import (
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A dateHeading is what a heading tells of a day. Parts that it does not tell
// are zero.
type dateHeading struct {
	year       int
	month      time.Month
	date       int
	weekday    time.Weekday
	hasWeekday bool
	rest       string // what follows after a dash or colon
}

// parseDateHeading reads a Markdown heading that consists of a date: "##
// 2026-01-05", "# Monday, 5 January 2026", "### Jan 5", "# January 2026" (a
// month, for the headings below it). Words may follow after a dash or a colon.
func parseDateHeading(line string) (h dateHeading, ok bool) {
	if !isHeading(strings.TrimRight(line, " \t\r\n")) {
		return h, false
	}
	s := strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "#"))
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if before, after, found := strings.Cut(s, sep); found {
			if h, ok = parseDateWords(before); ok && h.date > 0 {
				h.rest = strings.TrimSpace(after)
				return h, true
			}
		}
	}
	return parseDateWords(s)
}

// parseDateWords reads a date of which every word must be a part.
func parseDateWords(s string) (h dateHeading, ok bool) {
	words := strings.FieldsFunc(strings.Trim(s, "[]*_ "), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '(' || r == ')' })
	for _, w := range words {
		if !h.take(w) {
			return dateHeading{}, false
		}
	}
	switch {
	case h.date > 0:
		return h, h.month > 0
	case h.month > 0:
		return h, h.year > 0 && !h.hasWeekday
	}
	return h, h.year > 0 && !h.hasWeekday
}

// take reads one word of a date.
func (h *dateHeading) take(w string) bool {
	if d, ok := numericDay(w); ok && h.date == 0 && h.year == 0 {
		h.year, h.month, h.date = d.Year, d.Month, d.Date
		return true
	}
	if n, err := strconv.Atoi(cutOrdinal(w)); err == nil {
		switch {
		case len(w) == 4 && h.year == 0 && n >= 1900 && n < 2200:
			h.year = n
			return true
		case n >= 1 && n <= 31 && h.date == 0:
			h.date = n
			return true
		}
		return false
	}
	if m := monthNamed(w); m > 0 && h.month == 0 {
		h.month = m
		return true
	}
	if wd, ok := weekdayNamed(w); ok && !h.hasWeekday {
		h.weekday, h.hasWeekday = wd, true
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

// numericDay reads 2026-01-05, 2026/01/05, 2026.01.05 or 5.1.2026. It does not
// read 01/05/2026, which means two days.
func numericDay(w string) (notes.Day, bool) {
	for _, layout := range []string{"2006-1-2", "2006/1/2", "2006.1.2", "2.1.2006"} {
		if t, err := time.Parse(layout, w); err == nil {
			return notes.DayOf(t), true
		}
	}
	return notes.Day{}, false
}
