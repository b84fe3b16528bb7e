package analyzer

import (
	"fmt"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// fewValues is up to how many values a question for a value has told one by one.
const fewValues = 6

// tellValues states the value of each note, the latest first where the question
// asks how it is now.
func (q *inquiry) tellValues(p *part, st stance, m *measure) {
	series := m.typical()
	if p.AsksNow() && !p.dated {
		last := series[len(series)-1]
		q.state(p, sure, q.valueFact(m, last, "Latest "))
		return
	}
	if len(series) > fewValues {
		q.findAverage(p, st, q.averageFact(st, m))
		return
	}
	for _, pt := range series {
		q.state(p, sure, q.valueFact(m, pt, ""))
	}
}

// valueFact is one value with its day.
func (q *inquiry) valueFact(m *measure, pt stat.Point, word string) *commonv1.Fact {
	return q.value(m, newFact(kindAverage, m.subjectName(), m.name, pt.Value, m.unit, notes.Range{Start: pt.Day, End: pt.Day}, 1, []string{pt.ID},
		"%s", capital(fmt.Sprintf("%s%s: %s on %s.", word, m.label(), with(pt.Value, m.unit), pt.Day))))
}
