package extract

import (
	"fmt"
	"slices"
	"sort"

	"github.com/weft-mesh/weft/notes/assertion"
)

// judge finds the parts of the text that tell no event of the writer's.
func (s *scanned) judge() {
	s.spans = assertion.Scan(s.text)
	at := func(offset int) int {
		return sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].end > offset })
	}
	for n, span := range s.spans {
		for k := at(span.Start); k < len(s.tokens) && s.tokens[k].start < span.End; k++ {
			s.tokens[k].unreal = append(s.tokens[k].unreal, int32(n))
		}
		if span.From < 0 {
			continue
		}
		for k := at(span.From); k < len(s.tokens) && s.tokens[k].start < span.To; k++ {
			if t := &s.tokens[k]; t.turns == 0 || t.turns == assertion.Others {
				t.turns = span.Kind
			}
		}
	}
}

// unrealFor returns the span that makes a match of the tokens from i to end no
// event of the writer's. Words of the match itself don't, for a pattern may read
// "didn't sleep"; but who did it is never a pattern's.
func (s *scanned) unrealFor(i, end int, captured []value) (assertion.Span, bool) {
	at := func(k int) (assertion.Span, bool) {
		for _, n := range s.tokens[k].unreal {
			if span := s.spans[n]; span.Kind.OfNumber() {
				continue
			} else if span.Kind == assertion.Others || span.From < s.tokens[i].start || span.From >= s.tokens[end-1].end {
				return span, true
			}
		}
		return assertion.Span{}, false
	}
	if span, ok := at(i); ok {
		return span, true
	}
	for _, v := range captured {
		if span, ok := at(v.from); ok && (v.items == nil || span.Kind != assertion.Others) { // one is grateful for what others do
			return span, true
		}
	}
	return assertion.Span{}, false
}

// notDoneAt returns why a number that begins at token k is no amount of what was done.
func (s *scanned) notDoneAt(k int) (assertion.Kind, bool) {
	for _, n := range s.tokens[k].unreal {
		if kind := s.spans[n].Kind; kind.OfNumber() || kind == assertion.Part {
			return kind, true
		}
	}
	return 0, false
}

// partAt reports whether token k stands in what another number holds already.
func (s *scanned) partAt(k int) bool {
	return slices.ContainsFunc(s.tokens[k].unreal, func(n int32) bool { return s.spans[n].Kind == assertion.Part })
}

// takeNotDone takes from a match the numbers that are no amount of what was done, and
// returns them with why.
func (s *scanned) takeNotDone(m match) (denied []unrealMatch) {
	for name, v := range m.captured {
		if v.items != nil {
			continue
		}
		if kind, ok := s.notDoneAt(v.from); ok && (v.form != formText || kind == assertion.Part && !s.partAt(m.from)) {
			delete(m.captured, name)
			denied = append(denied, unrealMatch{match{pattern: m.pattern, from: v.from, to: v.to}, kind})
		}
	}
	return denied
}

// within reports whether what stands at token k is unreal by words of the match
// that began at start.
func (s *scanned) within(k, start int) bool {
	for _, n := range s.tokens[k].unreal {
		if s.spans[n].From >= s.tokens[start].start && s.spans[n].Kind != assertion.Others {
			return true
		}
	}
	return false
}

var reasons = map[assertion.Kind]string{
	assertion.Negated:  "the note says it didn't happen",
	assertion.Planned:  "the note only plans or wishes it",
	assertion.Asked:    "the note asks about it",
	assertion.Others:   "the note says it about someone else",
	assertion.Habitual: "the note says it about another time",
	assertion.Quoted:   "the note quotes it",
	assertion.Part:     "another number of the note holds it already",

	assertion.Compared:  "the note says how much more or less it was",
	assertion.Bounded:   "the note gives it as a limit, an estimate or a worth",
	assertion.Apiece:    "the note says that each was so much, and not how many there were",
	assertion.OtherTime: "the note says it about another time",
}

// leftOut says in a sentence why a part of the note gave no data.
func leftOut(text string, why assertion.Kind) string {
	return fmt.Sprintf("“%s” was left out: %s.", text, reasons[why])
}
