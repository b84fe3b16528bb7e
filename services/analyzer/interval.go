package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// tellInterval tells how many days lie between two things that the question
// names, or between one and today. It is false where it asks for no such thing,
// or the notes don't tell of both.
func (q *inquiry) tellInterval(p *part) bool {
	return slices.ContainsFunc(p.Intervals, func(i ask.Interval) bool {
		switch {
		case i.From == nil:
			return q.tellUntil(p, i.To)
		case i.To == nil:
			return q.tellSince(p, i.From)
		}
		return q.tellBetween(p, i)
	})
}

// tellSince tells how long ago a record was: "days since my bench PR". For what
// is no record the last day is asked.
func (q *inquiry) tellSince(p *part, from *ask.Event) bool {
	if !from.Best {
		return false
	}
	e, ok := q.happeningOf(from, notes.Day{})
	if !ok || e.day.After(q.today) {
		return false
	}
	days := plural(q.today.Sub(e.day), "day")
	q.findDays(p, sure, "days since", e.day, q.today, fmt.Sprintf("It is %s since %s, on %s.", days, e.Name, e.day), e)
	return true
}

// A pair are the two ends of an interval as notes tell them.
type pair struct {
	from, to happening
	told     float64
}

// tellBetween tells how many days lie between two things: between those notes that
// tell most of both, of which the first came first.
func (q *inquiry) tellBetween(p *part, i ask.Interval) bool {
	all := q.pairs(i)
	if len(all) == 0 {
		return false
	}
	best := all[0]
	for _, o := range all[1:] {
		if o.told > best.told {
			best = o
		}
	}
	a, b := best.from, best.to
	if b.day.Before(a.day) {
		a, b = b, a
	}
	if slices.ContainsFunc(all, func(o pair) bool {
		return o.told > best.told-close && (o.from.day != best.from.day || o.to.day != best.to.day)
	}) {
		q.doubtDay(i.From, i.To)
	}
	days := plural(b.day.Sub(a.day), "day")
	q.findDays(p, likely, "days between", a.day, b.day, fmt.Sprintf("From %s (%s) to %s (%s) it is %s.", a.Name, a.day, b.Name, b.day, days), a, b)
	return true
}

// close is how much less notes may tell of another pair of days that is meant just
// as well.
const close = 0.03

// pairs returns what may be the ends of an interval, those in the order in which
// the question names them if there are any.
func (q *inquiry) pairs(i ask.Interval) []pair {
	var ordered, reversed []pair
	of, to := q.terms(i.From), q.terms(i.To)
	froms := q.ends(i.From, notes.Day{}, to)
	for _, a := range froms {
		tos := q.ends(i.To, a.day, of)
		for _, b := range tos {
			p := pair{a, b, q.plain(a, froms) + q.plain(b, tos)}
			switch gap := b.day.Sub(a.day); {
			case gap > 0:
				p.told -= 0.0005 * float64(gap)
				ordered = append(ordered, p)
			case gap < 0:
				p.told += 0.0005 * float64(gap)
				reversed = append(reversed, p)
			}
		}
	}
	if len(ordered) > 0 {
		return ordered
	}
	return reversed
}

// ends returns what an end of an interval may be: one where the question says which,
// else each that a note tells of.
func (q *inquiry) ends(e *ask.Event, after notes.Day, beside []term) []happening {
	if e.Best || e.Order != ask.Unordered || e.Nth > 0 {
		if h, ok := q.happeningOf(e, after, beside...); ok {
			h.told, h.real = max(h.told, 1), true
			return []happening{h}
		}
		return nil
	}
	return slices.DeleteFunc(q.happenings(e, beside...), func(h happening) bool { return h.told < partly })
}

// lacksEnd reports whether a question asks for the time between two things of
// which the notes do not tell both, and notes that as missing.
func (q *inquiry) lacksEnd(p *part) bool {
	for _, i := range p.Intervals {
		if i.From == nil || i.To == nil || i.From.Timely || i.To.Timely || p.Aggregate == ask.Gap || p.Dimension != "" && p.Dimension != quantity.Duration {
			continue
		}
		of := slices.Concat(q.named(i.From.Words), q.named(i.To.Words))
		if len(q.named(i.From.Words)) == 0 || len(q.named(i.To.Words)) == 0 {
			continue
		}
		st := q.look(note.Compound(of, p.Tokens), everything)
		q.lacks(p, "interval", st, "The notes don't give both days, that of %s and that of %s.", i.From.Name, i.To.Name)
		for _, s := range of {
			told, _ := note.On(s, q.notes)
			st.told = append(st.told, told...)
		}
		q.closest(p, st.subject, st.told, 1)
		return true
	}
	return false
}

