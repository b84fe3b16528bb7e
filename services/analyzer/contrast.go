package analyzer

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// sidesOf returns the spans that a comparison sets side by side, in order of
// time: the two kinds of days that the question holds against each other, or the
// spans that it names.
func (q *inquiry) sidesOf(p *part) []span {
	over := everything
	if p.dated && len(q.focus) == 1 && len(q.baseline) == 0 && q.focus[0].days.Days() > 7 {
		over = q.focus[0]
	}
	switch c := p.Contrast; {
	case c == nil:
	case len(c.Weekdays) > 0:
		return byWeekday(over, c.Weekdays, "at weekends", "on the other days")
	case c.Event != nil:
		if sides, ok := q.around(c.Event, over); ok {
			return sides
		}
	default:
		if sides, ok := q.byCondition(p, over); ok {
			return sides
		}
	}
	if p.Contrast == nil && q.moreOnWeekdays(p) {
		return byWeekday(q.focus[0], q.focus[0].weekdays, q.focus[0].label, "the other days")
	}
	spans := slices.Concat(q.baseline, q.focus)
	if q.thenAndNow(p) {
		now := q.focus[0]
		now.label, now.days = "since then", notes.Range{Start: now.days.End.AddDays(1), End: q.today}
		spans = append(spans, now)
	}
	slices.SortStableFunc(spans, func(a, b span) int { return a.days.Start.Compare(b.days.Start) })
	return spans
}

// moreOnWeekdays reports whether the question holds some days of the week over
// against the others: "do I sleep longer on weekends".
func (q *inquiry) moreOnWeekdays(p *part) bool {
	return p.Is(ask.Comparative) && p.Limit == nil && len(q.focus) == 1 && len(q.baseline) == 0 && len(q.focus[0].weekdays) > 0
}

// thenAndNow reports whether the question holds a time that is over against now:
// "what was it last year and what is it now".
func (q *inquiry) thenAndNow(p *part) bool {
	return p.Is(ask.Now) && p.dated && len(p.subjects) > 0 && len(q.focus) == 1 && len(q.baseline) == 0 &&
		!q.focus[0].days.End.IsZero() && q.focus[0].days.End.Before(q.today)
}

// byWeekday splits a span into some days of the week and the others.
func byWeekday(over span, days []time.Weekday, name, others string) []span {
	on, off := over, over
	on.label, off.label = name, others
	on.weekdays, off.weekdays = days, nil
	for d := time.Sunday; d <= time.Saturday; d++ {
		if !slices.Contains(days, d) {
			off.weekdays = append(off.weekdays, d)
		}
	}
	if len(off.weekdays) == 0 {
		return []span{over}
	}
	return []span{off, on}
}

// around splits a span into the days before an event and those from it on. It is
// false where no note tells of the event.
func (q *inquiry) around(e *ask.Event, over span) ([]span, bool) {
	at := e.Days.Start
	if at.IsZero() {
		h, ok := q.chronicle.Find(e, notes.Day{})
		if !ok {
			return nil, false
		}
		at = h.Day
	}
	before, after := over, over
	before.label, after.label = "before "+e.Name, "since "+e.Name
	before.days.End, after.days.Start = at.AddDays(-1), at
	return []span{before, after}, true
}

// byCondition splits a span into the days with something and those without. The
// words for it are no longer what is measured. It is false where they name
// nothing, or no note tells of it.
func (q *inquiry) byCondition(p *part, over span) ([]span, bool) {
	var of, rest []*note.Subject
	for _, s := range p.subjects {
		if at, _ := s.Place(p.Contrast.With); at >= 0 {
			of = append(of, s)
		} else {
			rest = append(rest, s)
		}
	}
	if len(of) == 0 || len(rest) == 0 && p.Dimension == "" {
		return nil, false
	}
	told, _ := note.On(of[0], q.in(over))
	told = note.Events(of[0], note.TellingAll(of[1:], told))
	if len(told) == 0 {
		return nil, false
	}
	days := daySet(told)
	on, off := over, over
	on.label, off.label = "on days with "+of[0].Name, "on the other days"
	on.only = func(d notes.Day) bool { return days[d] }
	off.only = func(d notes.Day) bool { return !days[d] }
	p.subjects = rest
	return []span{off, on}, true
}
