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
// night". A greeting is none, nor is what only names a thing: "a morning person".
func (s *scanner) dayPart(i int) (hours, int, bool) {
	at := i
	led := s.skip(at, "in", "at", "on", "around", "during")
	at = s.skip(led, "the", "every", "each")
	narrow := s.low(at)
	if narrow == "early" || narrow == "late" {
		at = s.skip(at+1, "in")
		at = s.skip(at, "the")
	}
	h, ok := parts[s.low(at)]
	if half, is := halves[s.at(at).text]; is && s.at(at-1).kind != number {
		h, ok = half, true
	}
	if !ok || s.namesThing(i, at) {
		return hours{}, i, false
	}
	return h.narrowed(narrow), at + 1, true
}

// halves are those of the day, as they head a note: "AM: run".
var halves = map[string]hours{"AM": {0, 12}, "PM": {12, 24}}

// namesThing reports whether the part of the day at token at, of a phrase that
// begins at token i, is no time but a greeting, a count or what something is
// called.
func (s *scanner) namesThing(i, at int) bool {
	w, before, after := s.low(at), s.low(at-1), s.low(at+1)
	switch {
	case before == "good", s.low(i-1) == "good", partNames[after], superlative(before), howMany[before]:
		return true
	case at == 0 && len(s.toks) > 1 && s.at(1).kind == mark && after != ":": // "Morning!"
		return true
	case s.numbered(at), s.numbered(at-1) && s.at(at-1).kind == word && !s.function(at-1): // "3 nights"
		return true
	case gatherings[before], apostropheMark(before) && gatherings[s.low(at-2)]: // "quiz evening"
		return true
	case narrowParts[w]:
		return s.nearly(at) || s.narrowThing(i, at)
	case w == "nights": // "on nights", "nights at the ward"
		return shifts[before] || at == 0 && after == "at"
	case w == "night": // "date night", "night shift", "the night before leg day"
		return !s.nightMeant(i, at) || singular(after) == "shift" && !s.afterDay(i)
	}
	return false
}

// narrowThing reports whether a short part of the day is what something is called:
// "midnight blue", "the dawn service".
func (s *scanner) narrowThing(i, at int) bool {
	return !s.closed(at+1) && !s.dayName(at+1) && (at == i || s.low(i) == "the") && !s.afterDay(i)
}

// nearly reports whether the words before token i tell what time it is now.
func (s *scanner) nearly(i int) bool {
	at := i - 1
	for approaches[s.low(at)] {
		at--
	}
	return s.low(at) == "it's" || s.low(at) == "its" || s.low(at) == "is" && s.low(at-1) == "it"
}

// dayName reports whether token i names a day: "noon yesterday".
func (s *scanner) dayName(i int) bool {
	w := s.low(i)
	return w == "yesterday" || w == "today" || w == "tomorrow" || weekdayName(w) && !ambiguous[w]
}

// nightMeant reports whether the night at token at, of a phrase that begins at
// token i, is the time and not a kind of thing.
func (s *scanner) nightMeant(i, at int) bool {
	switch {
	case s.afterDay(i), s.weighed(at), s.low(at+1) == "of":
		return true
	case at == i, s.low(at-1) == "on":
		return false
	}
	next := s.at(at + 1)
	return next.low != "before" && next.low != "after" && (s.low(i) != "the" || next.kind != word || s.function(at+1))
}

// afterDay reports whether a day's name stands before token i.
func (s *scanner) afterDay(i int) bool {
	w := s.low(i - 1)
	_, day := weekdays[w]
	return day || w == "yesterday" || w == "tomorrow" || w == "eve" || ordinalEnding(w) || w == "before"
}

// weighed reports whether a part of day is set against another.
func (s *scanner) weighed(i int) bool {
	return s.low(i-1) == "vs" || s.low(i-1) == "versus" || s.low(i-1) == "than" || s.low(i-1) == "or" ||
		s.low(i+1) == "vs" || s.low(i+1) == "versus"
}

// narrowed returns the early or the late third of a part of the day. Late at
// night is before midnight for most who write it.
func (h hours) narrowed(how string) hours {
	length := (h.to - h.from + 24) % 24
	third := (length + 2) / 3
	switch {
	case h.from > h.to && how == "early":
		h.to = (h.from + third) % 24
	case h.from > h.to && how == "late":
		h.from = 23
	case how == "early":
		h.to = h.from + third
	case how == "late":
		h.from = h.to - third
	}
	return h
}

// partOf reads the part of a day that follows the day's name: "yesterday
// morning", "yesterday, after 9pm", "on Monday between 6 and 8 pm".
func (s *scanner) partOf(i int) (hours, int, bool) {
	at := s.skip(i, ",")
	switch s.low(at) {
	case "eve":
		return parts["evening"], at + 1, true
	case "am", "pm":
		if at == i && s.at(at-1).kind == word && s.low(at+1) != "i" {
			return map[string]hours{"am": {5, 12}, "pm": {12, 18}}[s.low(at)], at + 1, true
		}
	}
	if h, end, ok := s.dayPart(at); ok {
		return h, end, true
	}
	if h, end, ok := s.fromHourTo(at); ok {
		return h, end, true
	}
	return s.fromHour(i)
}

// hourLimit reads "after 9pm", "before 8:00", and the day that may follow.
func (s *scanner) hourLimit(i int) (value, int, bool) {
	h, end, ok := s.fromHour(i)
	if !ok {
		return value{}, i, false
	}
	return s.atHours(h, end)
}

