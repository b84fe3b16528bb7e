package analyzer

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// habit asks what is done again and again rather than for all of it.
var habit = regexp.MustCompile(`(?i)\b(?:do|should) i (?:\w+ )?(?:take|use|need|drink|eat)\b|\bam i (?:taking|on|using)\b`)

// tellTotal states the sum of a measure, or its average where a sum says
// nothing. Of the main measure it says how many notes don't give it.
func (q *inquiry) tellTotal(p *part, st stance, m *measure, main bool) {
	if !m.additive() && present.MatchString(p.question) || m.dose() && habit.MatchString(p.question) {
		q.tellValues(p, st, m) // "how much do I weigh"
		return
	}
	if !m.additive() {
		f := q.averageFact(st, m)
		q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
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
	if main && p.has("each week", "every week", "per week", "by week") {
		q.tellWeeks(p, m)
	}
	q.find(p, level, claim, facts...)
	if main {
		q.findIf(p, q.perFact(p, st, m.subjectName(), m.label(), m.unit, f))
	}
}

// perFact is a sum or count by day, week, month or year, where the question
// asks for that and the span holds at least one.
func (q *inquiry) perFact(p *part, st stance, subject, what, unit string, whole *commonv1.Fact) *commonv1.Fact {
	m := per.FindStringSubmatch(p.question)
	if m == nil {
		return nil
	}
	name := strings.ToLower(m[1] + strings.TrimSuffix(m[2], "ly"))
	name = cmp.Or(map[string]string{"dai": "day"}[name], name)
	length := map[string]float64{"day": 1, "week": 7, "month": 30.4375, "year": 365.25}[name]
	if float64(st.days.Days()) < length {
		return nil
	}
	rate := whole.GetValue() / (float64(st.days.Days()) / length)
	unit = strings.TrimSpace(unit + " per " + name)
	return q.fact(newFact(kindRate, subject, whole.GetMeasure(), rate, unit, st.days, int(whole.GetSampleSize()), whole.GetEntryIds(),
		"%s: %s %s.", capital(what), with(rate, unit), st.span.during()))
}

// tellWeeks states the sum of each calendar week, the latest ones if there are
// many.
func (q *inquiry) tellWeeks(p *part, m *measure) {
	weeks := m.series.Weeks(timespan.WeekStart(q.req.GetContext().GetWeekStart()))
	for _, w := range weeks[max(0, len(weeks)-shown):] {
		if len(w.Points) == 0 {
			continue
		}
		s := stat.Summarize(w.Points.Values())
		var of []string
		for _, pt := range w.Points {
			of = append(of, pt.ID)
		}
		days := notes.Range{Start: w.Start, End: w.Start.AddDays(6)}
		f := q.fact(newFact(kindSum, m.subjectName(), m.name, s.Sum, m.unit, days, s.N, of,
			"Total %s in the week of %s: %s, from %s.", m.label(), w.Start, with(s.Sum, m.unit), plural(s.N, "value")))
		q.find(p, sure, f.GetText(), f)
	}
}

func (q *inquiry) tellCount(p *part, st stance) {
	f := q.countFact(st)
	facts := []*commonv1.Fact{f}
	claim := f.GetText()
	if r := q.rateFact(st); r != nil {
		facts = append(facts, r)
		claim += " That is " + amount(r.GetValue()) + " days a week."
	}
	q.find(p, sure, claim, facts...)
	if !p.has("per week", "a week", "each week", "every week", "weekly") {
		q.findIf(p, q.perFact(p, st, st.subject.about(), st.subjectName(), "days", f))
	}
}

// tellTotals adds up each measure, and counts the days.
func (q *inquiry) tellTotals(p *part, st stance, ms []*measure) {
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	for i, m := range ms {
		q.tellTotal(p, st, m, i == 0)
	}
	st = st.happened()
	q.tellCount(p, st)
}

// tellCounts counts: what the question names if the notes give its amount, else
// the days.
func (q *inquiry) tellCounts(p *part, st stance, ms []*measure) {
	if m := q.countedMeasure(p, st); m != nil && p.want == wantCount {
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
	if p.want == wantWhether {
		q.show(p, st)
	}
}

// tellAverages gives the average or the median of each measure.
func (q *inquiry) tellAverages(p *part, st stance, ms []*measure) {
	if len(ms) == 0 && p.noun == "" && !p.has("how often") {
		q.unmeasured(p, st)
	}
	if m := q.countedMeasure(p, st); m != nil && len(ms) == 0 {
		ms = []*measure{m}
	}
	for _, m := range ms {
		f := q.averageFact(st, m)
		if p.has("median") {
			f = q.medianFact(st, m)
		}
		q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
	}
	q.tellCount(p, st)
}
