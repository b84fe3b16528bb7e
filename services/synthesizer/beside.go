package synthesizer

import (
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// maxDayValues is how many values of a day are shown of what else was noted.
const maxDayValues = 6

// besides tells what else was noted, a line for each thing: "Sleep, Mon 16 Feb: 5.5 h [1]; Tue
// 17 Feb: 5 h [2]". It stands below what answers the question, and names no cause.
func (p *part) besides(facts []*commonv1.Fact) {
	for _, f := range facts {
		var days []string
		for rows := f.GetObservations(); len(rows) > 0; {
			n := slices.IndexFunc(rows, func(o *commonv1.Observation) bool { return o.GetDate() != rows[0].GetDate() })
			if n < 0 {
				n = len(rows)
			}
			days, rows = append(days, p.besideDay(clean(f.GetSubject()), rows[:n])), rows[n:]
		}
		v := struct {
			What, Days string
			More       int
		}{clean(f.GetSubject()), strings.Join(days, "; "), int(f.GetSampleSize()) - len(f.GetObservations())}
		p.list("beside", render("lead also_noted", p.calendar.spans(p.form.GetRanges())), []string{render("beside", v)})
	}
}

// besideDay tells the values of one day, each with its note. A value that only says what it is
// of is told by its note alone: of coffee, "coffee".
func (p *part) besideDay(what string, rows []*commonv1.Observation) string {
	out, joint := p.calendar.day(rows[0].GetDate()), ": "
	for i, o := range rows[:min(len(rows), maxDayValues)] {
		value := clean(o.GetText())
		if value == "" {
			value = amount{value: o.GetValue(), unit: o.GetUnit()}.written(p.text(o.GetEntryId())).String()
		}
		if !strings.EqualFold(value, what) {
			out, joint = out+joint+value, ", "
		}
		if i+1 == len(rows) || i+1 == maxDayValues || rows[i+1].GetEntryId() != o.GetEntryId() {
			out += p.refValue(o)
		}
	}
	if len(rows) > maxDayValues {
		out += " …"
	}
	return out
}

// refValue returns the reference to the note of a value, also where its words are cited already.
func (p *part) refValue(o *commonv1.Observation) string {
	n := p.byID[o.GetEntryId()]
	if cited := p.citeValue(o.GetEntryId(), inNote(o)); cited != "" || n == nil {
		return cited
	}
	return " [" + p.ref(n) + "]"
}
