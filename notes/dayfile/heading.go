package dayfile

import (
	"fmt"
	"strings"
)

// A Clock is a time of day.
type Clock struct{ Hour, Minute, Second int }

// Noon is the time of notes that tell none.
var Noon = Clock{Hour: 12}

// String returns HH:MM, or HH:MM:SS if the seconds are not zero.
func (c Clock) String() string {
	if c.Second != 0 {
		return fmt.Sprintf("%02d:%02d:%02d", c.Hour, c.Minute, c.Second)
	}
	return fmt.Sprintf("%02d:%02d", c.Hour, c.Minute)
}

// before reports whether a time of day comes before another.
func (c Clock) before(d Clock) bool {
	if c.Hour != d.Hour {
		return c.Hour < d.Hour
	}
	if c.Minute != d.Minute {
		return c.Minute < d.Minute
	}
	return c.Second < d.Second
}

const correctionMark = " [correction]"

// formatHeading returns the heading line of a section.
func formatHeading(c Clock, correction bool) string {
	h := "## " + c.String()
	if correction {
		h += correctionMark
	}
	return h + "\n"
}

// parseHeading reads a line as a time heading of a day file. The line may end
// in blanks and a line end.
func parseHeading(line string) (c Clock, correction, ok bool) {
	rest, ok := strings.CutPrefix(line, "## ")
	if !ok {
		return Clock{}, false, false
	}
	c, rest, ok = cutClock(rest)
	if !ok {
		return Clock{}, false, false
	}
	rest = strings.TrimRight(rest, " \t\r\n")
	if rest != "" && rest != correctionMark {
		return Clock{}, false, false
	}
	return c, rest != "", true
}

// parseDailyHeading reads a line as a time heading of a daily note that Weft did
// not write, and returns what follows the time.
func parseDailyHeading(line string) (c Clock, title string, correction, ok bool) {
	rest := strings.TrimLeft(line, "#")
	level := len(line) - len(rest)
	if level < 2 || level > 4 || !strings.HasPrefix(rest, " ") {
		return Clock{}, "", false, false
	}
	c, rest, ok = cutClock(strings.TrimLeft(rest, " \t"))
	if !ok {
		return Clock{}, "", false, false
	}
	c, rest = cutHalfDay(c, rest)
	if rest != "" && !strings.ContainsRune(" \t\r\n-–—:.,", []rune(rest)[0]) {
		return Clock{}, "", false, false
	}
	if strings.TrimRight(rest, " \t\r\n") == correctionMark {
		return c, "", true, true
	}
	return c, strings.Trim(rest, " \t\r\n-–—:.,"), false, true
}

// cutClock reads H:MM, HH:MM or HH:MM:SS at the beginning of s.
func cutClock(s string) (c Clock, rest string, ok bool) {
	hour, s, ok := cutDigits(s, 1, 2)
	if !ok || !strings.HasPrefix(s, ":") {
		return Clock{}, "", false
	}
	minute, s, ok := cutDigits(s[1:], 2, 2)
	if !ok {
		return Clock{}, "", false
	}
	second := 0
	if strings.HasPrefix(s, ":") {
		if second, s, ok = cutDigits(s[1:], 2, 2); !ok {
			return Clock{}, "", false
		}
	}
	if hour > 23 || minute > 59 || second > 59 {
		return Clock{}, "", false
	}
	return Clock{hour, minute, second}, s, true
}

// cutHalfDay reads "am" or "pm" after a time.
func cutHalfDay(c Clock, rest string) (Clock, string) {
	s := strings.TrimLeft(rest, " ")
	if len(s) > 3 && s[1] == '.' && s[3] == '.' { // "p.m."
		s = s[:1] + s[2:3] + s[4:]
	}
	if len(s) < 2 || c.Hour == 0 || c.Hour > 12 || len(s) > 2 && isLetter(s[2]) {
		return c, rest
	}
	switch strings.ToLower(s[:2]) {
	case "am":
		c.Hour %= 12
	case "pm":
		c.Hour = c.Hour%12 + 12
	default:
		return c, rest
	}
	return c, s[2:]
}

// cutDigits reads a number of at least lo and at most hi digits that no further
// digit follows.
func cutDigits(s string, lo, hi int) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		if i == hi {
			return 0, "", false
		}
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:], i >= lo
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
