package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// leastDays is below how many days a co-occurrence is not told.
const leastDays = 4

// coincidences looks, over all days with a note on the subject, at how what the
// question asks about falls together with other measures and circumstances. The
// whole question's subjects explain nothing of themselves; the days are those of
// its topics.
func (q *inquiry) coincidences(whole, p *part, c complaint) []explanation {
	if len(c.phrases) == 0 {
		return nil
	}
	var base []*note
	for _, s := range p.subjectsOf() {
		told, _ := q.on(s, q.notes)
		base = append(base, told...)
	}
	days := daysOf(slices.SortedFunc(slices.Values(base), func(a, b *note) int { return a.day.Compare(b.day) }))
	so := map[notes.Day]bool{}
	for _, n := range base {
		if _, said := c.in(n); said {
			so[n.day] = true
		}
	}
	if len(so) == 0 || len(so) == len(days) || len(days) < leastDays {
		return nil
	}
	isSo := func(d notes.Day) bool { return so[d] }
	out := q.besideMeasures(whole, c, days, isSo)
	for _, kind := range circumstances() {
		if slices.Contains(c.kinds, kind.name) {
			continue
		}
		seen := kind.sightings(q.notes)
		on := map[notes.Day]bool{}
		for _, s := range seen {
			on[s.note.day] = true
		}
		t := stat.Cross(days, isSo, func(d notes.Day) bool { return on[d] })
		if e, ok := q.coincidence(c, t, days, kind.name, kind.name+" is noted", func(d notes.Day) bool { return on[d] }, isSo); ok {
			out = append(out, e)
		}
	}
	return out
}

// besideMeasures crosses the days on which it was so with those on which
// another measure was below its own median, or above.
func (q *inquiry) besideMeasures(p *part, c complaint, days []notes.Day, isSo func(notes.Day) bool) []explanation {
	own := func(n number) bool {
		return slices.ContainsFunc(p.subjects, func(s *subject) bool { return s.holds(n) })
	}
	var out []explanation
	for i, m := range measuresOf(q.notes, func(n number) bool { return !own(n) }) {
		if i == 2*topMeasures {
			break
		}
		daily := m.series.Daily(stat.Mean)
		if m.perDay() {
			daily = m.series.Daily(total)
		}
		value := map[notes.Day]float64{}
		for _, pt := range daily {
			value[pt.Day] = pt.Value
		}
		known := slices.DeleteFunc(slices.Clone(days), func(d notes.Day) bool { _, ok := value[d]; return !ok })
		middle := stat.Median(daily.Values())
		low := func(d notes.Day) bool { return value[d] < middle }
		t := stat.Cross(known, isSo, low)
		name, when, side := m.label(), fmt.Sprintf("%s is below its median of %s", m.label(), with(middle, m.unit)), low
		if t.LogOdds() < 0 {
			side = func(d notes.Day) bool { return value[d] > middle }
			t = stat.Cross(known, isSo, side)
			when = fmt.Sprintf("%s is above its median of %s", m.label(), with(middle, m.unit))
		}
		if e, ok := q.coincidence(c, t, known, name, when, side, isSo); ok {
			out = append(out, e)
		}
	}
	return out
}

// coincidence states how two things fall together, if they do: more often than
// apart, on enough days, and not as chance would have it.
func (q *inquiry) coincidence(c complaint, t stat.Together, days []notes.Day, name, when string, side, isSo func(notes.Day) bool) (explanation, bool) {
	if t.N() < leastDays || t.Both < 2 || t.LogOdds() <= 0 || t.P() > 0.1 {
		return explanation{}, false
	}
	what := fmt.Sprintf("“%s”", c.words[0])
	var on []*note
	for _, n := range q.notes {
		if _, found := slices.BinarySearchFunc(days, n.day, notes.Day.Compare); found && (side(n.day) || isSo(n.day)) {
			on = append(on, n)
		}
	}
	with, without := t.Both+t.OnlyB, t.OnlyA+t.Neither
	text := fmt.Sprintf("On %d of the %s on which %s, the notes say %s; on %d of the other %d they do (Fisher %s, n = %s).",
		t.Both, plural(with, "day"), when, what, t.OnlyA, without, chance(t.P()), plural(t.N(), "day"))
	f := q.fact(newFact(kindCross, name, c.words[0], t.LogOdds(), "log odds", notes.Range{Start: days[0], End: days[len(days)-1]}, t.N(), ids(on), "%s", text))
	q.pattern(text)
	level := doubtful
	if t.Clear() {
		level = likely
	}
	return explanation{claim: text + " That is a correlation.", facts: []*commonv1.Fact{f}, level: level, weight: 1 - t.P()}, true
}
