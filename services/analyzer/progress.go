package analyzer

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// fewest is how many values show how something moves.
const fewest = 4

// move tells how a subject has moved over a span, or over all notes where the
// question names no span and that has too few values to show it.
func (q *inquiry) move(p *part, s *note.Subject, over span) {
	if !p.dated && (p.Is(ask.FromFirst) || p.Is(ask.HowMuch) || p.Is(ask.HowMany)) || p.Is(ask.Overall) {
		over = everything
	}
	st := q.look(s, over)
	ms := q.measured(p, st)
	if !p.dated && len(ms) > 0 && len(ms[0].series) < fewest {
		st = q.look(s, everything) // who is weighed once a month moves over months
		ms = q.measured(p, st)
	}
	q.cover(p, st, false)
	if len(st.told) > 0 {
		q.progress(p, st, ms)
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
		first, last := series[0], last(series)
		if first.Day == last.Day {
			if p.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE && st.subject != nil {
				q.lookUp(p, st) // the note itself may tell from what to what
				return
			}
			f := q.averageFact(st, m)
			q.find(p, doubtful, f.GetText()+" One day alone shows no progress.", f)
			continue
		}
		q.state(p, sure, q.change(m, notes.Range{Start: first.Day, End: last.Day}, one(first, ""), one(last, ""),
			"%s was %s on %s, first, and %s on %s, last%s.", capital(m.label()), with(first.Value, m.unit), first.Day, with(last.Value, m.unit), last.Day, difference(first.Value, last.Value, m.unit)))
		if t, trend := q.trendFact(m); t != nil {
			level := likely
			if trend.N >= 8 {
				level = sure
			}
			q.state(p, level, t)
			if trend.Direction() != 0 {
				q.pattern(t.GetText())
			}
		}
		if r := q.recordFact(m); r != nil && !q.fasterIsLess(m) {
			q.state(p, sure, r)
		}
	}
	q.tellCount(p, st)
	q.state(p, sure, q.gapFact(st, weekGap))
}
