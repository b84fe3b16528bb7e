package extract

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

const (
	hour = 60
	noon = 12 * hour
	day  = 24 * hour
)

// clockTime reads a time of day: "6:30", "6.30", "23:15", "6am", "11", "noon".
// A bedtime without am or pm is taken in the evening or just after midnight.
func clockTime(s *scanned, i int, bedtime bool) (value, bool) {
	tok := s.tokens[i]
	v := value{form: formClock, to: i + 1}
	switch tok.text {
	case "noon", "midday":
		v.number, v.exact = noon, true
		return v, true
	case "midnight":
		v.exact = true
		return v, true
	}
	if m := s.quantities[i]; m != nil && m.Unit != "" || tok.inner {
		return value{}, false
	}
	var h, m int
	var ok bool
	if tok.kind == number {
		h, m, v.to, ok = digitalHour(s, i)
		v.exact = v.to > i+1 && (h > 12 || h == 0 || strings.HasPrefix(tok.text, "0"))
	} else {
		h, m, v.to, ok = spokenHour(s, i)
	}
	if !ok {
		return value{}, false
	}
	if s.word(v.to) == "o'clock" {
		v.to++
	}
	v.number = float64(h*hour + m)
	if half, next, ok := halfOfDay(s, v.to); ok {
		if h > 12 {
			return value{}, false
		}
		v.number = float64(h%12*hour + m)
		if half == "p" {
			v.number += noon
		}
		v.to, v.exact, v.half = next, true, true
	} else if h > 12 {
		v.exact = true
	}
	if bedtime && !v.exact {
		switch {
		case h == 12:
			v.number -= noon
		case h >= 6:
			v.number += noon
		}
	}
	return v, true
}

// digitalHour reads "6", "6.30", "0630", "6:30" or "6 30" at token i.
func digitalHour(s *scanned, i int) (h, m, to int, ok bool) {
	h, m, ok = hourMinute(s.tokens[i].text)
	if m, apart := minutesApart(s, i+1); ok && apart && len(s.tokens[i].text) <= 2 {
		return h, m, i + 2, true
	}
	if !ok || i+2 >= len(s.tokens) || s.tokens[i+1].text != ":" || !s.tokens[i+1].glued || !s.tokens[i+2].glued || s.tokens[i+2].kind != number {
		return h, m, i + 1, ok
	}
	m, err := strconv.Atoi(s.tokens[i+2].text)
	return h, m, i + 3, err == nil && m <= 59 && len(s.tokens[i+2].text) == 2
}

// minutesApart reads the minutes at token i that a blank parts from their hour, as
// dictated notes have them: they are full fives and count nothing.
func minutesApart(s *scanned, i int) (int, bool) {
	if i >= len(s.tokens) || s.tokens[i].kind != number || s.tokens[i].glued || len(s.tokens[i].text) != 2 || s.tokens[i].clause != s.tokens[i-1].clause {
		return 0, false
	}
	if q := s.quantities[i]; q != nil && q.Unit != "" || partOfClock(s, i) || i+1 < len(s.tokens) && s.tokens[i+1].kind == punct && s.tokens[i+1].text != "," && s.tokens[i+1].text != "." {
		return 0, false
	}
	m, err := strconv.Atoi(s.tokens[i].text)
	return m, err == nil && m <= 55 && m%5 == 0 && s.word(i+1) != "x"
}

// spokenHour reads "six", "six thirty", "ten past six", "half past six", "half six" or "quarter to six" at
// token i.
func spokenHour(s *scanned, i int) (h, m, to int, ok bool) {
	switch s.word(i) + " " + s.word(i+1) {
	case "half past":
		h, ok = wholeHour(s, i+2)
		return h, 30, i + 3, ok
	case "quarter past":
		h, ok = wholeHour(s, i+2)
		return h, 15, i + 3, ok
	case "quarter to":
		h, ok = wholeHour(s, i+2)
		return (h + 23) % 24, 45, i + 3, ok
	}
	if m, ok := quantity.NumberWord(s.word(i)); ok && s.goesOn(i) && (s.word(i+1) == "past" || s.word(i+1) == "to") && math.Mod(m, 5) == 0 && m < hour {
		h, ok = wholeHour(s, i+2)
		if s.word(i+1) == "past" {
			return h, int(m), i + 3, ok
		}
		return (h + 23) % 24, hour - int(m), i + 3, ok
	}
	if s.word(i) == "half" { // half past, as the British say
		h, ok = wholeHour(s, i+1)
		return h, 30, i + 2, ok
	}
	if s.tokens[i].kind != word {
		return 0, 0, i, false
	}
	h, ok = wholeHour(s, i)
	if s.word(i+1) == "thirty" {
		return h, 30, i + 2, ok
	}
	return h, 0, i + 1, ok
}

