package analyzer

import (
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
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
func (q *inquiry) stated(p *part, ns []*note.Note, c complaint) []*commonv1.Fact {
	var reasons []*commonv1.Fact
	quoted := 0
	say := func(phrases []ask.Phrase, about func(*note.Note) bool) []*commonv1.Fact {
		var out []*commonv1.Fact
		for _, n := range ns {
			token, said, _ := n.Find(phrases, nil)
			if !said || !about(n) {
				continue
			}
			words := shorten(n.Sentence(token))
			f := q.quote(n, words, "")
			out = append(out, f)
			if quoted < maxStated && !q.quotes(n.Entry.GetId(), words) {
				quoted++
				q.state(p, likely, f)
			}
		}
		return out
	}
	// A reason counts where it is given for what the question asks about.
	reasons = say(causes, func(n *note.Note) bool {
		if _, so := c.in(n); so {
			return true
		}
		for _, s := range p.subjects {
			if told, _ := s.On(n); told {
				return true
			}
		}
		return len(p.subjects) == 0
	})
	anyNote := func(*note.Note) bool { return true }
	say(c.phrases, anyNote)
	say(feelings, anyNote)
	return reasons
}
