package analyzer

import (
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// causes are the words by which a note gives a reason itself.
var causes = ask.Phrases("because", "due to", "since i", "thanks to", "caused by", "that's why",
	"probably from", "must be", "guess it's", "guess the", "blame")

// feelings are the words by which a note tells how something was.
var feelings = ask.Phrases("felt", "feel", "feeling")

// maxStated bounds how many notes are quoted for what they say of causes and
// feelings.
const maxStated = 8

// stated quotes the notes in which the user gives reasons, or tells how
// something felt, unless they are quoted already. It returns the reasons.
func (q *inquiry) stated(p *part, ns []*note, c complaint) []*commonv1.Fact {
	var reasons []*commonv1.Fact
	n := 0
	say := func(phrases []ask.Phrase, about func(*note) bool) []*commonv1.Fact {
		var out []*commonv1.Fact
		for _, note := range ns {
			token, said, _ := note.find(phrases, nil)
			if !said || !about(note) {
				continue
			}
			words := shorten(note.sentence(token))
			f := q.quote(note, words, "")
			out = append(out, f)
			if n < maxStated && !q.quotes(note.entry.GetId(), words) {
				n++
				q.state(p, likely, f)
			}
		}
		return out
	}
	// A reason counts where it is given for what the question asks about.
	reasons = say(causes, func(n *note) bool {
		if _, so := c.in(n); so {
			return true
		}
		for _, s := range p.subjects {
			if told, _ := s.on(n); told {
				return true
			}
		}
		return len(p.subjects) == 0
	})
	anyNote := func(*note) bool { return true }
	say(c.phrases, anyNote)
	say(feelings, anyNote)
	return reasons
}
