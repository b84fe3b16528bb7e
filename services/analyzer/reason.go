package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

var (
	// reasoned are the words of a note that gives a reason in passing.
	reasoned = regexp.MustCompile(`(?i)\b(?:because|bc|cuz|cos|due to|since (?:i|we|he|she|it|they)|thanks to|so that|so (?:i|we|he|she|they|it)|in order to|that['’]?s why|wanted|needed|needs?|lost\b[^.]*\bto|cause[sd]?|reason|blame|for (?:the|my|a|an|once|\pL+ing)|after|to (?:celebrate|avoid|save|clear|help|make|get|be))\b|=>|->`)
)

// tellReason answers why something was done or happened that is nothing to
// measure, and no way to feel: only a note on it can say. What else differed
// around that day is no reason to buy a lamp.
func (q *inquiry) tellReason(p *part) bool {
	if !p.Is(ask.WhyDone) || len(p.subjects) == 0 || len(q.complaintOf(p).kinds) > 0 || p.overview() {
		return false
	}
	if p.Is(ask.Bodily) {
		return false
	}
	topics, states := states(p.subjects)
	deed := false // "why did I buy the lamp", whatever domain knows lamps
	if things := slices.DeleteFunc(slices.Clone(topics), p.does); len(things) > 0 {
		deed = len(things) < len(topics)
		topics = things // a note may have another verb
	}
	if len(states) > 0 || slices.ContainsFunc(topics, func(s *note.Subject) bool {
		return s.Known && !deed || len(s.Domains) > 0 || s.Workout || q.mostlyMeasured(s)
	}) {
		return false
	}
	told := slices.Clone(q.notes)
	for _, s := range topics {
		if on, _ := note.On(s.Loosely(), told); len(on) > 0 {
			told = on
			at, n := s.Place(p.Tokens)
			if own := note.Filter(on, func(o *note.Note) bool { return at >= 0 && search.Contains(o.Tokens, p.Tokens[at:at+n]) }); len(own) > 0 {
				told = own // a lamp is a light, and not each light is that lamp
			}
		} else if p.thing(s) {
			return false // a gap of its own
		}
	}
	if len(told) == len(q.notes) {
		return false
	}
	st := q.look(topics[0].Loosely(), everything)
	st.told = told
	q.lookUp(p, st)
	if !slices.ContainsFunc(told, func(n *note.Note) bool { return reasoned.MatchString(around(n, topics[0])) }) {
		q.notTold(p, st, p.words(topics[0]), "the reason")
	}
	return true
}
