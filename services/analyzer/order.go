package analyzer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// ranked returns the values that are compared, in order from the first place.
func (m *measure) ranked(highest bool) stat.Series {
	ordered := slices.Clone(m.series)
	if m.name == "load" {
		ordered = slices.Clone(m.typical()) // the sets of a day are no places of their own
	}
	slices.SortStableFunc(ordered, func(a, b stat.Point) int {
		if highest {
			a, b = b, a
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return ordered
}

// tellExtremes gives the highest or the lowest of each measure, or those at the
// places in the order that the question asks for.
func (q *inquiry) tellExtremes(p *part, st stance, ms []*measure) {
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	var best []*commonv1.Fact
	for _, m := range withUnits(quickest(p, ms)) {
		highest := q.upward(p, st, m)
		switch {
		case p.Rank.Place > 0:
			best = append(best, q.placeFact(p, st, m, highest))
		case p.Rank.Few > 0:
			best = append(best, q.fewFacts(p, st, m, highest)...)
		default:
			best = append(best, q.extremeFact(st, m, highest))
		}
	}
	for len(best) > 0 { // one note may hold several of them
		same := func(f *commonv1.Fact) bool { return slices.Equal(f.GetEntryIds(), best[0].GetEntryIds()) }
		var of []*commonv1.Fact
		var texts []string
		for _, f := range best {
			if same(f) {
				of, texts = append(of, f), append(texts, f.GetText())
			}
		}
		best = slices.DeleteFunc(slices.Clone(best), same)
		q.find(p, sure, strings.Join(texts, " "), of...)
	}
}

// upward reports whether the question asks for the high end of a measure: the best
// time is the lowest, and the worst pain the highest.
func (q *inquiry) upward(p *part, st stance, m *measure) bool {
	less := q.fasterIsLess(m) || p.Is(ask.Fast) && m.dimension() == quantity.Duration || p.Is(ask.Worst) && ailing(st.subject)
	return (p.Aggregate == ask.Best) != less
}

// ailing reports whether a subject is something that hurts or burdens: the worst
// of it is the most.
func ailing(s *note.Subject) bool {
	return s != nil && slices.ContainsFunc(note.Circumstances(), func(c note.Circumstance) bool {
		return slices.Contains(ailments, c.Name) && slices.ContainsFunc(s.Phrases, func(p ask.Phrase) bool { return c.Keys[ask.KeyOf(p)] })
	})
}

// ailments are the circumstances that somebody suffers from.
var ailments = []string{"illness", "pain", "soreness", "tiredness", "stress"}

// placeFact is the value at a place in the order, or that there are too few.
func (q *inquiry) placeFact(p *part, st stance, m *measure, highest bool) *commonv1.Fact {
	ordered := m.ranked(highest)
	name := ask.Ordinal(p.Rank.Place)
	if len(ordered) < p.Rank.Place {
		return q.fact(newFact(kindCount, m.subjectName(), m.name+" values", float64(len(ordered)), "", st.days, len(ordered), idsOf(m),
			"There is no %s %s: the notes give %s of it %s.", name, m.label(), plural(len(ordered), "value"), st.span.during()))
	}
	return q.valueFact(m, ordered[p.Rank.Place-1], name+" "+orderWord(m, p.Aggregate == ask.Best)+" ")
}

// orderWord says what the first place in an order is called.
func orderWord(m *measure, best bool) string {
	switch {
	case !best:
		return "lowest"
	case m.dimension() == quantity.Pace || m.dimension() == quantity.Duration && !m.additive():
		return "best"
	}
	return "highest"
}

// fewFacts are the first few values in the order, and their sum or mean where
// the question asks for it.
func (q *inquiry) fewFacts(p *part, st stance, m *measure, highest bool) []*commonv1.Fact {
	ordered := m.ranked(highest)
	ordered = ordered[:min(len(ordered), p.Rank.Few)]
	word := orderWord(m, p.Aggregate == ask.Best)
	var out []*commonv1.Fact
	var of []string
	for i, pt := range ordered {
		out = append(out, q.valueFact(m, pt, fmt.Sprintf("%s %s ", ask.Ordinal(i+1), word)))
		of = append(of, pt.ID)
	}
	s := stat.Summarize(ordered.Values())
	what := fmt.Sprintf("%d %s values of %s", s.N, word, m.label())
	kind, word, value := kindSum, "together", s.Sum
	switch {
	case p.Rank.Added:
	case p.Rank.Mean:
		kind, word, value = kindAverage, "on average", s.Mean
	default:
		return out
	}
	f := q.value(m, newFact(kind, m.subjectName(), m.name, value, m.unit, st.days, s.N, of, "The %s %s: %s.", what, word, with(value, m.unit)))
	return append([]*commonv1.Fact{f}, out...)
}

// tellSpread tells the highest, the lowest and how far they lie apart.
func (q *inquiry) tellSpread(p *part, st stance, ms []*measure) {
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	for _, m := range withUnits(ms) {
		high, ok := m.series.Highest()
		low, _ := m.series.Lowest()
		if !ok || high.Value == low.Value {
			continue
		}
		q.state(p, sure, q.differ("Highest", m, st.days, one(low, fmt.Sprintf("on %s, the lowest", low.Day)), one(high, "on "+high.Day.String())))
	}
}

// withUnits leaves out the bare numbers of a measure that others give a unit.
func withUnits(ms []*measure) []*measure {
	return slices.DeleteFunc(slices.Clone(ms), func(m *measure) bool {
		return m.unit == "" && slices.ContainsFunc(ms, func(o *measure) bool {
			return o.unit != "" && o.subject == m.subject && o.name == m.name && o.domain == m.domain
		})
	})
}

// quickest leaves of the measures those that tell how fast it went, if the
// question asks for that.
func quickest(p *part, ms []*measure) []*measure {
	if !p.Is(ask.Fast) {
		return ms
	}
	speeds := slices.DeleteFunc(slices.Clone(ms), func(m *measure) bool {
		switch m.dimension() {
		case quantity.Pace, quantity.Speed:
			return false
		case quantity.Duration:
			return len(p.Sizes) == 0 && !level(ms) // over all distances the shortest is no fastest
		}
		return true
	})
	if len(speeds) == 0 {
		return ms
	}
	timed := func(m *measure) bool { return m.dimension() == quantity.Duration }
	first := slices.DeleteFunc(slices.Clone(speeds), func(m *measure) bool { return !timed(m) })
	return append(first, slices.DeleteFunc(speeds, timed)...)
}

// level reports whether the distances among some measures are all about the same.
func level(ms []*measure) bool {
	i := slices.IndexFunc(ms, func(m *measure) bool { return m.name == "distance" })
	if i < 0 || len(ms[i].series) < 2 {
		return false
	}
	high, _ := ms[i].series.Highest()
	low, _ := ms[i].series.Lowest()
	return high.Value-low.Value <= alike*high.Value
}
