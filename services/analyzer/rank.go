package analyzer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// places in an order, from the second on.
var ranks = [][]string{{"second", "2nd"}, {"third", "3rd"}}

// nth returns the value at the place in the order that the question asks for:
// "second longest". It is false where it asks for the first.
func (p *part) nth(m *measure, highest bool) (stat.Point, string, bool) {
	for i, words := range ranks {
		if !p.has(words...) || len(m.series) <= i+1 {
			continue
		}
		ordered := slices.Clone(m.series)
		slices.SortStableFunc(ordered, func(a, b stat.Point) int {
			if highest {
				a, b = b, a
			}
			return cmp.Compare(a.Value, b.Value)
		})
		return ordered[i+1], words[0], true
	}
	return stat.Point{}, "", false
}

// tellExtremes gives the highest or the lowest of each measure, or the one at
// the place in the order that the question asks for.
func (q *inquiry) tellExtremes(p *part, st stance, ms []*measure) {
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	var best []*commonv1.Fact
	for _, m := range p.quickest(ms) {
		highest := (p.want == wantBest) != (q.fasterIsLess(m) || p.fast() && m.dimension() == quantity.Duration)
		if pt, rank, ok := p.nth(m, highest); ok {
			best = append(best, q.valueFact(m, pt, rank+" best "))
			continue
		}
		best = append(best, q.extremeFact(st, m, highest))
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
