package analyzer

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// An explanation is something that coincides with what a question asks the
// reason of.
type explanation struct {
	claim  string
	what   string // the same as what could be otherwise: "sleep duration: 5 h …"
	facts  []*commonv1.Fact
	level  commonv1.Confidence
	weight float64 // how telling it is, for the order
}

// withoutStates returns the part with its topics alone as subjects.
func (p *part) withoutStates() *part {
	topics, states := states(p.subjects)
	if len(states) == 0 {
		return p
	}
	c := *p
	c.subjects = topics
	return &c
}

// explain answers why: what the notes themselves say, what of the subject
// stayed as it was, and what else differed between the focus and what came
// before. It tells what coincides, never what causes.
func (q *inquiry) explain(p *part) []explanation {
	if p.overview() {
		q.account(p)
		return nil
	}
	whole := p
	p = p.withoutStates()
	c := q.complaintOf(p)
	focus := q.focus[0]
	var told []stance
	for _, s := range p.subjectsOf() {
		st := q.look(s, focus)
		q.cover(p, st, false)
		if len(st.told) == 0 {
			q.denials(p, st)
			continue
		}
		told = append(told, st)
	}
	if len(told) == 0 {
		return nil
	}
	related := q.relate(p)
	focus = q.lately(focus)
	baseline := q.baselineOf(focus)
	now := q.look(nil, focus)
	var found []explanation
	var before *stance
	if baseline != nil {
		before = new(q.look(nil, *baseline))
		found = q.measuredDifferences(whole, *before, now)
	}
	found = slices.Concat(found, q.circumstantialDifferences(before, now, c), q.coincidences(whole, p, c))
	for _, st := range told {
		q.premiseDays(p, st, c)
	}
	q.stateAll(p, found)
	for _, st := range told {
		q.premise(p, st, c)
		ms := measures(st.subject, st.told)
		if st.subject != nil {
			q.regularities(st, ms[:min(len(ms), topMeasures)])
		}
	}
	reasons := q.stated(p, now.told, c)
	if baseline != nil {
		for _, st := range told {
			q.sameOrNot(p, q.look(st.subject, *baseline), st)
		}
	}
	if related > 0 && len(c.words) == 0 {
		return found // how two things go together needs no other explanation
	}
	q.unexplained(p, focus, baseline, len(found)+len(reasons)+related > 0)
	return found
}

// stateAll states explanations, the most telling first.
func (q *inquiry) stateAll(p *part, es []explanation) {
	slices.SortStableFunc(es, func(a, b explanation) int { return cmp.Compare(b.weight, a.weight) })
	for _, e := range es {
		q.find(p, e.level, e.claim, e.facts...)
	}
}

// usually is how long the span is in which reasons are looked for where a
// question names none.
const usually = 28

// lately returns the span in which reasons are looked for: the question's, or
// the four weeks up to the last note of one that has no beginning.
func (q *inquiry) lately(focus span) span {
	in := q.in(focus)
	if !focus.days.Start.IsZero() || len(in) == 0 {
		return focus
	}
	end := in[len(in)-1].Day
	return span{label: "the last 4 weeks", days: notes.Range{Start: end.AddDays(1 - usually), End: end}, startHour: focus.startHour, endHour: focus.endHour}
}

// baselineOf returns what the focus is compared with: the span that the
// question gives, or else the one of equal length right before, if there are
// notes in it.
func (q *inquiry) baselineOf(focus span) *span {
	for _, b := range q.baseline {
		if len(q.in(b)) > 0 {
			return &b
		}
	}
	if b, ok := focus.preceding(); ok && len(q.in(b)) > 0 {
		return &b
	}
	return nil
}

// premiseDays states on how many days the notes say that what the question asks
// about was so: the answer begins with what it is about.
func (q *inquiry) premiseDays(p *part, st stance, c complaint) {
	said := c.sightings(st.told)
	if len(said) == 0 || st.subject == nil {
		return
	}
	words := said[0].Note.Tokens[said[0].Token].Folded
	so := note.NotesOf(said)
	days := len(note.DaysOf(so))
	text := fmt.Sprintf("Your notes say “%s” of %s on %s %s.", words, st.subject.Name, plural(days, "day"), st.span.during())
	if p.Is(ask.Feeling) && slices.Contains(c.words, words) {
		text = fmt.Sprintf("Your %s felt %s on %s %s.", st.subject.Name, words, plural(days, "day"), st.span.during())
	}
	q.state(p, sure, q.fact(newFact(kindCount, st.subject.Name, words, float64(days), "days", st.days, len(so), note.IDs(so), "%s", text)))
}

// premise states where the notes say that what the question asks about was so,
// or that none does.
func (q *inquiry) premise(p *part, st stance, c complaint) {
	if len(c.words) == 0 {
		return
	}
	said := c.sightings(st.told)
	for _, s := range said[:min(len(said), shown)] {
		q.state(p, sure, q.mention(s.Note, s.Token, st.subject.About()))
	}
	if len(said) == 0 {
		f := q.countFact(st)
		q.find(p, doubtful, fmt.Sprintf("Of the %s on %s %s, none uses the words of the question (%s).",
			plural(len(st.told), "note"), st.subjectName(), st.span.when(), list(c.words)), f)
	}
}

