package timespan

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// EntryTime returns the moment that a note is about, and the words that say so.
// Words are empty if nothing in the note moves it from the moment it was
// written at; it never moves into the future.
//
// A note moves when a single day leads it ("Yesterday I ran 5k", "2026-01-05:
// bench") or ends its only sentence ("ran 5k yesterday"), and when it names a
// single time of day. It stays where it is when it speaks of a longer span
// ("slept badly all week"), of several days, of a day only by comparison
// ("better than yesterday", "sore from Monday") or of a plan ("gym tomorrow").
// "Last night" moves a note to the evening before, unless it is about sleep: a
// night belongs to the day on which one wakes.
//
// A day without a time keeps the time of writing, a part of a day gets its
// usual hour: 8 for mornings, 15, 19 and 22 for the later parts.
func EntryTime(text string, writtenAt time.Time, weekStart time.Weekday) (at time.Time, words string) {
	e := entry{text: text, scanner: newScanner(text, Ref{writtenAt, weekStart})}
	e.spans = Scan(text, Ref{writtenAt, weekStart})
	day, said := e.day()
	clock, told := e.clockTime(said)
	if said == nil && told == "" {
		return writtenAt, ""
	}
	on := notes.DayOf(writtenAt)
	h, m, sec := writtenAt.Clock()
	if said != nil {
		words, on = said.Text, day
		if said.Hourly() {
			h, m, sec = usualHour(said), 0, 0
		}
	}
	if told != "" {
		h, m, sec = clock.hour, clock.minute, 0
		words = strings.TrimSpace(words + " " + told)
	}
	at = time.Date(on.Year, on.Month, on.Date, h, m, sec, 0, writtenAt.Location())
	if at.Equal(writtenAt.Truncate(time.Second)) || at.After(writtenAt) {
		return writtenAt, ""
	}
	return at, words
}

// An entry is a note whose moment is looked for.
type entry struct {
	*scanner
	text  string
	spans []Span
}

// usualHour is when things of a part of the day happen.
func usualHour(s *Span) int {
	switch s.StartHour {
	case 5:
		return 8
	case 12:
		return 15
	case 17:
		return 19
	case 18, 21:
		return 22
	}
	return s.StartHour
}

// day returns the day that the note is about and the words that name it.
func (e *entry) day() (notes.Day, *Span) {
	var named *Span
	for i := range e.spans {
		s := &e.spans[i]
		if s.Range.IsZero() {
			continue
		}
		if s.Range.Days() != 1 || named != nil && named.Range != s.Range {
			return notes.Day{}, nil // a span, or several days
		}
		if named == nil {
			named = s
		}
	}
	if named == nil || named.Range.Start.After(e.today) || !e.tells(named) {
		return notes.Day{}, nil
	}
	return named.Range.Start, named
}

// tells reports whether the note happened on the day that s names, in contrast
// to one that mentions the day.
func (e *entry) tells(s *Span) bool {
	first, after := e.tokenAt(s.Offset), e.tokenAt(s.Offset+len(s.Text))
	if e.at(after).kind == possessive {
		return false
	}
	bare := s.Assumed && !s.Explicit // a weekday, which may also be the coming one
	if e.leads(first) {
		label := e.at(after).kind == mark && strings.Contains(":-–—,.", e.low(after))
		return label || !bare && !s.Explicit || e.past && !e.planned() || s.Explicit && !e.planned() && !e.attribute(s)
	}
	if !e.oneSentence() || e.planned() || mentions[e.low(e.beforeLead(first))] || e.compared(first) {
		return false
	}
	return !bare && !s.Explicit || e.past
}

// leads reports whether only words of introduction stand before token i.
func (e *entry) leads(i int) bool {
	for k := range i {
		t := e.at(k)
		if t.kind != mark && !introductions[t.low] {
			return false
		}
		if strings.ContainsAny(t.low, ".!?") {
			return false
		}
	}
	return true
}

