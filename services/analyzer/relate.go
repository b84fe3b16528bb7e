package analyzer

import (
	"fmt"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// relate answers whether one subject of a question goes with another ("does
// coffee affect my sleep?"): what is measured of one on the days with the
// other, and on the days after, against the rest. It returns how many relations
// it could look at.
func (q *inquiry) relate(p *part) int {
	var found []explanation
	in := q.in(q.whole(slices.Concat(q.baseline, q.focus)))
	for _, a := range p.subjects {
		for _, b := range p.subjects {
			if a == b {
				continue
			}
			for i, m := range measures(b, in) {
				if i == topMeasures {
					break
				}
				for _, c := range q.conditionsOf(a, in) {
					for _, lag := range []int{0, 1} {
						if e, ok := q.relateOn(c, m, lag); ok {
							found = append(found, e)
						}
					}
				}
			}
		}
	}
	q.stateAll(p, found)
	return len(found)
}

// A dayCondition splits days in two.
type dayCondition struct {
	name  string // "on days with coffee"
	holds func(notes.Day) bool
	known func(notes.Day) bool
	ids   []string
}

// conditionsOf are the ways in which a subject splits days: told of or not, and,
// where it is told of on most days and measured, below its median or not.
func (q *inquiry) conditionsOf(s *subject, in []*note) []dayCondition {
	told, _ := q.on(s, in)
	logged, on := daySet(in), daySet(told)
	if 4*len(on) < 3*len(logged) {
		return []dayCondition{{
			name:  "with " + s.name,
			holds: func(d notes.Day) bool { return on[d] },
			known: func(d notes.Day) bool { return logged[d] },
			ids:   ids(told),
		}}
	}
	var out []dayCondition
	for i, m := range measures(s, in) {
		if i == 2 {
			break
		}
		value := m.byDay()
		middle := stat.Median(m.typical().Values())
		out = append(out, dayCondition{
			name:  fmt.Sprintf("with %s below its median of %s", m.label(), with(middle, m.unit)),
			holds: func(d notes.Day) bool { return value[d] < middle },
			known: func(d notes.Day) bool { _, ok := value[d]; return ok },
			ids:   idsOf(m, nil),
		})
	}
	return out
}

// relateOn compares a measure on the days of a condition, or so many days
// later, with the measure on the other days. It is false where one side has
// less than two values.
func (q *inquiry) relateOn(c dayCondition, m *measure, lag int) (explanation, bool) {
	var under, without stat.Series
	for _, pt := range m.typical() {
		switch d := pt.Day.AddDays(-lag); {
		case !c.known(d):
		case c.holds(d):
			under = append(under, pt)
		default:
			without = append(without, pt)
		}
	}
	ch := stat.Compare(without.Values(), under.Values())
	if ch.Before.N < 2 || ch.After.N < 2 {
		return explanation{}, false
	}
	on := "on days "
	if lag > 0 {
		on = "on the day after days "
	}
	f := newFact(kindChange, m.subjectName(), m.name, ch.After.Mean, m.unit, notes.Range{Start: m.series[0].Day, End: m.series[len(m.series)-1].Day},
		ch.Before.N+ch.After.N, slices.Concat(idsOf(m, nil), c.ids),
		"Average %s %s%s: %s (n = %d) against %s on the others (n = %d)%s; %s.", m.label(), on, c.name,
		with(ch.After.Mean, m.unit), ch.After.N, with(ch.Before.Mean, m.unit), ch.Before.N,
		difference(ch.Before.Mean, ch.After.Mean, m.unit), chance(ch.P))
	f.Baseline = new(round(ch.Before.Mean))
	f = q.fact(f)
	claim := f.GetText()
	pc, ok := ch.Percent()
	few := min(ch.Before.N, ch.After.N)
	switch {
	case ch.Clear() || few > 2 && ch.Apart() && ch.P <= 0.1 && ok && math.Abs(pc) >= 10:
		claim += " That is a correlation."
		q.pattern(f.GetText())
	case few < leastDays:
		claim += " So few days can't tell it from chance."
	default:
		claim += " Chance explains such a difference."
	}
	return explanation{claim: claim, facts: []*commonv1.Fact{f}, level: sureOfChange(ch), weight: 1 - ch.P + min(math.Abs(pc)/100, 1)}, true
}

// byDay is the measure by day, as spans are compared.
func (m *measure) byDay() map[notes.Day]float64 {
	out := map[notes.Day]float64{}
	for _, pt := range m.typical().Daily(stat.Mean) {
		out[pt.Day] = pt.Value
	}
	return out
}

func daySet(ns []*note) map[notes.Day]bool {
	out := make(map[notes.Day]bool, len(ns))
	for _, n := range ns {
		out[n.day] = true
	}
	return out
}

// weekends states where a measure of a subject differs between weekends and
// the other days.
func (q *inquiry) weekends(st stance, m *measure) *commonv1.Fact {
	var weekend, week []float64
	for _, pt := range m.typical() {
		if d := pt.Day.Weekday(); d == 0 || d == 6 {
			weekend = append(weekend, pt.Value)
		} else {
			week = append(week, pt.Value)
		}
	}
	c := stat.Compare(week, weekend)
	if min(c.Before.N, c.After.N) < 4 || !c.Clear() {
		return nil
	}
	f := newFact(kindChange, m.subjectName(), m.name, c.After.Mean, m.unit, st.days, c.Before.N+c.After.N, idsOf(m, nil),
		"Average %s at weekends: %s (n = %d) against %s from Monday to Friday (n = %d)%s; %s.", m.label(),
		with(c.After.Mean, m.unit), c.After.N, with(c.Before.Mean, m.unit), c.Before.N, difference(c.Before.Mean, c.After.Mean, m.unit), chance(c.P))
	f.Baseline = new(round(c.Before.Mean))
	return q.fact(f)
}
