package planner

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Some times count from what only notes can date: "the weekend before the
// release". The first plan looks for that, the next one has its day.

// An event is what a time of the question counts from.
type event struct {
	timespan.Tie
	search []*commonv1.RetrievalInstruction // what finds it
	day    notes.Day                        // when it was, zero if that is not known
}

// tie reads the times that count from an event: those that are dated become
// spans, those that were looked for in vain can't be told, and the rest are to be
// looked for first.
func (q *question) tie() {
	for _, t := range timespan.Ties(q.req.GetQuery(), q.ref) {
		e := event{Tie: t, search: eventSearch(t.Event)}
		if len(e.search) == 0 {
			continue
		}
		day, looked := dayOf(e.search, q.req.GetRetrievalHistory())
		if !looked && !first(q.req) {
			continue
		}
		told := q.drop(t.Offset, t.Offset+len(t.Text))
		switch {
		case !day.IsZero():
			e.day = day
			q.dated = append(q.dated, e)
			q.reading.Spans = append(q.reading.Spans, t.On(notes.Range{Start: day, End: day}, q.ref))
		case looked && len(told) > 0:
			q.reading.Unresolved = append(q.reading.Unresolved, told...)
		case looked:
			q.reading.Unresolved = append(q.reading.Unresolved, timespan.Unresolved{Text: t.Text, Offset: t.Offset, Reason: "no note says when that was"})
		default:
			q.undated = append(q.undated, e)
		}
	}
	stable.Sort(q.reading.Spans, func(a, b timespan.Span) int { return a.Offset - b.Offset })
}

// drop forgets what was read between two places of the question, and returns what
// of it could not be resolved.
func (q *question) drop(from, to int) (told []timespan.Unresolved) {
	within := func(offset int, text string) bool { return offset < to && from < offset+len(text) }
	q.reading.Spans = slices.DeleteFunc(q.reading.Spans, func(s timespan.Span) bool { return within(s.Offset, s.Text) })
	q.reading.Unresolved = slices.DeleteFunc(q.reading.Unresolved, func(u timespan.Unresolved) bool {
		if !within(u.Offset, u.Text) {
			return false
		}
		told = append(told, u)
		return true
	})
	return told
}

// eventSearch returns what finds the notes on an event.
func eventSearch(name string) []*commonv1.RetrievalInstruction {
	w := newWriter(nil)
	w.topic(name, notes.Range{}, fmt.Sprintf("When %s was.", name))
	return w.out
}

// dayOf returns the likeliest day of what a search found, and whether it has been
// made.
func dayOf(search []*commonv1.RetrievalInstruction, history []*commonv1.RetrievalAttempt) (day notes.Day, looked bool) {
	for _, in := range search {
		for _, a := range history {
			if key(a.GetInstruction()) != key(in) {
				continue
			}
			looked = true
			if len(a.GetDays()) == 0 {
				continue
			}
			if day, err := notes.ParseDay(a.GetDays()[0]); err == nil {
				return day, true
			}
		}
	}
	return notes.Day{}, looked
}

// dateEvents writes the searches for what the question's times count from.
func (q *question) dateEvents(w *writer) {
	for _, e := range q.undated {
		for _, in := range e.search {
			w.add(in)
		}
	}
}