// compared reports whether the part of the note that token i stands in only tells
// what was then: "80 kg, was 82 at new year".
func (e *entry) compared(i int) bool {
	for i > 0 && e.low(i-1) != "," && e.low(i-1) != "(" {
		i--
	}
	return i > 0 && comparisons[e.low(i)]
}

// beforeLead returns the token before i, passing over "on" and "the".
func (e *entry) beforeLead(i int) int {
	i--
	for e.low(i) == "the" || e.low(i) == "on" {
		i--
	}
	return i
}

// planned reports whether the note speaks of what is to come.
func (e *entry) planned() bool {
	for _, t := range e.toks {
		if futureWords[t.low] {
			return true
		}
	}
	return strings.Contains(e.text, "[ ]")
}

// oneSentence reports whether the note is short and of one sentence.
func (e *entry) oneSentence() bool {
	return len(strings.TrimSpace(e.text)) <= 240 && len(sentencesplit.SplitText(e.text, sentencesplit.Jotted)) == 1
}

// tokenAt returns the index of the first token that begins at the offset or
// after it.
func (e *entry) tokenAt(offset int) int {
	for i, t := range e.toks {
		if t.start >= offset {
			return i
		}
	}
	return len(e.toks)
}

// clockTime returns the one time of day that the note names, with its words.
func (e *entry) clockTime(said *Span) (clock, string) {
	var found clock
	words, n := "", 0
	for i := 0; i < len(e.toks); i++ {
		c, end, ok := e.clock(i)
		if !ok {
			continue
		}
		if n++; n > 1 && !(n == 2 && e.ranged(i)) {
			return clock{}, ""
		}
		if n == 1 && e.tellsTime(i, end) {
			found, words = e.half(c, said), e.text[e.toks[i].start:e.toks[end-1].end]
		}
		i = end - 1
	}
	if words == "" || said == nil && e.hasOtherDay() {
		return clock{}, ""
	}
	return found, words
}

// ranged reports whether the time at token i ends a range: "from 7:00 to 8:15".
func (e *entry) ranged(i int) bool {
	switch e.low(i - 1) {
	case "to", "-", "–", "until", "till":
		return true
	}
	return false
}

// tellsTime reports whether the note happened at the time of tokens i to end.
func (e *entry) tellsTime(i, end int) bool {
	switch e.low(i - 1) {
	case "at", "@", "around", "from", "about", "~":
		return i == 1 || e.oneSentence() || e.firstSentence(i)
	case "":
		return true
	}
	if e.low(end) == "," || e.low(end) == ":" || e.low(end) == "-" || e.low(end) == "–" {
		return e.leads(i)
	}
	return e.leads(i) || e.sayDay(i)
}

// sayDay reports whether a day's name stands right before token i.
func (e *entry) sayDay(i int) bool {
	for _, s := range e.spans {
		if e.tokenAt(s.Offset+len(s.Text)) == e.skipBack(i) {
			return e.leads(e.tokenAt(s.Offset))
		}
	}
	return false
}

func (e *entry) skipBack(i int) int {
	if e.low(i-1) == "," {
		return i - 1
	}
	return i
}

func (e *entry) firstSentence(i int) bool {
	return e.toks[i].start < sentencesplit.SplitText(e.text, sentencesplit.Jotted)[0].End
}

// hasOtherDay reports whether the note names days although none moved it.
func (e *entry) hasOtherDay() bool {
	return slices.ContainsFunc(e.spans, func(s Span) bool { return !s.Range.IsZero() && s.Range != single(e.today) })
}

// half decides between morning and evening for "7:30": by the words around it,
// and by what is over already.
func (e *entry) half(c clock, said *Span) clock {
	if c.sure || c.hour == 0 || c.hour > 11 {
		return c
	}
	late := said != nil && said.Hourly() && said.StartHour >= 12
	for _, t := range e.toks {
		late = late || lateWords[t.low]
	}
	if late {
		c.hour += 12
	}
	return c
}
