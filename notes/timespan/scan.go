package timespan

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Scan returns the spans of Read.
func Scan(text string, ref Ref) []Span { return Read(text, ref).Spans }

// Read returns all time expressions of a text, and those that can't be resolved.
func Read(text string, ref Ref) Reading {
	s := newScanner(text, ref)
	var values []value
	var r Reading
	for i := 0; i < len(s.toks); {
		v, end, ok := s.read(i)
		if ok {
			v.Offset = s.toks[i].start
			v.Text = text[v.Offset:s.toks[end-1].end]
			v.first, v.stop = i, end
		}
		switch {
		case ok && v.void != "":
			r.Unresolved = append(r.Unresolved, Unresolved{Text: v.Text, Offset: v.Offset, Reason: v.void})
		case ok && v.sound():
			v = s.wakingDay(s.afterPrevious(v, i))
			values = append(values, v)
			s.prev, s.prevEnd = &v, end
		}
		i = end
	}
	for i := len(values) - 2; i >= 0; i-- {
		if values[i+1].listed {
			values[i] = s.alike(values[i], values[i+1])
		}
	}
	values = s.together(values)
	r.Spans = make([]Span, len(values))
	for i, v := range values {
		r.Spans[i] = v.Span
	}
	return r
}

// wakingDay returns a night as the day on which one wakes, where the text is about sleep:
// "slept 7h on Sunday night" is told on Monday.
func (s *scanner) wakingDay(v value) value {
	if !s.sleep || v.Range.Days() != 1 || v.StartHour != parts["night"].from || v.EndHour != parts["night"].to || v.Range.Start.AddDays(1).After(s.today) {
		return v
	}
	v.StartHour, v.EndHour, v.Grain = 0, 0, commonv1.Grain_GRAIN_DAY
	v.Range = single(v.Range.Start.AddDays(1))
	return v
}

// read reads the expression at token i and returns where to go on; it passes over
// names and titles that only look like times.
func (s *scanner) read(i int) (v value, next int, ok bool) {
	if end := max(s.namesake(i), s.trapping(i), s.title(i), s.happened(i)); end > i {
		return v, end, false
	}
	if !s.timely(i) {
		return v, i + 1, false
	}
	v, end, ok := s.expression(i)
	if !ok {
		return v, i + 1, false
	}
	return v, end, !s.mentioned(v, i, end)
}

// afterPrevious returns v, which token i begins, as the expression before it has it
// meant.
func (s *scanner) afterPrevious(v value, i int) value {
	v.listed = s.continuesList(i)
	v = s.elliptic(v, i)
	if v.listed && s.low(i-1) != "than" && !s.comparing || s.guessed(i) && s.looks(i) != onward {
		v = s.like(v, *s.prev)
	}
	return v
}

// continuesList reports whether token i begins the next of a list of times.
func (s *scanner) continuesList(i int) bool {
	switch {
	case s.prev == nil:
		return false
	case s.prevEnd == i-1:
		return joins[s.low(i-1)]
	case s.prevEnd == i-2:
		return s.low(i-2) == "or" && s.low(i-1) == "on"
	}
	return s.prevEnd == i && weekdayName(s.low(i)) && s.prev.weekly
}

// A scanner reads one text.
type scanner struct {
	toks      []token
	cal       calendar
	now       time.Time
	today     notes.Day
	prev      *value // the expression before, nil at first
	prevEnd   int    // the token after it
	depth     int    // how many expressions the current one stands in
	sleep     bool   // the text is about sleep
	past      bool   // the text tells of the past
	weekdays  int    // how many names of weekdays it has that can be nothing else
	months    int    // how many names of months it has that can be nothing else
	pairs     *bool  // weekdays with numbers are dates, nil while nobody has asked
	contrasts bool   // the text holds spans against each other
	asks      bool   // the text is a question or a request
	stated    []bool // the clause of a token is a statement beside it
	comparing bool   // the text compares, so "to" may separate two spans

	people map[string]bool // months that the text says are somebody
}

func newScanner(text string, ref Ref) *scanner {
	s := &scanner{
		toks:  tokenize(text),
		cal:   calendar{ref.WeekStart},
		now:   ref.Now,
		today: notes.DayOf(ref.Now),
	}
	for i, t := range s.toks {
		s.sleep = s.sleep || sleepWords[t.low]
		if _, named := weekdays[t.low]; named && (!ambiguous[t.low] || t.low == "sat" && s.endsClause(i)) {
			s.weekdays++
		}
		if months[t.low] != 0 && !ambiguous[t.low] {
			s.months++
		}
		s.past = s.past || pastTense(t.low)
		s.comparing = s.comparing || strings.HasPrefix(t.low, "compar")
		s.contrasts = s.contrasts || s.comparing || contrasts[t.low]
	}
	s.readQuestions()
	s.people = s.introduced()
	return s
}

// endsClause reports whether "sat" at token i ends a clause of which it is hardly
// the verb: "hike with Paul sat, 14 km".
func (s *scanner) endsClause(i int) bool {
	return i > 0 && s.at(i+1).kind == mark && s.at(i-1).kind != mark && !pronouns[s.low(i-1)] && s.low(i-1) != "and"
}

// timely reports whether an expression may begin at token i.
func (s *scanner) timely(i int) bool {
	t := s.toks[i]
	switch t.kind {
	case number:
		return true
	case mark:
		return apostropheMark(t.low) && s.at(i+1).glued && s.at(i+1).kind == number
	case word:
		return openers()[t.low] || s.owner(i) > i && s.mayOwn(i)
	}
	return false
}

// mayOwn reports whether an occasion may stand after its owner.
func (s *scanner) mayOwn(i int) bool {
	for k := i + 1; k < min(i+5, len(s.toks)); k++ {
		if occasions[s.low(k)] {
			return true
		}
	}
	return false
}

// low returns a token in lower case, "" beyond the text.
func (s *scanner) low(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.toks[i].low
}

// at returns a token, beyond the text one that is an empty mark.
func (s *scanner) at(i int) token {
	if i < 0 || i >= len(s.toks) {
		return token{}
	}
	return s.toks[i]
}

// seq reports whether the words stand from i on.
func (s *scanner) seq(i int, words ...string) bool {
	for k, w := range words {
		if s.low(i+k) != w {
			return false
		}
	}
	return true
}

// skip returns the index after i if one of the words stands there, else i.
func (s *scanner) skip(i int, words ...string) int {
	for _, w := range words {
		if s.low(i) == w {
			return i + 1
		}
	}
	return i
}

// closed reports whether a phrase can end before token i: the text ends, or no
// word follows that the phrase would describe.
func (s *scanner) closed(i int) bool {
	t := s.at(i)
	return t.kind == mark || s.function(i)
}

// function reports whether token i is a word of grammar.
func (s *scanner) function(i int) bool { return closers[s.low(i)] }