// sameOrNot states which of the subject's own measures stayed as they were, and
// how the others changed.
func (q *inquiry) sameOrNot(p *part, before, after stance) {
	if len(before.all) == 0 || after.subject == nil {
		return
	}
	var same []string
	var facts []*commonv1.Fact
	level := sure
	ms := measures(after.subject, slices.Concat(before.told, after.told))
	for _, m := range ms[:min(len(ms), topMeasures)] {
		s := m.between(before, after)
		f := q.shiftFact(s, after.days)
		if f == nil {
			continue
		}
		if pc, ok := s.Percent(); s.Diff == 0 || ok && math.Abs(pc) < 2.5 && !s.Clear() {
			same = append(same, m.label()+" "+with(s.After.Mean, m.unit))
			facts = append(facts, f)
			if s.fewer() < 3 {
				level = likely
			}
			continue
		}
		q.state(p, s.sureness(), f)
	}
	if len(same) > 0 {
		q.find(p, level, fmt.Sprintf("Unchanged from %s to %s, on average: %s.", before.span.name(), after.span.name(), list(same)), facts...)
	}
	q.holdDays(p, before, after)
}

// owns reports whether a number is of what the part is about.
func (p *part) owns(n note.Number) bool {
	return slices.ContainsFunc(p.subjects, func(s *note.Subject) bool { return s.Holds(n) })
}

// measuredDifferences are the other measures that differ between two spans.
func (q *inquiry) measuredDifferences(p *part, before, after stance) []explanation {
	var out []explanation
	for _, m := range measuresOf(slices.Concat(before.told, after.told), func(n note.Number) bool { return !p.owns(n) }) {
		s := m.between(before, after)
		if !s.tells() {
			continue
		}
		f := q.shiftFact(s, after.days)
		s = shiftOf(m.within(note.IDSet(before.told)), m.within(note.IDSet(after.told)), before.span.when(), "on average "+after.span.when())
		figures := s.to.against(s.from, m.unit) + "."
		pc, _ := s.Percent()
		out = append(out, explanation{
			claim: fmt.Sprintf("It coincides with a %s %s: %s", comparative(m.unit, s.Diff), m.label(), figures),
			what:  m.label() + ", " + figures, facts: []*commonv1.Fact{f}, level: s.sureness(),
			weight: (1 - s.P) + min(math.Abs(pc)/100, 1) + relevance(m.domain, m.subject),
		})
	}
	return out
}

// conditions are what is measured of how somebody is, beside sleep.
var conditions = []string{"stress", "energy", "mood", "soreness", "pain", "anxiety", "motivation", "resting heart rate", "heart rate variability"}

// relevance brings forward what more often bears on how something feels.
func relevance(domain, subject string) float64 {
	if domain == "sleep" || domain == "mood" || slices.Contains(conditions, subject) {
		return 1
	}
	return 0
}

// solitary is on how many days a circumstance that was noted once may say
// something of them: one among more is one of the things that happen.
const solitary = 7

// circumstantialDifferences are the circumstances that the notes of one span
// tell of on a larger share of their days than those of the span before, or that
// they tell of at all where there is nothing to compare them with.
func (q *inquiry) circumstantialDifferences(before *stance, after stance, c complaint) []explanation {
	var out []explanation
	na := len(after.logged)
	for _, kind := range c.others() {
		seen := kind.Sightings(after.told)
		in := note.NotesOf(seen)
		a := len(note.DaysOf(in))
		if a == 0 {
			continue
		}
		noted := fmt.Sprintf("noted on %d of %s", a, plural(na, "day"))
		e := explanation{level: doubtful}
		if before == nil {
			f := q.fact(newFact(kindCount, kind.Name, "days", float64(a), "days", after.days, len(seen), note.IDs(in),
				"%s: %s with notes %s.", capital(kind.Name), noted, after.span.during()))
			e.what, e.weight, e.facts = kind.Name+".", float64(a), []*commonv1.Fact{f}
			e.claim = fmt.Sprintf("It coincides with %s, %s with notes.", kind.Name, noted)
			seen = seen[:1]
		} else {
			inBefore := note.NotesOf(kind.Sightings(before.told))
			b, nb := len(note.DaysOf(inBefore)), len(before.logged)
			if nb == 0 || a < 2 && na > solitary || float64(a)/float64(na) <= float64(b)/float64(nb) {
				continue
			}
			t := stat.Together{Both: a, OnlyA: na - a, OnlyB: b, Neither: nb - b}
			figures := fmt.Sprintf("%s %s, on %d of %d %s (%s).", noted, after.span.during(), b, nb, before.span.during(), chance(t.P()))
			f := q.change(&measure{subject: kind.Name, name: "days", unit: "days"}, after.days,
				figure{float64(b), "", nb, note.IDs(inBefore)}, figure{float64(a), "", na, note.IDs(in)}, "%s: %s", capital(kind.Name), figures)
			e.what, e.weight, e.facts = kind.Name+", "+figures, 0.5+(1-t.P()), []*commonv1.Fact{f}
			e.claim = fmt.Sprintf("It coincides with %s, %s with notes %s and on %d of %d %s.", kind.Name, noted, after.span.when(), b, nb, before.span.when())
			switch {
			case t.Clear():
				e.level = sure
			case a >= 2:
				e.level = likely
			}
		}
		for _, s := range seen[:min(len(seen), 2)] {
			m := q.quote(s.Note, shorten(s.Note.Sentence(s.Token)), kind.Name)
			e.facts, e.claim = append(e.facts, m), e.claim+" "+m.GetText()
		}
		out = append(out, e)
	}
	return out
}
