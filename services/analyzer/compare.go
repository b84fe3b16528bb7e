package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// compare sets sides next to each other: spans or kinds of days, or subjects;
// with one of each it tells how the subject has moved.
func (q *inquiry) compare(p *part) {
	spans := q.sidesOf(p)
	switch {
	case p.alternatives() && !p.dated:
		q.compareSubjects(p, everything)
	case len(spans) >= 2 && (p.Aggregate != ask.Trend || p.Is(ask.Than) || p.Contrast != nil):
		for _, s := range p.subjectsOf() {
			q.compareSpans(p, s, spans)
		}
	case len(p.subjects) >= 2 && p.Aggregate != ask.Trend:
		q.compareSubjects(p, q.focus[0])
	default:
		for _, s := range p.subjectsOf() {
			over := q.whole(spans)
			if !p.dated && (p.Is(ask.FromFirst) || p.Is(ask.HowMuch) || p.Is(ask.HowMany)) || p.Is(ask.Overall) {
				over = everything
			}
			st := q.look(s, over)
			ms := q.measured(p, st)
			if !p.dated && len(ms) > 0 && len(ms[0].series) < fewest {
				st = q.look(s, everything) // who is weighed once a month moves over months
				ms = q.measured(p, st)
			}
			q.covered(cover{part: p, subject: s, span: st.span, told: len(st.told), denied: len(st.denied), needed: true})
			if len(st.told) > 0 {
				q.progress(p, st, ms)
			}
		}
	}
}

// alternatives reports whether the question asks of which of two things there is
// more: "have I spent more on diesel or at aldi".
func (p *part) alternatives() bool {
	return p.Is(ask.Comparative|ask.Either) && len(p.subjects) == 2 && p.Contrast == nil && !p.Is(ask.Explaining)
}

// whole is the span over which a movement is told: all of the question's spans,
// from the first day to the last.
func (q *inquiry) whole(spans []span) span {
	if len(spans) == 1 {
		return spans[0]
	}
	w := span{days: spans[0].days, startHour: spans[0].startHour, endHour: spans[0].endHour, weekdays: spans[0].weekdays}
	for _, s := range spans[1:] {
		if s.days.End.IsZero() || !w.days.End.IsZero() && s.days.End.After(w.days.End) {
			w.days.End = s.days.End
		}
	}
	return w
}

// fewest is how many values show how something moves.
const fewest = 4

// compareSpans sets what there is of a subject in the first span beside each of
// the others.
func (q *inquiry) compareSpans(p *part, s *subject, spans []span) {
	var sides []stance
	for _, sp := range spans {
		st := q.look(s, sp)
		q.covered(cover{part: p, subject: s, span: sp, told: len(st.told), denied: len(st.denied), noted: q.dense(st), needed: true})
		sides = append(sides, st)
	}
	for _, after := range sides[1:] {
		before := sides[0]
		switch {
		case len(before.all) == 0 || len(after.all) == 0:
			q.oneSide(p, before, after)
		case len(before.told)+len(after.told) > 0:
			q.compareStances(p, before, after)
			if p.Is(ask.Now) && min(len(before.told), len(after.told)) == 0 {
				q.oneSide(p, before, after)
			}
		}
	}
	for _, st := range sides {
		q.denials(p, st)
	}
}

// compareStances sets the days of two stances side by side, and what is measured
// in them.
func (q *inquiry) compareStances(p *part, before, after stance) {
	days := func() {
		if before.subject != nil || p.Dimension == "" {
			q.compareCounts(p, before.happened(), after.happened())
		}
	}
	switch {
	case p.Is(ask.Times) && p.Contrast == nil:
		days() // they are what is compared
		return
	case p.Contrast != nil, p.Dimension != "":
		defer days()
	default:
		days()
	}
	both := before
	both.told = slices.Concat(before.told, after.told)
	for _, m := range q.comparedMeasures(p, both) {
		m = m.in(p.Unit)
		a, b := m.within(idSet(before.told)), m.within(idSet(after.told))
		if p.Aggregate == ask.Best || p.Aggregate == ask.Least {
			q.compareBest(p, before, after, a, b)
		}
		if p.AsksNow() && (!m.additive() || m.dimension() == quantity.Money) {
			q.compareLatest(p, after, a, b)
		}
		if m.additive() {
			q.against(p, sure, "Total", m, after.days, a.sum(before.span.during()), b.sum(after.span.during()))
		}
		if f, c := q.changeFact(before, after, m); f != nil && (!m.additive() || c.Before.N > 1 || c.After.N > 1) { // one value is its own total
			q.find(p, sureOfChange(c), f.GetText(), f)
		}
	}
}

