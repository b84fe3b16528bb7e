package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// compare sets two spans, or two subjects, side by side; with one of each it
// tells how the subject has moved.
func (q *inquiry) compare(p *part) {
	spans := slices.Concat(q.baseline, q.focus)
	slices.SortStableFunc(spans, func(a, b span) int { return a.days.Start.Compare(b.days.Start) })
	switch {
	case len(spans) >= 2 && (p.Aggregate != ask.Trend || p.Is(ask.Than)):
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
			q.covered(cover{part: p, subject: s, span: st.span, told: len(st.told), denied: len(st.denied), needed: true})
			if len(st.told) > 0 {
				q.progress(p, st, q.measured(p, st))
			}
		}
	}
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

func (q *inquiry) compareSpans(p *part, s *subject, spans []span) {
	var sides []stance
	for _, sp := range spans {
		st := q.look(s, sp)
		q.covered(cover{part: p, subject: s, span: sp, told: len(st.told), denied: len(st.denied), noted: q.dense(st), needed: true})
		sides = append(sides, st)
	}
	for _, after := range sides[1:] {
		before := sides[0]
		if len(before.all) == 0 || len(after.all) == 0 {
			q.oneSide(p, before, after)
			continue
		}
		if len(before.told)+len(after.told) == 0 {
			continue
		}
		q.compareCounts(p, before.happened(), after.happened())
		if p.Is(ask.Times) {
			continue // they are what is compared
		}
		both := slices.Concat(before.told, after.told)
		for _, m := range q.comparedMeasures(p, s, before, both) {
			m = m.in(p.Unit)
			if p.Aggregate == ask.Best || p.Aggregate == ask.Least {
				q.compareBest(p, before, after, m)
			}
			if p.Is(ask.Now) && !m.additive() {
				q.compareLatest(p, before, after, m)
			}
			q.compareMeasure(p, before, after, m)
		}
	}
	for _, st := range sides {
		q.denials(p, st)
	}
}

// compareBest sets the best values of two stances side by side.
func (q *inquiry) compareBest(p *part, before, after stance, m *measure) {
	a, b := m.within(idSet(before.told)), m.within(idSet(after.told))
	highest := (p.Aggregate != ask.Least) != q.fasterIsLess(m)
	word, pick := "Highest", stat.Series.Highest
	if !highest {
		word, pick = "Lowest", stat.Series.Lowest
	}
	from, okFrom := pick(a.series)
	to, okTo := pick(b.series)
	if !okFrom || !okTo {
		return
	}
	f := newFact(kindChange, m.subjectName(), m.name, to.Value, m.unit, after.days, len(a.series)+len(b.series), []string{from.ID, to.ID},
		"%s %s: %s %s against %s %s%s.", word, m.label(), with(to.Value, m.unit), after.span.during(), with(from.Value, m.unit), before.span.during(), difference(from.Value, to.Value, m.unit))
	f.Baseline = new(round(from.Value))
	q.find(p, sure, f.GetText(), q.fact(f))
}

// compareLatest sets how it is now beside how it was at last in a span.
func (q *inquiry) compareLatest(p *part, before, after stance, m *measure) {
	a, b := pick(m.typical(), idSet(before.told)), pick(m.typical(), idSet(after.told))
	if len(a) == 0 || len(b) == 0 {
		return
	}
	from, to := a[len(a)-1], b[len(b)-1]
	f := newFact(kindChange, m.subjectName(), m.name, to.Value, m.unit, after.days, 2, []string{from.ID, to.ID},
		"Latest %s: %s on %s against %s on %s%s.", m.label(), with(to.Value, m.unit), to.Day, with(from.Value, m.unit), from.Day, difference(from.Value, to.Value, m.unit))
	f.Baseline = new(round(from.Value))
	q.find(p, sure, f.GetText(), q.fact(f))
}

