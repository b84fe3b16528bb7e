package analyzer

import (
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// explain quotes sentences that give a reason in words, then tells what goes
// together over declared values. It claims no other cause.
func (q *inquiry) explain() {
	passages := q.reasons("reason", true)
	if len(passages) == 0 {
		passages = q.reasons("reason weak", false)
	}
	reasons := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_REASON}
	for _, p := range passages {
		if len(reasons.Quotes) < few && !q.shown[p.id()] {
			q.put(reasons, p.note, p.words)
		}
	}
	reasoned := q.add(reasons)
	if !q.correlate() && !reasoned {
		q.approach(few)
	}
}

// correlate tells what goes together, and reports whether something does.
func (q *inquiry) correlate() bool {
	if !q.whole() {
		return false
	}
	ids := q.learn(observation.CoOccur(q.form, q.req.GetObservations()))
	return q.add(&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_CORRELATION, FactIds: ids})
}

// A passage is a part of a note.
type passage struct {
	*note
	words *commonv1.TextRange
}

// reasons returns the sentences with a cue that bear on the question, the best
// notes first: they name all of it or, if near is true, something of it, or stand
// beside a sentence that does.
func (q *inquiry) reasons(cue string, near bool) []passage {
	var out []passage
	for _, n := range q.which(func(n *note) bool { return within(n.day(), named(q.form)) }) {
		sentences := sentencesOf(n.text())
		bears := func(i int) bool {
			return i >= 0 && i < len(sentences) && (near && anyIn(q.terms, sentences[i].words()) || allIn(q.terms, sentences[i].words()))
		}
		for i, s := range sentences {
			if !cued(cue, s.tokens) {
				continue
			}
			from, to := i, i
			switch {
			case bears(i):
			case near && bears(i-1):
				from--
			case near && bears(i+1):
				to++
			default:
				continue
			}
			out = append(out, passage{n, trimmed(n.text(), sentences[from].start, sentences[to].end)})
			break
		}
	}
	return out
}
