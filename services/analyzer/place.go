package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// tellPlaces answers a question for elements of a series by their place in time: each
// value, how far two of them lie apart, and the extreme where that is asked for as
// well. It is false where the question names no such places or the notes give no
// values.
func (q *inquiry) tellPlaces(p *part) bool {
	extreme := p.Aggregate == ask.Best || p.Aggregate == ask.Least
	switch n := len(p.Places); {
	case n == 2 && p.Aggregate == ask.Trend && p.Is(ask.FromFirst), // a movement has them both
		n == 0, p.Contrast != nil, p.Is(ask.Explaining), len(p.subjects) == 0:
		return false
	case n == 1 && !extreme && !p.Began && (p.Places[0] == ask.Start || p.Places[0] == ask.End || p.Aggregate == ask.Last || p.Aggregate == ask.First || p.Aggregate == ask.Count || p.Aggregate == ask.Whether):
		return false
	case n == 1 && extreme && p.Places[0] != ask.Start:
		return false
	}
	sp := everything
	if p.dated && len(q.focus) == 1 {
		sp = q.focus[0]
	}
	told, from := false, len(q.findings)
	for _, s := range p.subjects {
		st, _ := q.entries(p, q.look(s, sp))
		m := placedOf(q.measured(valued(p), st))
		if m == nil {
			continue
		}
		q.cover(p, st, false)
		if !q.tellPlaced(p, st, m) {
			continue
		}
		told = true
		if extreme {
			sp.days.End, sp.label = q.today, "" // the most may have come later
			rest := q.look(s, sp)
			q.tellExtremes(p, rest, q.measured(p, rest))
		}
	}
	if told {
		q.heed(p, q.findings[from:])
	}
	return told
}

// valued is the part as it asks for values, and not for what becomes of them.
func valued(p *part) *part {
	return p.asking(func(q *ask.Query) {
		q.Aggregate = ask.Spread
		if q.Dimension == quantity.Pace || q.Dimension == quantity.Speed {
			q.Dimension = "" // of what is always as long, the time tells how fast it was
		}
	})
}

// placedOf is the measure whose values have places: the time where all distances are
// about the same, else the pace; of others the best observed.
func placedOf(ms []*measure) *measure {
	ms = withUnits(ms)
	for _, dimension := range []string{quantity.Duration, quantity.Pace} {
		i := slices.IndexFunc(ms, func(m *measure) bool { return m.dimension() == dimension && len(m.series) > 1 })
		paced := slices.ContainsFunc(ms, func(m *measure) bool { return m.dimension() == quantity.Pace })
		if i >= 0 && (paced || slices.ContainsFunc(ms, func(m *measure) bool { return m.dimension() == quantity.Length })) && (dimension == quantity.Pace || level(ms)) {
			return ms[i]
		}
	}
	if len(ms) == 0 {
		return nil
	}
	return ms[0]
}

// tellPlaced states the values at the places of a question, and how far two lie apart.
func (q *inquiry) tellPlaced(p *part, st stance, m *measure) bool {
	series := m.typical()
	var at []stat.Point
	for _, place := range p.Places {
		pt, ok := q.elementAt(place, st, series)
		switch {
		case !ok && len(p.Places) == 1:
			return false
		case !ok:
			q.lacks(p, "place", st, "The notes give no %s value of %s.", place.Name(), st.subjectName())
			return len(at) > 0
		}
		at = append(at, pt)
	}
	if len(at) != 2 || at[0].ID == at[1].ID {
		for i, pt := range at {
			q.state(p, sure, q.valueFact(m, pt, p.Places[i].Name()+" "))
		}
		return true
	}
	from, to := 0, 1
	if at[1].Day.Before(at[0].Day) {
		from, to = 1, 0
	}
	figureAt := func(i int) figure { return one(at[i], "on "+at[i].Day.String()) }
	q.state(p, sure, q.valueFact(m, at[from], p.Places[from].Name()+" "))
	q.state(p, sure, q.differ(capital(p.Places[to].Name()), m, st.days, figureAt(from), figureAt(to)))
	return true
}

// elementAt is the value at a place: of the last, of the note which has that number
// where the notes number them, or of the day in that place.
func (q *inquiry) elementAt(place ask.Place, st stance, series stat.Series) (stat.Point, bool) {
	if place < 0 {
		if i := len(series) + int(place); i >= 0 {
			return series[i], true
		}
		return stat.Point{}, false
	}
	if place > ask.Start {
		if n := numberedAs(st, int(place)); n != nil && st.subject != nil {
			if i := slices.IndexFunc(series, func(pt stat.Point) bool { return pt.ID == n.Entry.GetId() }); i >= 0 {
				return series[i], true
			}
		}
	}
	if int(place) > len(series) {
		return stat.Point{}, false
	}
	return series[place-1], true
}

// weeksFact is the longest run of weeks in each of which a subject was told of on so
// many days.
func (q *inquiry) weeksFact(p *part, st stance) *commonv1.Fact {
	days := &measure{unit: "days"}
	for _, d := range note.DaysOf(st.told) {
		days.series = append(days.series, stat.Point{Day: d, Value: 1})
	}
	g := q.groupsOf(ask.Week, days, summed)
	var best, run notes.Range
	for _, week := range g.groups {
		switch {
		case len(week.values) < p.Weeks:
			continue
		case !run.End.IsZero() && run.End.AddDays(1) == week.days.Start:
			run.End = week.days.End
		default:
			run = week.days
		}
		if run.Days() > best.Days() {
			best = run
		}
	}
	weeks := best.Days() / 7
	in := note.Filter(st.told, func(n *note.Note) bool { return best.Contains(n.Day) })
	return q.fact(newFact(kindStreak, st.subject.About(), "weeks", float64(weeks), "weeks", best, len(in), note.IDs(in),
		"Longest streak of %s %s: %s in a row, %s.", st.subjectName(), st.span.during(), plural(weeks, "week"), dates(best)))
}
