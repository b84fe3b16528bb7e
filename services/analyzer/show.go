package analyzer

import (
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// shown is how many notes are shown one by one; further ones are counted.
const shown = 30

// topMeasures is how many measures of a subject get facts where none is asked for.
const topMeasures = 6

// wentHow reports whether a question asks how something was that is measured
// again and again: "how did I sleep last week".
func (p *part) wentHow(st stance) bool {
	return st.subject != nil && st.subject.Known && len(note.DaysOf(st.told)) > 1 && st.subject.Everyday() && (!p.Is(ask.Asking) || p.Is(ask.HowWent))
}

// describe computes what is known of a measure and returns what tells most of
// it.
func (q *inquiry) describe(st stance, m *measure) *commonv1.Fact {
	average := q.averageFact(st, m)
	if s := stat.Summarize(m.series.Values()); s.Min < s.Max {
		q.extremeFact(st, m, true)
		q.extremeFact(st, m, false)
	}
	if m.additive() && len(m.series) > 1 {
		if sum := q.sumFact(st, m); relevance(m.domain, m.subject) == 0 {
			return sum
		}
	}
	return average
}

// show states each note with its words.
func (q *inquiry) show(p *part, st stance) {
	for i, n := range st.told {
		if i == shown {
			rest := st.told[shown:]
			q.state(p, sure, q.fact(newFact(kindCount, st.subject.About(), "entries", float64(len(rest)), "entries", st.days, len(rest), note.IDs(rest),
				"%s more on %s, from %s to %s.", plural(len(rest), "entry"), st.subjectName(), rest[0].Day, rest[len(rest)-1].Day)))
			break
		}
		q.state(p, sure, q.mention(n, st.subject.Anchor(n), st.subject.About()))
	}
	q.countFact(st)
}

// regularities computes trend, breaks and streaks.
func (q *inquiry) regularities(st stance, ms []*measure) {
	for i, m := range ms {
		if i == topMeasures {
			break
		}
		if f, t := q.trendFact(m); f != nil && t.Direction() != 0 {
			q.pattern(f.GetText())
		}
		if f := q.weekends(st, m); f != nil {
			q.pattern(f.GetText())
		}
	}
	if st.subject == nil {
		return
	}
	if f := q.gapFact(st, weekGap); f != nil {
		q.pattern(f.GetText())
	}
	if f := q.streakFact(st, 3); f != nil {
		q.pattern(f.GetText())
	}
}