// hourSpan reads "between 6 and 8 pm", and the day that may follow.
func (s *scanner) hourSpan(i int) (value, int, bool) {
	if s.low(i) != "between" && (s.low(i) != "from" || !s.asks) {
		return value{}, i, false
	}
	h, end, ok := s.fromHourTo(i)
	if !ok {
		return s.hoursOf(i)
	}
	return s.atHours(h, end)
}

// hoursOf reads "between 6 and 9 last night", where the part of the day tells
// which hours are meant.
func (s *scanner) hoursOf(i int) (value, int, bool) {
	from, joint, to := s.at(i+1), s.low(i+2), s.at(i+3)
	v, end, ok := s.single(i+4, true)
	if !ok || !v.Hourly() || v.Range.Days() != 1 || joint != "and" && s.joint(i+2) != i+3 || from.n < 1 || from.n > 12 || to.n < 1 || to.n > 12 {
		return value{}, i, false
	}
	h := hours{from.n, to.n}
	if v.StartHour >= 12 {
		h = hours{from.n%12 + 12, to.n%12 + 12}
	}
	return v.during(h), end, from.kind == number && to.kind == number && h.from != h.to
}

// atHours returns the hours of the day that follows, else of every day.
func (s *scanner) atHours(h hours, end int) (value, int, bool) {
	v := value{Span: Span{Grain: commonv1.Grain_GRAIN_PART_OF_DAY, StartHour: h.from, EndHour: h.to}}
	if w, wend, ok := s.single(s.skip(end, "on"), true); ok && w.bounded() && !w.Hourly() {
		return w.during(h), wend, true
	}
	return v, end, true
}

// fromHour reads "after 9pm" and "before 8:00".
func (s *scanner) fromHour(i int) (hours, int, bool) {
	how := s.low(i)
	if how != "after" && how != "before" && (how != "past" || s.low(i-1) == "half" || s.low(i-1) == "quarter" || s.at(i-1).kind == number) {
		return hours{}, i, false
	}
	c, end, ok := s.clock(i + 1)
	if !ok || !c.sure && s.at(i+2).low != ":" {
		return hours{}, i, false
	}
	h := hours{c.hour, 24}
	if how == "before" {
		h = hours{0, c.until()}
	}
	return h, end, h.from != h.to
}

// fromHourTo reads "between 6 and 8 pm", "from 9:00 to 17:00", "6-8pm".
func (s *scanner) fromHourTo(i int) (hours, int, bool) {
	at := s.skip(i, "between", "from")
	from, end, ok := s.clock(at)
	if n := s.at(at); !ok && n.kind == number && len(n.text) <= 2 && n.n < 24 {
		from, end, ok = clock{hour: n.n}, at+1, true
	}
	joint := s.joint(end)
	if joint == end {
		joint = s.skip(end, "and")
	}
	if !ok || joint == end {
		return hours{}, i, false
	}
	to, end, ok := s.clock(joint)
	if !ok || !to.sure && !from.sure && s.low(joint+1) != ":" {
		return hours{}, i, false
	}
	if !from.sure && from.hour < 12 && from.hour+12 < to.hour {
		from.hour += 12 // "6 to 8 pm"
	}
	h := hours{from.hour, to.until()}
	return h, end, h.from != h.to
}

// A clock is a time of day.
type clock struct {
	hour, minute int
	sure         bool // am or pm, or 24 hours: there is no other reading
}

// until returns the hour that is over by then.
func (c clock) until() int {
	if c.minute > 0 {
		return c.hour + 1
	}
	return c.hour
}

// clock reads "7am", "7:30", "7:30 pm", "19h30" and nothing that is a pace, a
// duration or a ratio.
func (s *scanner) clock(i int) (clock, int, bool) {
	switch s.low(i) {
	case "noon", "midday":
		return clock{12, 0, true}, i + 1, true
	case "midnight":
		return clock{0, 0, true}, i + 1, true
	}
	t := s.at(i)
	if t.kind != number || len(t.text) > 2 || t.n < 0 || t.n > 23 {
		return clock{}, i, false
	}
	m, end := s.minutes(i + 1)
	if half := s.meridiem(end); half != "" {
		c := clock{t.n % 12, m, true}
		if half == "pm" {
			c.hour += 12
		}
		return c, s.meridiemEnd(end), t.n >= 1 && t.n <= 12
	}
	sure := t.n > 12 || t.n == 0 || len(t.text) == 2 && t.text[0] == '0'
	return clock{t.n, m, sure}, end, end > i+1 && s.low(i+1) != "." && !s.measured(end)
}

// minutes reads what stands behind an hour: ":30", "h30", ".30".
func (s *scanner) minutes(i int) (n, end int) {
	sep, m := s.at(i), s.at(i+1)
	if !sep.glued || sep.low != ":" && sep.low != "h" && sep.low != "." || !m.glued || m.kind != number || len(m.text) != 2 || m.n >= 60 {
		return 0, i
	}
	return m.n, i + 2
}

// measured reports whether token i tells that the digits before it are a pace, a
// duration or a ratio.
func (s *scanner) measured(i int) bool {
	t, next := s.at(i), s.at(i+1)
	return t.glued && t.kind != mark || t.low == "/" || t.low == "%" || notClock[t.low] ||
		t.low == ":" && next.glued && next.kind == number
}

// clockAt reports whether a time of day stands at token i.
func (s *scanner) clockAt(i int) bool {
	_, _, ok := s.clock(s.skip(i, "at"))
	return ok
}

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
