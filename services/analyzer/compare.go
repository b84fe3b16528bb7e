package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A side is what a question that compares asks of one subject in one span: the
// entries that count, and what is measured in them.
type side struct {
	stance
	measures []*measure
}

// compare asks the question of several sides and holds the others against the
// first: of spans or kinds of days, or of subjects. With one of each it tells how
// the subject has moved.
func (q *inquiry) compare(p *part) {
	spans := q.sidesOf(p)
	switch {
	case p.alternatives() && !p.dated:
		q.compareSides(p, p.subjects, everything)
	case len(spans) >= 2 && (p.Aggregate != ask.Trend || p.Is(ask.Than) || p.Contrast != nil):
		for _, s := range p.subjectsOf() {
			q.compareSides(p, []*note.Subject{s}, spans...)
		}
	case len(p.subjects) >= 2 && p.Aggregate != ask.Trend:
		q.compareSides(p, p.subjects, q.focus[0])
	default:
		for _, s := range p.subjectsOf() {
			q.move(p, s, q.whole(spans))
		}
	}
}

// alternatives reports whether the question asks of which of two things there is
// more: "have I spent more on diesel or at aldi".
func (p *part) alternatives() bool {
	return p.Is(ask.Comparative|ask.Either) && len(p.subjects) == 2 && p.Contrast == nil && !p.Is(ask.Explaining)
}

// compareSides holds what there is of each subject in each span against the first
// of them.
func (q *inquiry) compareSides(p *part, subjects []*note.Subject, spans ...span) {
	var sides []side
	for _, s := range subjects {
		sides = append(sides, q.sidesIn(p, s, spans)...)
	}
	before := sides[0]
	for _, after := range sides[1:] {
		missing := min(len(before.told), len(after.told)) == 0
		switch {
		case min(len(before.all), len(after.all)) == 0, missing && before.subject != after.subject:
		case len(before.told)+len(after.told) > 0:
			q.hold(p, before, after)
			missing = missing && p.Is(ask.Now)
		}
		if missing {
			q.oneSide(p, before, after)
		}
	}
	for _, s := range sides {
		q.denials(p, s.stance)
	}
}

// sidesIn asks the question of one subject in each span. What is measured is read
// from the notes of all of them: those of one may lack what the others say of it,
// as its unit.
func (q *inquiry) sidesIn(p *part, s *note.Subject, spans []span) []side {
	var out []side
	var all stance
	for _, sp := range spans {
		st := q.look(s, q.nightsOf(s, sp))
		q.cover(p, st, len(spans) > 1 && q.dense(st))
		st, _ = q.entries(p, st)
		out = append(out, side{stance: st})
		st.told = slices.Concat(all.told, st.told)
		all = st
	}
	for _, m := range q.compared(p, all) {
		for i := range out {
			if of := m.within(note.IDSet(out[i].told)); len(of.series) > 0 {
				out[i].measures = append(out[i].measures, of)
			}
		}
	}
	return out
}

// compared are the measures by which sides are compared; of what is paid for also
// what only the text gives.
func (q *inquiry) compared(p *part, st stance) []*measure {
	if st.subject != nil && (q.priced(st.subject) || p.Dimension == quantity.Money) {
		if ms := q.paid(p, st); len(ms) > 0 {
			return ms
		}
	}
	return q.measured(p, st)
}

// hold sets the days of two sides next to each other, and what is measured in
// them. What the question asks for comes first.
func (q *inquiry) hold(p *part, before, after side) {
	measured := p.Contrast != nil || p.Dimension != ""
	if p.Is(ask.Times) && p.Contrast == nil {
		q.holdDays(p, before.stance, after.stance) // they are what is compared
		return
	}
	if !measured {
		q.holdDays(p, before.stance, after.stance)
	}
	for _, b := range after.measures {
		for _, a := range before.measures {
			if a = a.in(b.unit); a.name == b.name && a.unit == b.unit && (a.subject == b.subject || before.subject != after.subject) {
				q.holdValues(p, before, after, a, b)
			}
		}
	}
	if measured && (before.subject != nil || p.Dimension == "") {
		q.holdDays(p, before.stance, after.stance)
	}
}