// findDays states how many days lie between two days, with the words of the notes
// on what these are of.
func (q *inquiry) findDays(p *part, level commonv1.Confidence, what string, from, to notes.Day, text string, of ...happening) {
	var told []*note.Note
	for _, e := range of {
		told = append(told, e.note)
	}
	facts := []*commonv1.Fact{q.fact(newFact(kindCount, "", what, float64(to.Sub(from)), "days", notes.Range{Start: from, End: to}, len(of), note.IDs(told), "%s", text))}
	for _, e := range of {
		q.placed = append(q.placed, e.Name)
		facts = append(facts, q.mention(e.note, e.token, e.Name))
	}
	q.find(p, level, text, facts...)
	p.disjoint = nil // one thing is told here and the other there
}

// named are the subjects that a phrase names.
func (q *inquiry) named(phrase string) []*note.Subject {
	var of []*note.Subject
	for _, t := range search.Tokens(phrase) {
		s := q.lexicon.Subject(t.Folded)
		if word := note.Literally(t); !q.measures(s) {
			if told, _ := note.On(word.Loosely(), q.notes); len(told) > 0 {
				s = word // of sourdough and cornbread the one that is named
			}
		}
		if len(s.Phrases) > 0 && !search.Stopword(t.Folded) && !note.Aside(t.Folded) {
			of = append(of, s)
		}
	}
	if own := slices.DeleteFunc(slices.Clone(of), func(s *note.Subject) bool { return note.Companion(s.Name) }); len(own) > 0 {
		return own // the trip to Perth is told of as Perth
	}
	return of
}

// measures reports whether a note has a number of the subject.
func (q *inquiry) measures(s *note.Subject) bool {
	return slices.ContainsFunc(q.notes, func(n *note.Note) bool { return slices.ContainsFunc(n.Numbers, s.Measures) })
}

// bestOf is the day of the record of the first subject that has one.
func (q *inquiry) bestOf(e *ask.Event, of []*note.Subject) (happening, bool) {
	for _, s := range of {
		told, _ := note.On(s, q.notes)
		for _, m := range measures(s, told) {
			if pt, ok := m.series.Highest(); ok && !m.additive() || ok && m.name == "distance" {
				i := slices.IndexFunc(told, func(n *note.Note) bool { return n.Entry.GetId() == pt.ID })
				return happening{Event: e, day: pt.Day, note: told[i], token: s.Anchor(told[i])}, true
			}
		}
	}
	return happening{}, false
}

// onOccasion turns "the night before the race" into the days that the notes give
// for the race. It takes what names the occasion out of the part's subjects. The
// question stays as it is where no note tells of the occasion.
func (q *inquiry) onOccasion(p *part) {
	if p.Occasion == nil {
		return
	}
	words := search.Tokens(p.Occasion.Event.Words)
	var names, rest []*note.Subject
	for _, s := range p.subjects {
		if at, _ := s.Place(words); at >= 0 {
			names = append(names, s)
		} else if !slices.Contains([]string{"before", "after"}, strings.ToLower(s.Name)) {
			rest = append(rest, s)
		}
	}
	if len(names) == 0 || len(rest) == 0 {
		return
	}
	if e, ok := q.happeningOf(p.Occasion.Event, notes.Day{}); ok {
		p.subjects = rest
		p.spans = []span{{label: p.Occasion.Text, days: daysBeside(p.Occasion, e.day, q.weekStart())}}
	}
}

// daysBeside are the days of an occasion around the day of its event. A night is
// told of in the morning behind it.
func daysBeside(o *ask.Occasion, at notes.Day, weekStart time.Weekday) notes.Range {
	step := map[string]int{"before": -1, "after": 1}[o.Beside]
	switch o.Part {
	case "week", "weekend":
		start := stat.WeekOf(at, weekStart).AddDays(7 * step)
		days := notes.Range{Start: start, End: start.AddDays(6)}
		if o.Part == "weekend" {
			days.Start = days.End.AddDays(-1)
		}
		return days
	case "night":
		step = max(step, 0)
		if o.Beside == "of" {
			step = 1
		}
	}
	return notes.Range{Start: at.AddDays(step), End: at.AddDays(step)}
}
