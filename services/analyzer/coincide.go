package analyzer

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
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
	var base []*note.Note
	for _, s := range p.subjectsOf() {
		told, _ := note.On(s, q.notes)
		base = append(base, told...)
	}
	days := note.DaysOf(slices.SortedFunc(slices.Values(base), func(a, b *note.Note) int { return a.Day.Compare(b.Day) }))
	so := daySet(note.NotesOf(c.sightings(base)))
	if len(so) == 0 || len(so) == len(days) || len(days) < leastDays {
		return nil
	}
	var out []explanation
	add := func(name, when string, days []notes.Day, side func(notes.Day) bool) {
		if e, ok := q.coincidence(c, name, when, days, side, has(so)); ok {
			out = append(out, e)
		}
	}
	others := measuresOf(q.notes, func(n note.Number) bool { return !whole.owns(n) })
	for _, m := range others[:min(len(others), 2*topMeasures)] {
		side, above := m.aboutMedian()
		known := slices.DeleteFunc(slices.Clone(days), func(d notes.Day) bool { return !side.known(d) })
		if stat.Cross(known, has(so), side.holds).LogOdds() < 0 {
			side = above
		}
		add(m.label(), m.label()+" is "+side.name, known, side.holds)
	}
	for _, kind := range c.others() {
		add(kind.Name, kind.Name+" is noted", days, has(daySet(note.NotesOf(kind.Sightings(q.notes)))))
	}
	return out
}

// coincidence states how two things fall together, if they do: more often than
// apart, on enough days, and not as chance would have it.
func (q *inquiry) coincidence(c complaint, name, when string, days []notes.Day, side, isSo func(notes.Day) bool) (explanation, bool) {
	t := stat.Cross(days, isSo, side)
	if t.N() < leastDays || t.Both < 2 || t.LogOdds() <= 0 || t.P() > 0.1 {
		return explanation{}, false
	}
	what := fmt.Sprintf("“%s”", c.words[0])
	on := note.Filter(q.notes, func(n *note.Note) bool {
		_, found := slices.BinarySearchFunc(days, n.Day, notes.Day.Compare)
		return found && (side(n.Day) || isSo(n.Day))
	})
	with, without := t.Both+t.OnlyB, t.OnlyA+t.Neither
	text := fmt.Sprintf("On %d of the %s on which %s, the notes say %s; on %d of the other %d they do (Fisher %s, n = %s).",
		t.Both, plural(with, "day"), when, what, t.OnlyA, without, chance(t.P()), plural(t.N(), "day"))
	f := q.fact(newFact(kindCross, name, c.words[0], t.LogOdds(), "log odds", notes.Range{Start: days[0], End: days[len(days)-1]}, t.N(), note.IDs(on), "%s", text))
	q.pattern(text)
	level := doubtful
	if t.Clear() {
		level = likely
	}
	return explanation{claim: text + " That is a correlation.", facts: []*commonv1.Fact{f}, level: level, weight: 1 - t.P()}, true
}
