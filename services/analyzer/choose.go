package analyzer

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// measured returns the measures that answer: those of the parsed data that the
// question asks for, and what the text gives beyond it.
func (q *inquiry) measured(p *part, st stance) []*measure {
	ms := withUnits(q.measuredIn(p, st))
	for i, m := range ms {
		ms[i] = m.in(p.unit)
	}
	return ms
}

// measuredIn is measured in the units of the notes.
func (q *inquiry) measuredIn(p *part, st stance) []*measure {
	ms := chosen(p, st.subject, measures(st.subject, st.told))
	for _, s := range p.without {
		ms = slices.DeleteFunc(ms, func(m *measure) bool { return s.keys[stemKey(m.subject)] })
	}
	switch p.want {
	case wantTotal, wantAverage, wantBest, wantLeast, wantTrend:
	default:
		if !p.valued() {
			return ms
		}
	}
	if len(ms) == 0 && p.dimension != "" {
		ms = p.beside(st)
	}
	if len(ms) == 0 && p.amountAsked(q, st) {
		if m := q.writtenMeasure(p, st); m != nil {
			return []*measure{m}
		}
	}
	for i, m := range ms {
		ms[i] = q.filled(p, st, m)
	}
	return ms
}

// beside returns the measures of the dimension that is asked for in short notes
// on the subject, which then are of it: the pace of the turkey trot.
func (p *part) beside(st stance) []*measure {
	if st.subject == nil || p.dimension == quantity.Money {
		return nil
	}
	short := filter(st.told, func(n *note) bool { return len(n.entry.GetText()) <= shortNote })
	return measuresOf(short, func(v number) bool { return quantity.Dimension(v.unit) == p.dimension && v.measure != "volume" })
}

// priced reports whether a question only names what is paid for: "rent in
// December".
func (p *part) priced(q *inquiry, st stance) bool {
	return p.want == wantNotes && st.subject != nil && !p.asks() && q.priced(st.subject)
}

// paid is what was paid for the subject.
func (q *inquiry) paid(p *part, st stance) []*measure {
	asked := *p
	asked.dimension = quantity.Money
	asked.want = wantTotal
	return q.measured(&asked, st)
}

// chosen returns the measures that a question asks for: by name, by the
// dimension of its words, or else the most observed.
func chosen(p *part, s *subject, all []*measure) []*measure {
	byName := slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
		return m.name == "" || !p.names(m.name)
	})
	if len(byName) > 0 {
		return byName
	}
	if p.dimension != "" && !(p.fast() && p.dimension == quantity.Length) {
		return slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
			return m.dimension() != p.dimension && !(m.name == "distance" && p.dimension == quantity.Duration && p.has("how long")) || m.name == "volume"
		})
	}
	all = telling(p, all)
	if s == nil && len(all) > topMeasures {
		return all[:topMeasures]
	}
	return all
}

// names reports whether the question names a measure. "When did I set" names no
// sets.
func (p *part) names(name string) bool {
	if name == "sets" {
		return slices.ContainsFunc(p.tokens, func(t search.Token) bool { return t.Folded == name })
	}
	return search.Contains(p.tokens, search.Tokens(name))
}

// telling leaves out what hardly anybody means who does not name it: how many
// sets and repetitions where there is a load, and for a record or a progress
// anything but the load.
func telling(p *part, all []*measure) []*measure {
	loaded := map[string]bool{}
	for _, m := range all {
		loaded[m.subject] = loaded[m.subject] || m.name == "load"
	}
	record := p.want == wantBest || p.want == wantLeast || p.want == wantTrend
	return slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
		return loaded[m.subject] && (m.name == "sets" || m.name == "reps" || record && m.name != "load")
	})
}

// fasterIsLess reports whether the best of a measure is its lowest value.
func (q *inquiry) fasterIsLess(m *measure) bool { return m.dimension() == "pace" }

// within restricts a measure to notes.
func (m *measure) within(in map[string]bool) *measure {
	c := *m
	c.series = pick(m.series, in)
	return &c
}

// fast reports whether the question asks for the quickest or the slowest.
func (p *part) fast() bool {
	return p.has("fastest", "quickest", "slowest", "my best time", "best time") || len(p.sizes) > 0 && p.has("time", "times", "pr", "pb")
}

// quickest leaves of the measures those that tell how fast it went, if the
// question asks for that.
func (p *part) quickest(ms []*measure) []*measure {
	if !p.fast() {
		return ms
	}
	speeds := slices.DeleteFunc(slices.Clone(ms), func(m *measure) bool {
		switch m.dimension() {
		case quantity.Pace, quantity.Speed:
			return false
		case quantity.Duration:
			return len(p.sizes) == 0 // over all distances the shortest is no fastest
		}
		return true
	})
	if len(speeds) == 0 {
		return ms
	}
	slices.SortStableFunc(speeds, func(a, b *measure) int {
		return cmp.Compare(b2i(a.dimension() != quantity.Duration), b2i(b.dimension() != quantity.Duration))
	})
	return speeds
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// amountAsked reports whether the text may be read for an amount that the parsed
// data lacks: not where the question counts things, or asks what something is
// that nobody gives amounts of.
func (p *part) amountAsked(q *inquiry, st stance) bool {
	switch {
	case p.noun != "" && p.want != wantTrend:
		return false
	case p.want == wantNotes:
		return p.dimension != "" || p.has("how much") || st.subject != nil && q.priced(st.subject)
	}
	return true
}
