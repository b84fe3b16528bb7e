package analyzer

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// overview reports whether the part asks how it went with its subjects.
func (p *part) overview() bool {
	return len(p.subjects) > 0 && p.Is(ask.Summing) && !p.Is(ask.Explaining)
}

// account tells of each subject on how many days it was, and of its measures the
// total and average, or the best and average of what does not add up.
func (q *inquiry) account(p *part) {
	for _, s := range p.subjectsOf() {
		for _, sp := range q.focus {
			st := q.look(s, sp)
			q.cover(p, st, q.dense(st))
			if len(st.told) == 0 {
				q.silence(p, st)
				q.denials(p, st)
				continue
			}
			ms := chosen(p, s, measures(s, st.told))
			q.accountOn(p, st, ms)
			q.regularities(st, ms)
		}
	}
}

func (q *inquiry) accountOn(p *part, st stance, ms []*measure) {
	q.tellCount(p, st)
	ms = slices.DeleteFunc(slices.Clone(ms), func(m *measure) bool { return m.name == "volume" || len(m.series) < 2 })
	for _, m := range ms[:min(len(ms), topMeasures)] {
		q.accountOf(p, st, m)
	}
}

func (q *inquiry) accountOf(p *part, st stance, m *measure) {
	average := q.averageFact(st, m)
	claim := average.GetText()
	facts := []*commonv1.Fact{average}
	switch {
	case m.name == "load":
		best := q.extremeFact(st, m, true)
		claim, facts = best.GetText()+" On average it was "+with(average.GetValue(), m.unit)+".", append(facts, best)
	case m.additive() && relevance(m.domain, m.subject) == 0:
		sum := q.sumFact(st, m)
		claim, facts = sum.GetText()+" On average it was "+with(average.GetValue(), m.unit)+".", append(facts, sum)
	}
	q.find(p, confidence(int(average.GetSampleSize()), st.coverage()), claim, facts...)
}
