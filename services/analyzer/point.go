package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// pointed returns the words of a note that the question points at: what was ranked
// best, unless a sentence elsewhere has more of what it names and of the kind of thing
// that it wants. Of a long line it is the sentence of it with the most.
func (q *inquiry) pointed(n *note) *commonv1.TextRange {
	best := quoteRange(n)
	if len(q.terms) == 0 {
		return best
	}
	long := best.GetEnd()-best.GetStart() > passageRoom
	most, out := q.points(n, sentence{start: int(best.GetStart()), end: int(best.GetEnd())}), best
	if long {
		most = -1
	}
	for _, s := range sentencesOf(n.text()) {
		inside := int(best.GetStart()) <= s.start && s.end <= int(best.GetEnd())
		if !long && inside || long && !inside {
			continue
		}
		if p := q.points(n, s); p > most {
			most, out = p, trimmed(n.text(), s.start, s.end)
		}
	}
	return out
}

// points tells how much of what the question names a part of a note has: whose it is
// counts half, and that it has a day or a number where one is wanted as much.
func (q *inquiry) points(n *note, s sentence) int {
	text := n.text()[s.start:s.end]
	words, out := wordsOf(text), 0
	for _, t := range q.terms {
		switch {
		case !t.in(words):
		case slices.ContainsFunc(q.form.GetSubjects(), func(x *commonv1.Subject) bool { return strings.EqualFold(x.GetOwner(), t.words) }):
			out++
		default:
			out += 2
		}
	}
	if out > 0 && q.answers(n, text) {
		out++
	}
	return out
}

// answers reports whether a part of a note has what the question wants: a day that is
// not that of the note, or a number.
func (q *inquiry) answers(n *note, text string) bool {
	switch {
	case q.form.GetWanted() == commonv1.Wanted_WANTED_WHEN:
		return eventtime.Names(eventtime.Note{At: n.at(), Text: text}, q.weekStart())
	case q.form.GetWanted() == commonv1.Wanted_WANTED_AGGREGATE, q.form.GetMeasure() != nil:
		return len(quantity.Scan(text)) > 0
	}
	return false
}