// comparedMeasures are the measures by which two stances are compared; of what is
// paid for also what only the text gives.
func (q *inquiry) comparedMeasures(p *part, both stance) []*measure {
	if both.subject != nil && (q.priced(both.subject) || p.Dimension == quantity.Money) {
		if ms := q.paid(p, both); len(ms) > 0 {
			return ms
		}
	}
	if ms := chosen(p, both.subject, measures(both.subject, both.told)); len(ms) > 0 || both.subject == nil {
		return ms
	}
	return q.measured(p, both)
}

// A figure is the value of one side of a comparison.
type figure struct {
	value float64
	when  string // as it is said behind the value
	n     int
	ids   []string
}

// sum is the figure of all values; it has none where there are no values.
func (m *measure) sum(when string) figure {
	return figure{total(m.series.Values()), when, len(m.series), idsOf(m, nil)}
}

// one is the figure of one value.
func one(pt stat.Point, when string) figure { return figure{pt.Value, when, 1, []string{pt.ID}} }

// against states a measure of two sides, the second of which the days are of.
func (q *inquiry) against(p *part, level commonv1.Confidence, word string, m *measure, days notes.Range, from, to figure) {
	if from.n == 0 || to.n == 0 {
		return
	}
	f := newFact(kindChange, m.subjectName(), m.name, to.value, m.unit, days, from.n+to.n, slices.Concat(from.ids, to.ids),
		"%s %s: %s %s against %s %s%s.", word, m.label(), with(to.value, m.unit), to.when, with(from.value, m.unit), from.when, difference(from.value, to.value, m.unit))
	f.Baseline = new(round(from.value))
	f = q.fact(f)
	q.find(p, level, f.GetText(), f)
}

// compareBest sets the best values of two sides side by side.
func (q *inquiry) compareBest(p *part, before, after stance, a, b *measure) {
	word, best := "Highest", stat.Series.Highest
	if (p.Aggregate == ask.Least) != q.fasterIsLess(a) {
		word, best = "Lowest", stat.Series.Lowest
	}
	from, okFrom := best(a.series)
	to, okTo := best(b.series)
	if okFrom && okTo {
		q.against(p, sure, word, a, after.days, one(from, before.span.during()), one(to, after.span.during()))
	}
}

// compareLatest sets how it is now beside how it was at last before.
func (q *inquiry) compareLatest(p *part, after stance, a, b *measure) {
	from, to := a.typical(), b.typical()
	if len(from) > 0 && len(to) > 0 {
		last, now := from[len(from)-1], to[len(to)-1]
		q.against(p, sure, "Latest", a, after.days, one(last, "on "+last.Day.String()), one(now, "on "+now.Day.String()))
	}
}

// oneSide tells of the side that has notes where the other has none.
func (q *inquiry) oneSide(p *part, sides ...stance) {
	for _, st := range sides {
		if len(st.told) == 0 {
			continue
		}
		q.tellCount(p, st)
		ms := q.comparedMeasures(p, st)
		for _, m := range ms {
			if series := m.typical(); p.Is(ask.Now) {
				q.findIf(p, q.valueFact(m, series[len(series)-1], "Latest "))
				continue
			}
			q.findAverage(p, st, q.averageFact(st, m))
		}
		if st.subject != nil && len(ms) == 0 {
			q.lookUp(p, st) // it may speak of the other time
		}
	}
}

// happened is the stance with the notes that tell of the subject as an event,
// if any do.
func (st stance) happened() stance {
	if of := events(st.subject, st.told); len(of) > 0 {
		st.told = of
	}
	return st
}

// compareCounts sets the days of two stances side by side, and their rates
// where the spans differ in length.
func (q *inquiry) compareCounts(p *part, before, after stance) {
	a, b := q.countFact(before), q.countFact(after)
	na, nb := a.GetValue(), b.GetValue()
	facts := []*commonv1.Fact{a, b}
	claim := fmt.Sprintf("%s: on %s %s, on %s %s", capital(after.subjectName()),
		plural(int(nb), "day"), after.span.during(), amount(na), before.span.during())
	if la, lb := before.span.count(before.days), after.span.count(after.days); la != lb && min(la, lb) >= 7 {
		ra, rb := stat.PerWeek(na, la), stat.PerWeek(nb, lb)
		f := newFact(kindChange, after.subject.about(), "rate", rb, "days per week", after.days, len(before.told)+len(after.told), slices.Concat(a.GetEntryIds(), b.GetEntryIds()),
			"%s: %s days a week %s, %s %s.", capital(after.subjectName()), amount(rb), after.span.during(), amount(ra), before.span.during())
		f.Baseline = new(round(ra))
		facts = append(facts, q.fact(f))
		claim += fmt.Sprintf("; that is %s and %s days a week", amount(rb), amount(ra))
	}
	level := sure
	if len(before.told) == 0 || len(after.told) == 0 {
		level = doubtful
	}
	q.find(p, level, claim+".", facts...)
}