// holdValues sets the values of a measure of two sides next to each other: the
// best, the latest, the sum and the mean, as the question and the measure have
// them.
func (q *inquiry) holdValues(p *part, before, after side, a, b *measure) {
	of, at, level := before.span.during(), after.span.during(), sure
	if before.subject != after.subject {
		of, level = "of "+a.label(), likely
	}
	find := func(word string, from, to figure) {
		q.state(p, level, q.differ(word, b, after.days, from, to))
	}
	if p.Aggregate == ask.Best || p.Aggregate == ask.Least {
		word, best := "Highest", stat.Series.Highest
		if (p.Aggregate == ask.Least) != q.fasterIsLess(a) {
			word, best = "Lowest", stat.Series.Lowest
		}
		from, _ := best(a.series)
		to, _ := best(b.series)
		find(word, one(from, of), one(to, at))
	}
	if p.AsksNow() && (!b.additive() || b.dimension() == quantity.Money) {
		from, to := last(a.typical()), last(b.typical())
		find("Latest", one(from, "on "+from.Day.String()), one(to, "on "+to.Day.String()))
	}
	if b.additive() {
		find("Total", a.sum(of), b.sum(at))
	}
	if s := shiftOf(a, b, of, at); !b.additive() || s.Before.N > 1 || s.After.N > 1 { // one value is its own total
		q.state(p, min(level, s.sureness()), q.shiftFact(s, after.days))
	}
}

// last is the latest point of a series that has some.
func last(s stat.Series) stat.Point { return s[len(s)-1] }

// oneSide tells of the sides that have notes where the other has none.
func (q *inquiry) oneSide(p *part, sides ...side) {
	for _, sd := range sides {
		if len(sd.told) == 0 {
			continue
		}
		q.tellCount(p, sd.stance)
		for _, m := range sd.measures {
			if p.Is(ask.Now) {
				q.state(p, sure, q.valueFact(m, last(m.typical()), "Latest "))
				continue
			}
			q.findAverage(p, sd.stance, q.averageFact(sd.stance, m))
		}
		if sd.subject != nil && len(sd.measures) == 0 {
			q.lookUp(p, sd.stance) // it may speak of the other time
		}
	}
}

// happened is the stance with the notes that tell of the subject as an event,
// if any do.
func (st stance) happened() stance {
	if of := note.Events(st.subject, st.told); len(of) > 0 {
		st.told = of
	}
	return st
}

// holdDays sets the days of two stances side by side, and their rates where the
// spans differ in length.
func (q *inquiry) holdDays(p *part, before, after stance) {
	before, after = before.happened(), after.happened()
	if before.subject != after.subject {
		q.tellCount(p, before)
		q.tellCount(p, after)
		return
	}
	a, b := q.countFact(before), q.countFact(after)
	na, nb := a.GetValue(), b.GetValue()
	facts := []*commonv1.Fact{a, b}
	claim := fmt.Sprintf("%s: on %s %s, on %s %s", capital(after.subjectName()),
		plural(int(nb), "day"), after.span.during(), amount(na), before.span.during())
	if la, lb := before.span.count(before.days), after.span.count(after.days); la != lb && min(la, lb) >= 7 {
		ra, rb := stat.PerWeek(na, la), stat.PerWeek(nb, lb)
		days := &measure{subject: after.subject.About(), name: "rate", unit: "days per week"}
		facts = append(facts, q.change(days, after.days, figure{ra, "", len(before.told), a.GetEntryIds()}, figure{rb, "", len(after.told), b.GetEntryIds()},
			"%s: %s days a week %s, %s %s.", capital(after.subjectName()), amount(rb), after.span.during(), amount(ra), before.span.during()))
		claim += fmt.Sprintf("; that is %s and %s days a week", amount(rb), amount(ra))
	}
	level := sure
	if len(before.told) == 0 || len(after.told) == 0 {
		level = doubtful
	}
	q.find(p, level, claim+".", facts...)
}
