package analyzer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// tellTotals adds up each measure, and counts the days.
func (q *inquiry) tellTotals(p *part, st stance, ms []*measure) {
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	for i, m := range ms {
		q.tellTotal(p, st, m, i == 0)
	}
	q.tellCount(p, st.happened())
}

// tellTotal states the sum of a measure, or its average where a sum says
// nothing. Of the main measure it says how many notes don't give it.
func (q *inquiry) tellTotal(p *part, st stance, m *measure, main bool) {
	switch {
	case !m.additive() && p.Is(ask.Present), m.dose() && p.Is(ask.Habitual):
		q.tellValues(p, st, m) // "how much do I weigh"
		return
	case !m.additive():
		q.findAverage(p, st, q.averageFact(st, m))
		return
	}
	f := q.sumFact(st, m)
	level, claim := sure, f.GetText()
	if without := len(st.told) - len(unique(f.GetEntryIds())); main && without > 0 && st.subject != nil {
		level = likely
		claim += fmt.Sprintf(" Of the %s on %s, %d give no %s.", plural(len(st.told), "note"), st.subjectName(), without, cmp.Or(m.name, "number"))
	}
	facts := []*commonv1.Fact{f}
	if len(m.series) > 1 {
		average := q.averageFact(st, m)
		facts = append(facts, average)
		if main {
			claim += fmt.Sprintf(" On average it was %s (%s).", with(average.GetValue(), m.unit), spread(stat.Summarize(m.typical().Values()), m.unit))
		}
	}
	if main && p.Is(ask.Each) && p.Per != "" && float64(st.days.Days()) > p.Per.Days() {
		q.listGroups(p, st, q.groupsOf(p.Per, m, summed))
	}
	q.find(p, level, claim, facts...)
	if main {
		q.state(p, sure, q.perFact(p, st, m.subjectName(), m.label(), m.unit, f))
	}
}

// findAverage states a fact as sure as its sample is.
func (q *inquiry) findAverage(p *part, st stance, f *commonv1.Fact) {
	q.state(p, confidence(int(f.GetSampleSize()), st.coverage()), f)
}

// perFact is a sum or count by day, week, month or year, where the question
// asks for that and the span holds at least one.
func (q *inquiry) perFact(p *part, st stance, subject, what, unit string, whole *commonv1.Fact) *commonv1.Fact {
	if p.Per == "" || float64(st.days.Days()) < p.Per.Days() {
		return nil
	}
	rate := whole.GetValue() / (float64(st.days.Days()) / p.Per.Days())
	unit = strings.TrimSpace(unit + " per " + string(p.Per))
	return q.fact(newFact(kindRate, subject, whole.GetMeasure(), rate, unit, st.days, int(whole.GetSampleSize()), whole.GetEntryIds(),
		"%s: %s %s.", capital(what), with(rate, unit), st.span.during()))
}

// tellCount states on how many days the subject is told of, and how often that
// is.
func (q *inquiry) tellCount(p *part, st stance) {
	f := q.countFact(st)
	facts := []*commonv1.Fact{f}
	claim := f.GetText()
	if r := q.rateFact(st); r != nil {
		facts = append(facts, r)
		claim += " That is " + amount(r.GetValue()) + " days a week."
	}
	if p.Is(ask.Each) && p.Per != "" && p.Aggregate == ask.Count && float64(st.days.Days()) > p.Per.Days() {
		q.listGroups(p, st, q.groupsOf(p.Per, daysWith(st), counted))
	}
	q.find(p, sure, claim, facts...)
	if !p.Is(ask.PerWeek) {
		q.state(p, sure, q.perFact(p, st, st.subject.About(), st.subjectName(), "days", f))
	}
}

// tellCounts counts: what the question names if the notes give its amount, else
// the days.
func (q *inquiry) tellCounts(p *part, st stance, ms []*measure) {
	m := q.countedMeasure(p, st)
	if m == nil && len(ms) > 0 && ms[0].name == note.Repetitions {
		m = ms[0] // "how many push-ups"
	}
	if m != nil && p.Aggregate == ask.Count {
		q.tellTotal(p, st, m, true)
		return
	}
	if q.tellNumbered(p, st) {
		return
	}
	st = st.happened()
	q.tellCount(p, st)
	for _, m := range ms {
		if m.additive() {
			q.sumFact(st, m)
		}
	}
	if p.Aggregate == ask.Whether {
		q.show(p, st)
	}
}

// tellAverages gives the average or the median of each measure.
func (q *inquiry) tellAverages(p *part, st stance, ms []*measure) {
	if len(ms) == 0 && p.Noun == "" && !p.Is(ask.Often) {
		q.unmeasured(p, st)
	}
	if m := q.countedMeasure(p, st); m != nil && len(ms) == 0 {
		ms = []*measure{m}
	}
	for _, m := range ms {
		if m.additive() { // "how many km a week on average" is no length of a run
			q.state(p, sure, q.perFact(p, st, m.subjectName(), m.label(), m.unit, q.sumFact(st, m)))
		}
		f := q.averageFact(st, m)
		if p.Aggregate == ask.Median {
			f = q.medianFact(st, m)
		}
		q.findAverage(p, st, f)
	}
	q.tellCount(p, st)
}
