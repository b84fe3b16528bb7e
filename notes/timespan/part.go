package timespan

import (
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// hours are a part of each day; to is excluded and may lie past midnight.
type hours struct{ from, to int }

// during returns v limited to a part of its days.
func (v value) during(h hours) value {
	v.StartHour, v.EndHour = h.from, h.to
	if v.Range.Days() <= 1 {
		v.Grain = commonv1.Grain_GRAIN_PART_OF_DAY
	}
	return v
}

// dayPart reads "morning", "in the mornings", "early in the evening", "at
// night". A greeting is none.
func (s *scanner) dayPart(i int) (hours, int, bool) {
	at := i
	led := s.skip(at, "in", "at", "on", "around", "during")
	at = s.skip(led, "the", "every", "each")
	narrow := s.low(at)
	if narrow == "early" || narrow == "late" {
		at = s.skip(at+1, "in")
		at = s.skip(at, "the")
	}
	w := s.low(at)
	h, ok := parts[w]
	if s.at(at).text == "AM" && s.at(at-1).kind != number {
		h, ok = hours{0, 12}, true
	} else if s.at(at).text == "PM" && s.at(at-1).kind != number {
		h, ok = hours{12, 24}, true
	}
	if !ok || s.low(i-1) == "good" || s.low(at-1) == "good" {
		return hours{}, i, false
	}
	if w == "night" && at == i && !s.afterDay(i) && !s.weighed(at) {
		return hours{}, i, false // "date night", "night shift"
	}
	return h.narrowed(narrow), at + 1, true
}

// afterDay reports whether a day's name stands before token i.
func (s *scanner) afterDay(i int) bool {
	w := s.low(i - 1)
	_, day := weekdays[w]
	return day || w == "yesterday" || w == "tomorrow" || w == "eve" || s.at(i-1).kind == number ||
		ordinalEnding(w) || w == "before"
}

// weighed reports whether a part of day is set against another.
func (s *scanner) weighed(i int) bool {
	return s.low(i-1) == "vs" || s.low(i-1) == "versus" || s.low(i-1) == "than" || s.low(i-1) == "or" ||
		s.low(i+1) == "vs" || s.low(i+1) == "versus"
}

// narrowed returns the early or the late third of a part of the day.
func (h hours) narrowed(how string) hours {
	length := (h.to - h.from + 24) % 24
	third := (length + 2) / 3
	switch how {
	case "early":
		h.to = (h.from + third) % 24
	case "late":
		h.from = (h.to - third + 24) % 24
	}
	return h
}

// hourLimit reads "after 9pm", "before 8:00".
func (s *scanner) hourLimit(i int) (value, int, bool) {
	how := s.low(i)
	if how != "after" && how != "before" && how != "past" {
		return value{}, i, false
	}
	c, end, ok := s.clock(i + 1)
	if !ok || !c.sure && s.at(i+2).low != ":" {
		return value{}, i, false
	}
	h := hours{c.hour, 24}
	if how == "before" {
		h = hours{0, c.hour}
		if c.minute > 0 {
			h.to++
		}
	}
	if h.from == h.to {
		return value{}, i, false
	}
	v := value{Span: Span{Grain: commonv1.Grain_GRAIN_PART_OF_DAY, StartHour: h.from, EndHour: h.to}}
	if w, wend, ok := s.single(s.skip(end, "on"), true); ok && w.bounded() && !w.Hourly() {
		return w.during(h), wend, true
	}
	return v, end, true
}

// A clock is a time of day.
type clock struct {
	hour, minute int
	sure         bool // am or pm, or 24 hours: there is no other reading
}

// clock reads "7am", "7:30", "7:30 pm", "19h30" and nothing that is a pace, a
// duration or a ratio.
func (s *scanner) clock(i int) (clock, int, bool) {
	t := s.at(i)
	if w := t.low; w == "noon" || w == "midday" {
		return clock{12, 0, true}, i + 1, true
	} else if w == "midnight" {
		return clock{0, 0, true}, i + 1, true
	}
	if t.kind != number || len(t.text) > 2 || t.n < 0 || t.n > 23 {
		return clock{}, i, false
	}
	c, end := clock{hour: t.n}, i+1
	sep, m := s.at(i+1), s.at(i+2)
	colon := sep.glued && (sep.low == ":" || sep.low == "h" || sep.low == ".") && m.glued && m.kind == number && len(m.text) == 2 && m.n < 60
	if colon {
		c.minute, end = m.n, i+3
	}
	half := s.meridiem(end)
	if half != "" {
		if t.n < 1 || t.n > 12 {
			return clock{}, i, false
		}
		c.hour = t.n % 12
		if half == "pm" {
			c.hour += 12
		}
		c.sure = true
		return c, s.meridiemEnd(end), true
	}
	if !colon || sep.low == "." || s.at(end).glued && s.at(end).kind != mark || s.low(end) == "/" || s.low(end) == "%" ||
		s.low(end) == ":" && s.at(end+1).glued && s.at(end+1).kind == number ||
		notClock[s.low(end)] {
		return clock{}, i, false
	}
	c.sure = t.n > 12 || t.n == 0 || len(t.text) == 2 && t.text[0] == '0'
	return c, end, true
}

// notClock are words after hh:mm that make it a pace or a duration.
var notClock = set("pace", "per", "min", "mins", "minute", "minutes", "min/km", "hours", "hour", "h", "hrs", "splits", "split",
	"km", "mile", "miles", "mi", "average", "avg", "ratio", "total", "long", "sec", "s", "m", "pr", "pb", "x")

// meridiem reads "am", "p.m.", "in the morning".
func (s *scanner) meridiem(i int) string {
	switch w := s.low(i); {
	case w == "am" || w == "pm":
		return w
	case (w == "a" || w == "p") && s.seq(i+1, ".", "m"):
		return w + "m"
	case s.seq(i, "in", "the", "morning"):
		return "am"
	case s.seq(i, "in", "the", "afternoon"), s.seq(i, "in", "the", "evening"):
		return "pm"
	}
	return ""
}

func (s *scanner) meridiemEnd(i int) int {
	switch s.low(i) {
	case "am", "pm":
		return i + 1
	case "in":
		return i + 3
	}
	return s.skip(i+3, ".")
}