// wholeHour reads an hour of one to twelve, in words or digits.
func wholeHour(s *scanned, i int) (int, bool) {
	if i >= len(s.tokens) {
		return 0, false
	}
	v, ok := quantity.NumberWord(s.tokens[i].text)
	if !ok {
		n, err := strconv.Atoi(s.tokens[i].text)
		v, ok = float64(n), err == nil
	}
	return int(v), ok && v == math.Trunc(v) && v >= 1 && v <= 12
}

// hourMinute reads "6", "6.30" or "0630".
func hourMinute(text string) (h, m int, ok bool) {
	hours, minutes, split := strings.Cut(text, ".")
	if split && len(minutes) != 2 || len(hours) > 2 {
		return 0, 0, false
	}
	h, err := strconv.Atoi(hours)
	if err != nil || h > 24 {
		return 0, 0, false
	}
	if split {
		if m, err = strconv.Atoi(minutes); err != nil || m > 59 {
			return 0, 0, false
		}
	}
	return h % 24, m, true
}

// halfOfDay reads "am", "pm", "a.m." or "p.m." at token i.
func halfOfDay(s *scanned, i int) (half string, next int, ok bool) {
	if i >= len(s.tokens) {
		return "", i, false
	}
	switch t := s.tokens[i].text; t {
	case "am", "pm":
		return t[:1], i + 1, true
	case "a", "p":
		if i+2 < len(s.tokens) && s.tokens[i+1].text == "." && s.tokens[i+2].text == "m" {
			next = i + 3
			if next < len(s.tokens) && s.tokens[next].text == "." && s.tokens[next].glued {
				next++
			}
			return t, next, true
		}
	}
	return "", i, false
}

// between returns the minutes from one time of day to another, past midnight
// if need be.
func between(from, to value) float64 {
	return math.Mod(to.number-from.number+day, day)
}

const (
	// longest is the longest span, in minutes, that a start without am or pm may
	// begin; a longer one is read with the start in the other half of the day.
	longest = 14 * hour
	// earliest is when people begin what they do by day.
	earliest = 4 * hour
)

// settle fixes the halves of the day of a span's two times, where they are open.
// Where the end could be in the afternoon it is: in "9 to 5" the 5 is 17:00. A
// night ends in the morning: "slept 6-11" began at six of the morning. And what
// begins at two by day does so after noon.
func settle(from, to value) (start, end value) {
	other := from
	other.number = math.Mod(from.number+noon, day)
	open := !from.exact && !to.exact
	switch {
	case from.night && open && shorter(from, other, to):
		from = other
	case to.half && !from.exact && from.number+noon < to.number: // "2 to 5 pm"
		from = other
	case !to.exact && to.number <= from.number && to.number+noon > from.number && to.number < noon:
		to.number += noon
	case !from.night && open && afterNoon(from.number, to.number):
		from, to.number = other, to.number+noon
	}
	byClock := to.number >= noon+hour && !to.half && !from.night // "6 to 22" counts to 24 at both ends
	if other.number = math.Mod(from.number+noon, day); !from.exact && !byClock && shorter(from, other, to) {
		from = other // "after the night shift slept 8:30 to 14:00"
	}
	from.exact, to.exact = true, true
	return from, to
}

// afterNoon reports whether what lasts from one hour to another by day is sooner done
// after noon than in the small hours.
func afterNoon(from, to float64) bool {
	return from >= hour && from < earliest && to <= noon && to > from
}

// shorter reports whether a span is too long from one time and not from the other.
func shorter(from, other, to value) bool {
	return between(from, to) > longest && between(other, to) <= longest
}

// behind moves a span whose halves of the day are open to the half in which it
// begins behind a time: after "9-12, 1-5" the span "7-9" begins at 19:00.
func behind(from, to value, after float64) (start, end value) {
	if from.exact || to.exact || from.number >= after || from.number+noon < after || to.number <= from.number || to.number >= noon {
		return from, to
	}
	from.number, to.number = from.number+noon, to.number+noon
	from.exact, to.exact = true, true
	return from, to
}

// showClock writes minutes since midnight as HH:MM.
func showClock(minutes float64) string {
	m := int(minutes)
	return fmt.Sprintf("%02d:%02d", m/hour%24, m%hour)
}

// round keeps computed values readable: 25.5, not 25.499999999999996.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