// oneSide tells of the side that has notes where the other has none.
func (q *inquiry) oneSide(p *part, sides ...stance) {
	for _, st := range sides {
		if len(st.told) == 0 {
			continue
		}
		q.tellCount(p, st)
		for _, m := range chosen(p, st.subject, measures(st.subject, st.told)) {
			f := q.averageFact(st, m)
			q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
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
	if la, lb := before.days.Days(), after.days.Days(); la != lb && min(la, lb) >= 7 {
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

// compareMeasure sets a measure of two stances side by side.
func (q *inquiry) compareMeasure(p *part, before, after stance, m *measure) {
	if m.additive() {
		q.compareTotals(p, before, after, m)
	}
	f, c := q.changeFact(before, after, m)
	if f == nil || m.additive() && c.Before.N == 1 && c.After.N == 1 {
		return // one value is its own total
	}
	q.find(p, sureOfChange(c), f.GetText(), f)
}

// compareTotals sets sums side by side; a side without a value has none.
func (q *inquiry) compareTotals(p *part, before, after stance, m *measure) {
	a := m.within(idSet(before.told))
	b := m.within(idSet(after.told))
	if len(a.series) == 0 || len(b.series) == 0 {
		return
	}
	from, to := total(a.series.Values()), total(b.series.Values())
	f := newFact(kindChange, m.subjectName(), m.name, to, m.unit, after.days, len(a.series)+len(b.series), slices.Concat(idsOf(a, nil), idsOf(b, nil)),
		"Total %s: %s %s against %s %s%s.", m.label(), with(to, m.unit), after.span.during(), with(from, m.unit), before.span.during(), difference(from, to, m.unit))
	f.Baseline = new(round(from))
	f = q.fact(f)
	q.find(p, sure, f.GetText(), f)
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
			sides = append(sides, side{st, chosen(p, s, measures(s, st.told))})
		}
	}
	for _, s := range sides {
		q.tellCount(p, s.stance)
		for _, m := range s.measures {
			f := q.averageFact(s.stance, m)
			facts := []*commonv1.Fact{f}
			claim := f.GetText()
			if m.additive() {
				sum := q.sumFact(s.stance, m)
				facts = append(facts, sum)
				claim = sum.GetText()
			}
			q.find(p, confidence(int(f.GetSampleSize()), s.coverage()), claim, facts...)
		}
	}
	if len(sides) < 2 {
		return
	}
	for _, s := range sides[1:] {
		for _, m := range s.measures {
			for _, first := range sides[0].measures {
				if first.name == m.name && first.unit == m.unit {
					q.compareMeasures(p, sp, first, m)
				}
			}
		}
	}
}

// compareMeasures sets the same measure of two subjects side by side.
func (q *inquiry) compareMeasures(p *part, sp span, a, b *measure) {
	what, from, to := "average ", stat.Mean(a.typical().Values()), stat.Mean(b.typical().Values())
	if a.additive() {
		what, from, to = "total ", total(a.series.Values()), total(b.series.Values())
	}
	f := newFact(kindChange, b.subjectName(), b.name, to, b.unit, sp.days, len(a.series)+len(b.series), slices.Concat(idsOf(a, nil), idsOf(b, nil)),
		"%s%s of %s is %s, of %s %s, %s%s.", capital(what), b.name, a.subjectName(), with(from, a.unit), b.subjectName(), with(to, b.unit), sp.during(), difference(from, to, b.unit))
	f.Baseline = new(round(from))
	f = q.fact(f)
	q.find(p, likely, f.GetText(), f)
}

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

// comparedMeasures are the measures by which two spans are compared; of what is
// paid for also what only the text gives.
func (q *inquiry) comparedMeasures(p *part, s *subject, st stance, both []*note) []*measure {
	if s == nil || !q.priced(s) {
		return chosen(p, s, measures(s, both))
	}
	st.told = both
	if ms := q.paid(p, st); len(ms) > 0 {
		return ms
	}
	return chosen(p, s, measures(s, both))
}
