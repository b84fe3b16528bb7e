package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// byClock returns the minutes that a note on a subject gives as two plain numbers,
// "6-8". They are times of day where other notes on the subject give such a time so
// that it can be nothing else, and a score or a range anywhere else.
func (q *inquiry) byClock(n *note.Note, s *note.Subject) (float64, bool) {
	spans := extract.ClockSpans(n.Entry.GetText())
	if len(spans) != 1 || !spans[0].Bare || n.Unreal(max(0, n.TokenAt(spans[0].Start))) {
		return 0, false
	}
	told, _ := note.On(s, q.notes)
	return spans[0].Minutes, slices.ContainsFunc(told, func(o *note.Note) bool {
		return slices.ContainsFunc(extract.ClockSpans(o.Entry.GetText()), func(c extract.ClockSpan) bool { return !c.Bare })
	})
}
