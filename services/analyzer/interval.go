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
	"github.com/weft-mesh/weft/services/analyzer/chronicle"
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
	e, ok := q.chronicle.Find(from, notes.Day{})
	if !ok || e.Day.After(q.today) {
		return false
	}
	days := plural(q.today.Sub(e.Day), "day")
	q.findDays(p, sure, "days since", e.Day, q.today, fmt.Sprintf("It is %s since %s, on %s.", days, e.Name, e.Day), e)
	return true
}

// tellBetween tells how many days lie between two things: between those notes that
// tell most of both, of which the first came first.
func (q *inquiry) tellBetween(p *part, i ask.Interval) bool {
	ends, doubtful, ok := q.chronicle.Between(i)
	if !ok {
		return false
	}
	if doubtful {
		q.doubtDay(i.From, i.To)
	}
	a, b := ends.From, ends.To
	days := plural(b.Day.Sub(a.Day), "day")
	q.findDays(p, likely, "days between", a.Day, b.Day, fmt.Sprintf("From %s (%s) to %s (%s) it is %s.", a.Name, a.Day, b.Name, b.Day, days), a, b)
	return true
}

// lacksEnd reports whether a question asks for the time between two things of
// which the notes do not tell both, and notes that as missing.
func (q *inquiry) lacksEnd(p *part) bool {
	for _, i := range p.Intervals {
		if i.From == nil || i.To == nil || i.From.Timely || i.To.Timely || p.Aggregate == ask.Gap || p.Dimension != "" && p.Dimension != quantity.Duration {
			continue
		}
		from, to := q.chronicle.Named(i.From.Words), q.chronicle.Named(i.To.Words)
		if len(from) == 0 || len(to) == 0 {
			continue
		}
		of := slices.Concat(from, to)
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
func (q *inquiry) findDays(p *part, level commonv1.Confidence, what string, from, to notes.Day, text string, of ...chronicle.Happening) {
	var told []*note.Note
	for _, e := range of {
		told = append(told, e.Note)
	}
	facts := []*commonv1.Fact{q.fact(newFact(kindCount, "", what, float64(to.Sub(from)), "days", notes.Range{Start: from, End: to}, len(of), note.IDs(told), "%s", text))}
	for _, e := range of {
		q.placed = append(q.placed, e.Name)
		facts = append(facts, q.mention(e.Note, e.Token, e.Name))
	}
	q.find(p, level, text, facts...)
	p.disjoint = nil // one thing is told here and the other there
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
	if e, ok := q.chronicle.Find(p.Occasion.Event, notes.Day{}); ok {
		p.subjects = rest
		p.spans = []span{{label: p.Occasion.Text, days: daysBeside(p.Occasion, e.Day, q.weekStart())}}
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
