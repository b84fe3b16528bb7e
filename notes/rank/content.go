package rank

import (
	"strings"
	"sync"
	"time"
)

// A Content says what a unit has that a question may be after.
type Content uint8

// What a unit may have. One may have several.
const (
	HasNumber Content = 1 << iota // a digit
	HasDay                        // a weekday, a month or a time of day

	isLabel // it names what follows: a heading, or a field such as "Created: 5 January"
)

const (
	fitPart   = 1.2 // the score of what has the content that is sought
	labelPart = 0.5 // the score of a label, which says nothing by itself
)

// fit is by how much a unit is better than its words.
func (s *scores) fit(u uint32) float32 {
	has, part := s.x.units[u].has, float32(1)
	if has&s.seeks != 0 {
		part *= fitPart
	}
	if has&isLabel != 0 {
		return labelPart
	}
	return part
}

// dayNames are the names of weekdays and months, and how they are shortened.
var dayNames = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	add := func(name string) {
		name = strings.ToLower(name)
		out[name], out[name[:3]] = true, true
	}
	for d := range 7 {
		add(time.Weekday(d).String())
	}
	for m := range 12 {
		add(time.Month(m + 1).String())
	}
	return out
})

// contentOf is what a unit has by its characters; that it names a day is told by its
// words.
func contentOf(unit string) Content {
	var c Content
	if heading(unit) {
		c |= isLabel
	}
	if strings.ContainsAny(unit, "0123456789") {
		c |= HasNumber
	}
	if timed(unit) {
		c |= HasDay
	}
	return c
}

// heading reports whether a unit is a heading of Markdown.
func heading(unit string) bool {
	return strings.HasPrefix(unit, "#") && strings.HasPrefix(strings.TrimLeft(unit, "#"), " ")
}

// timed reports whether a unit has a date or a time of day in digits: "9:30", "9am",
// "14/3".
func timed(unit string) bool {
	for i := 1; i < len(unit); i++ {
		if !digit(unit[i-1]) {
			continue
		}
		switch unit[i] {
		case ':', '/':
			if i+1 < len(unit) && digit(unit[i+1]) {
				return true
			}
		case 'a', 'p', 'A', 'P':
			if i+1 < len(unit) && unit[i+1]|0x20 == 'm' {
				return true
			}
		}
	}
	return false
}

func digit(b byte) bool { return b >= '0' && b <= '9' }
