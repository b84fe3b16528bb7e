package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// tellTogether adds up what a question for a total asks of several spans or
// several things: "in November and December", "on coffee and groceries".
func (q *inquiry) tellTogether(p *part) {
	if p.Aggregate != ask.Sum && p.Aggregate != ask.Count || len(q.baseline) > 0 {
		return
	}
	var across []stance // of each subject, over all spans
	for _, s := range p.subjectsOf() {
		st, ok := q.over(s, q.spansOf(p))
		if !ok && p.Dimension == quantity.Money && len(p.subjects) > 2 {
			continue // "the kids' shoes, subs and trip": the kids cost nothing by themselves
		}
		if !ok {
			return // nothing to add
		}
		if len(across) > 0 && p.accompanies(s) {
			both := note.Filter(st.told, func(n *note.Note) bool { return slices.Contains(across[0].told, n) })
			if len(both) == 0 {
				continue
			}
			st.told = both // the labour with the clutch
		}
		across = append(across, st)
	}
	if len(across) > 1 && p.Aggregate == ask.Sum && (p.Is(ask.Together) || p.Dimension == quantity.Money) {
		q.sumOf(p, across)
	}
	if len(q.spansOf(p)) < 2 {
		return
	}
	for _, st := range across {
		for _, m := range q.measured(p, st) {
			if m.additive() {
				q.state(p, sure, q.sumFact(st, m))
			}
		}
		if p.Aggregate == ask.Count {
			q.state(p, sure, q.countFact(st))
		}
	}
}

// accompanies reports whether the question names a subject as what comes with another.
func (p *part) accompanies(s *note.Subject) bool {
	at, _ := p.place(s)
	for at > 0 && slices.Contains([]string{"the", "my", "its"}, p.Tokens[at-1].Folded) {
		at--
	}
	return at > 0 && slices.Contains([]string{"with", "w", "incl", "including"}, p.Tokens[at-1].Folded)
}

// over is the stance on a subject in several spans as one. It is false where one
// of them has nothing, or they overlap.
func (q *inquiry) over(s *note.Subject, spans []span) (stance, bool) {
	var all stance
	for i, sp := range spans {
		st := q.look(s, q.nightsOf(s, sp)).happened()
		switch {
		case len(st.told) == 0, i > 0 && !st.days.Start.After(all.days.End):
			return all, false
		case i == 0:
			all = st
			continue
		}
		all.told = slices.Concat(all.told, st.told)
		all.days.End = st.days.End
		all.span.label += " and " + sp.label
		all.span.days, all.span.weekdays = all.days, nil
	}
	return all, true
}

// sumOf states the sum of what was measured of several subjects, each value
// once.
func (q *inquiry) sumOf(p *part, of []stance) {
	var all *measure
	var names []string
	seen := map[stat.Point]bool{}
	for _, st := range of {
		ms := q.measured(p, st)
		i := slices.IndexFunc(ms, (*measure).additive)
		if i < 0 && p.Dimension == quantity.Money && len(of) > 2 {
			continue
		}
		if i < 0 {
			return
		}
		m := ms[i]
		if all == nil {
			all = &measure{unit: m.unit}
		}
		if quantity.Dimension(m.unit) != quantity.Dimension(all.unit) {
			return
		}
		for _, pt := range m.in(all.unit).series {
			if !seen[pt] {
				seen[pt] = true
				all.series = append(all.series, pt)
			}
		}
		names = append(names, st.subject.Name)
	}
	if len(names) < 2 {
		return
	}
	all.subject, all.series = list(names), stat.NewSeries(all.series)
	q.state(p, sure, q.sumFact(of[0], all))
}