// changeFact is how the mean of a measure differs between two stances; nil
// where one of them has no value.
func (q *inquiry) changeFact(before, after stance, m *measure) (*commonv1.Fact, stat.Change) {
	typical := m.typical()
	a, b := pick(typical, idSet(before.told)), pick(typical, idSet(after.told))
	c := stat.Compare(a.Values(), b.Values())
	if c.Before.N == 0 || c.After.N == 0 {
		return nil, c
	}
	f := newFact(kindChange, m.subjectName(), m.name, c.After.Mean, m.unit, after.days, c.Before.N+c.After.N,
		slices.Concat(idsOf(m, idSet(before.told)), idsOf(m, idSet(after.told))),
		"Average %s: %s %s (%s, n = %d) against %s %s (%s, n = %d)%s.", m.label(),
		with(c.After.Mean, m.unit), after.span.during(), spread(c.After, m.unit), c.After.N,
		with(c.Before.Mean, m.unit), before.span.during(), spread(c.Before, m.unit), c.Before.N,
		difference(c.Before.Mean, c.After.Mean, m.unit))
	f.Baseline = new(round(c.Before.Mean))
	return q.fact(f), c
}

// difference writes how far the second value lies from the first.
func difference(from, to float64, unit string) string {
	d := round(round(to) - round(from))
	if d == 0 {
		return ": no difference"
	}
	word, size := "more", d
	if d < 0 {
		word, size = "less", -d
	}
	if p, ok := stat.Percent(from, to); ok {
		return fmt.Sprintf(": %s %s (%s)", with(size, unit), word, percent(p))
	}
	return fmt.Sprintf(": %s %s", with(size, unit), word)
}

// sureOfChange is how sure a difference between two samples is.
func sureOfChange(c stat.Change) commonv1.Confidence {
	least := min(c.Before.N, c.After.N)
	switch {
	case least >= 4 && c.Clear():
		return sure
	case least >= 3 && (c.Clear() || c.Apart()), least >= 4:
		return likely
	}
	return doubtful
}

// compareSubjects sets the subjects side by side in one span, by their days and
// by what is measured of each.
func (q *inquiry) compareSubjects(p *part, sp span) {
	type side struct {
		stance
		measures []*measure
	}
	var sides []side
	for _, s := range p.subjects {
		st := q.look(s, sp)
		q.covered(cover{part: p, subject: s, span: sp, told: len(st.told), denied: len(st.denied), needed: true})
		q.denials(p, st)
		if len(st.told) > 0 {
			sides = append(sides, side{st, q.comparedMeasures(p, st)})
		}
	}
	for _, s := range sides {
		q.tellCount(p, s.stance)
		for _, m := range s.measures {
			f := q.averageFact(s.stance, m)
			facts, claim := []*commonv1.Fact{f}, f.GetText()
			if m.additive() {
				sum := q.sumFact(s.stance, m)
				facts, claim = append(facts, sum), sum.GetText()
			}
			q.find(p, confidence(int(f.GetSampleSize()), s.coverage()), claim, facts...)
		}
	}
	for _, s := range sides[min(1, len(sides)):] {
		for _, b := range s.measures {
			for _, a := range sides[0].measures {
				if a.name == b.name && a.unit == b.unit {
					q.compareMeasures(p, sp, a, b)
				}
			}
		}
	}
}

// compareMeasures sets the same measure of two subjects side by side.
func (q *inquiry) compareMeasures(p *part, sp span, a, b *measure) {
	what, from, to := "Average", stat.Mean(a.typical().Values()), stat.Mean(b.typical().Values())
	if a.additive() {
		what, from, to = "Total", total(a.series.Values()), total(b.series.Values())
	}
	f := newFact(kindChange, b.subjectName(), b.name, to, b.unit, sp.days, len(a.series)+len(b.series), slices.Concat(idsOf(a, nil), idsOf(b, nil)),
		"%s %s: %s %s against %s of %s%s.", what, b.label(), with(to, b.unit), sp.during(), with(from, a.unit), a.label(), difference(from, to, b.unit))
	f.Baseline = new(round(from))
	f = q.fact(f)
	q.find(p, likely, f.GetText(), f)
}
