package analyzer

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
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
			ms := measures(b, in)
			for _, m := range ms[:min(len(ms), topMeasures)] {
				for _, c := range q.conditionsOf(a, in) {
					for lag := range 2 {
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
	name  string // "with coffee"
	holds func(notes.Day) bool
	known func(notes.Day) bool
	ids   []string
}

// conditionsOf are the ways in which a subject splits days: told of or not, and,
// where it is told of on most days and measured, below its median or not.
func (q *inquiry) conditionsOf(s *note.Subject, in []*note.Note) []dayCondition {
	told, _ := note.On(s, in)
	logged, on := daySet(in), daySet(told)
	if 4*len(on) < 3*len(logged) {
		return []dayCondition{{"with " + s.Name, has(on), has(logged), note.IDs(told)}}
	}
	var out []dayCondition
	ms := measures(s, in)
	for _, m := range ms[:min(len(ms), 2)] {
		below, _ := m.aboutMedian()
		below.name = "with " + m.label() + " " + below.name
		out = append(out, below)
	}
	return out
}

// aboutMedian are the days on which a measure is below its median, and above.
func (m *measure) aboutMedian() (below, above dayCondition) {
	value := map[notes.Day]float64{}
	for _, pt := range m.typical().Daily(stat.Mean) {
		value[pt.Day] = pt.Value
	}
	middle := stat.Median(m.typical().Values())
	known := func(d notes.Day) bool { _, ok := value[d]; return ok }
	of := func(side string, holds func(notes.Day) bool) dayCondition {
		return dayCondition{fmt.Sprintf("%s its median of %s", side, with(middle, m.unit)), holds, known, idsOf(m)}
	}
	return of("below", func(d notes.Day) bool { return known(d) && value[d] < middle }), of("above", func(d notes.Day) bool { return value[d] > middle })
}

// days are the days on which the condition does not hold and those on which it
// does, or the days that many days later.
func (c dayCondition) days(lag int) (off, on span) {
	then := func(d notes.Day) notes.Day { return d.AddDays(-lag) }
	off = span{label: "on the others", only: func(d notes.Day) bool { return c.known(then(d)) && !c.holds(then(d)) }}
	on = span{label: "on days " + c.name, only: func(d notes.Day) bool { return c.known(then(d)) && c.holds(then(d)) }}
	if lag > 0 {
		on.label = "on the day after days " + c.name
	}
	return off, on
}

// relateOn compares a measure on the days of a condition, or so many days
// later, with the measure on the other days. It is false where one side has
// less than two values.
func (q *inquiry) relateOn(c dayCondition, m *measure, lag int) (explanation, bool) {
	s := m.betweenDays(c.days(lag))
	if s.fewer() < 2 {
		return explanation{}, false
	}
	s.from.ids = append(s.from.ids, c.ids...)
	f := q.chanceFact(s, notes.Range{Start: m.series[0].Day, End: last(m.series).Day})
	claim := f.GetText()
	pc, ok := s.Percent()
	switch {
	case s.Clear() || s.fewer() > 2 && s.Apart() && s.P <= 0.1 && ok && math.Abs(pc) >= 10:
		claim += " That is a correlation."
		q.pattern(f.GetText())
	case s.fewer() < leastDays:
		claim += " So few days can't tell it from chance."
	default:
		claim += " Chance explains such a difference."
	}
	return explanation{claim: claim, facts: []*commonv1.Fact{f}, level: s.sureness(), weight: 1 - s.P + min(math.Abs(pc)/100, 1)}, true
}

func daySet(ns []*note.Note) map[notes.Day]bool {
	out := make(map[notes.Day]bool, len(ns))
	for _, n := range ns {
		out[n.Day] = true
	}
	return out
}

// has reports of days whether they are in a set.
func has(days map[notes.Day]bool) func(notes.Day) bool {
	return func(d notes.Day) bool { return days[d] }
}

var weekend = []time.Weekday{time.Saturday, time.Sunday}

// weekends states where a measure of a subject differs between weekends and
// the other days.
func (q *inquiry) weekends(st stance, m *measure) *commonv1.Fact {
	sides := byWeekday(everything, weekend, "at weekends", "from Monday to Friday")
	s := m.betweenDays(sides[0], sides[1])
	if s.fewer() < 4 || !s.Clear() {
		return nil
	}
	return q.chanceFact(s, st.days)
}
