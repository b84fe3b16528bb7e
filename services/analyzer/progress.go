package analyzer

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// progress tells how a subject moves: its first value and its last, its trend
// and its record.
func (q *inquiry) progress(p *part, st stance, ms []*measure) {
	if q.tellMovement(p, st) {
		q.tellCount(p, st)
		return
	}
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	for _, m := range ms {
		series := m.typical()
		if len(series) < 2 || series[0].Day == series[len(series)-1].Day {
			if p.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE && st.subject != nil {
				q.lookUp(p, st) // the note itself may tell from what to what
				return
			}
			f := q.averageFact(st, m)
			q.find(p, doubtful, f.GetText()+" One day alone shows no progress.", f)
			continue
		}
		first, last := series[0], series[len(series)-1]
		f := newFact(kindChange, m.subjectName(), m.name, last.Value, m.unit, notes.Range{Start: first.Day, End: last.Day}, len(series), []string{first.ID, last.ID},
			"%s was %s on %s, first, and %s on %s, last%s.", capital(m.label()), with(first.Value, m.unit), first.Day, with(last.Value, m.unit), last.Day, difference(first.Value, last.Value, m.unit))
		f.Baseline = new(round(first.Value))
		q.find(p, sure, f.GetText(), q.fact(f))
		if t, trend := q.trendFact(m); t != nil {
			level := likely
			if trend.N >= 8 {
				level = sure
			}
			q.find(p, level, t.GetText(), t)
			if trend.Direction() != 0 {
				q.pattern(t.GetText())
			}
		}
		if r := q.recordFact(m); r != nil && !q.fasterIsLess(m) {
			q.find(p, sure, r.GetText(), r)
		}
	}
	q.tellCount(p, st)
	q.findIf(p, q.gapFact(st, weekGap))
}
