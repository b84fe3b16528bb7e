package analyzer

import (
	"fmt"
	"regexp"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// present asks how something is now.
var present = regexp.MustCompile(`(?i)^\W*(?:(?:and|so)\s+)?(?:how (?:much|heavy|high|low|tall|many)\s+(?:do i|am i|is my|are my|is the|does)\b|what(?:['’]?s| is| are)\s+(?:my|the|it)\b|(?:what|which)\s+(?:\w+\s+){0,4}(?:do i|am i)\b|what do i weigh|my current|current)`)

// asksNow reports whether a question asks how something is now.
func (p *part) asksNow() bool {
	return present.MatchString(p.question) || habit.MatchString(p.question) || p.has("now", "currently", "current", "at the moment", "these days")
}

// past asks how something was.
var past = regexp.MustCompile(`(?i)^\W*(?:(?:and|so)\s+)?what (?:was|were) (?:my|the)\b`)

// fewValues is up to how many values a question for a value has told one by one.
const fewValues = 6

// valued reports whether a question for one thing asks for a quantity of its
// subject: the pace of a run, the dose of a medicine.
func (p *part) valued() bool {
	return p.want == wantNotes && p.asksOf() == nil && (p.dimension != "" || p.valuedNow())
}

// valuedNow reports whether the question asks what a value is or was.
func (p *part) valuedNow() bool {
	return p.asksNow() || past.MatchString(p.question)
}

// tellValues states the value of each note, the latest first where the question
// asks how it is now.
func (q *inquiry) tellValues(p *part, st stance, m *measure) {
	series := m.typical()
	if p.asksNow() && !p.dated {
		last := series[len(series)-1]
		f := q.valueFact(m, last, "Latest ")
		q.find(p, sure, f.GetText(), f)
		if p.has("since", "since when") {
			q.unchangedSince(p, m, series)
		}
		return
	}
	if len(series) > fewValues {
		f := q.averageFact(st, m)
		q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
		return
	}
	for _, pt := range series {
		f := q.valueFact(m, pt, "")
		q.find(p, sure, f.GetText(), f)
	}
}

// valueFact is one value with its day.
func (q *inquiry) valueFact(m *measure, pt stat.Point, word string) *commonv1.Fact {
	return q.fact(newFact(kindAverage, m.subjectName(), m.name, pt.Value, m.unit, notes.Range{Start: pt.Day, End: pt.Day}, 1, []string{pt.ID},
		"%s", capital(fmt.Sprintf("%s%s: %s on %s.", word, m.label(), with(pt.Value, m.unit), pt.Day))))
}

// unchangedSince states from when on a value has been what it is.
func (q *inquiry) unchangedSince(p *part, m *measure, series stat.Series) {
	i := len(series) - 1
	for i > 0 && series[i-1].Value == series[i].Value {
		i--
	}
	f := q.valueFact(m, series[i], "First note of this value of ")
	q.find(p, sure, f.GetText(), f)
}
