package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// The second pass: the words that stand in the best units of the first one.
const (
	feedbackUnits  = 10
	feedbackTerms  = 10
	feedbackWeight = 0.1
	shortUnit      = 5 // words that the length of a unit is taken to have more, lest short ones decide
)

// feedback returns the terms of the second pass.
func (x *Index) feedback(c *candidates, words []word) []term {
	best := c.topOf(feedbackUnits)
	if len(best) == 0 {
		return nil
	}
	slices.SortFunc(best, c.compare)
	known := make(map[string]bool, len(words))
	for _, w := range words {
		known[w.stem] = true
	}
	weights := map[string]float64{} // by stem
	for _, s := range best {
		u := &x.units[c.at[s.number]]
		share := float64(s.score/best[0].score) / float64(u.tokens+shortUnit)
		for t := range search.Each(x.from[u.doc].text[u.start:u.end]) {
			stem := search.Stem(t.Folded)
			list := x.terms[stem]
			if known[stem] || search.Stopword(stem) || frame()[stem] || list.docs < 2 {
				continue
			}
			weights[stem] += share * idf(float64(x.size.docs), float64(list.docs))
		}
	}
	stems := slices.SortedFunc(maps.Keys(weights), func(a, b string) int { return cmp.Or(cmp.Compare(weights[b], weights[a]), strings.Compare(a, b)) })
	var out []term
	for _, stem := range stems[:min(len(stems), feedbackTerms)] {
		out = append(out, term{
			weight:  feedbackWeight * weights[stem] / weights[stems[0]],
			phrases: []phrase{{lists: []*postings{x.terms[stem]}, weight: 10}},
		})
	}
	return out
}

// idf is how much a term tells that stands in so many of n documents.
func idf(n, docs float64) float64 { return math.Log(1 + (n-docs+0.5)/(docs+0.5)) }
