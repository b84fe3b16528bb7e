package analyzer

import (
	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// explain quotes sentences that give a reason in words, then tells what goes
// together over declared values. It claims no other cause: where a note only gives a
// reason for something near to it, it is the closest there is.
func (q *inquiry) explain() {
	passages := q.reasons("reason")
	if len(passages) == 0 {
		passages = q.reasons("reason weak")
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

// reasons returns the sentences with a cue that name all of what the question asks
// about before the clause of the cue ends, or follow one that does and begin with the
// cue: "Slept badly. Because of the heat." The best notes come first.
func (q *inquiry) reasons(cue string) []passage {
	var out []passage
	for _, n := range q.which(q.ofDays) {
		sentences := sentencesOf(n.text())
		for i, s := range sentences {
			from := i
			switch words, leads := s.until(cue, n.text()); {
			case words != nil && allIn(q.terms, words):
			case leads && i > 0 && allIn(q.terms, sentences[i-1].words()):
				from--
			default:
				continue
			}
			out = append(out, passage{n, trimmed(n.text(), sentences[from].start, s.end)})
			break
		}
	}
	return out
}
