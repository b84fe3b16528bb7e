package rank

import (
	"slices"

	"github.com/weft-mesh/weft/notes/search"
)

// A need is a word of a question that a note must have where it answers best for it
// to cover the question: as it is, or by another name.
type need struct {
	term  uint64 // its bit
	names [][]search.Token
}

// needsOf returns the words that matter of a question, those of its terms that weigh
// in full. matters is the part of its text to which they belong; empty is all of it.
func needsOf(matters string, words []word, forms func(string) []string) []need {
	var stems map[string]bool
	if matters != "" {
		stems = make(map[string]bool)
		for t := range search.Each(matters) {
			stems[search.Stem(t.Folded)] = true
		}
	}
	var out []need
	for i, w := range words {
		if w.weight < 1 || stems != nil && !stems[w.stem] {
			continue
		}
		n := need{term: 1 << i, names: [][]search.Token{search.Tokens(w.text)}}
		if forms != nil {
			for _, f := range forms(w.text) {
				n.names = append(n.names, search.Tokens(f))
			}
		}
		out = append(out, n)
	}
	return out
}

// covers reports whether the best unit of a document has all that is needed, with its
// neighbours in the same document and the labels.
func (c *candidates) covers(number uint32, needs []need) bool {
	if len(needs) == 0 || c.best[number] == 0 {
		return false
	}
	if slices.ContainsFunc(needs, func(n need) bool { return c.matched[number]&n.term == 0 }) {
		return false
	}
	d, u := c.x.docs[number], c.at[number]
	first, last := u, u
	if u > d.first {
		first--
	}
	if u+1 < d.end {
		last++
	}
	text := c.x.from[number].text[c.x.units[first].start:c.x.units[last].end]
	tokens, labels := search.Tokens(text), search.Tokens(c.x.from[number].labels)
	return !slices.ContainsFunc(needs, func(n need) bool {
		return !slices.ContainsFunc(n.names, func(name []search.Token) bool {
			return len(name) > 0 && (search.Contains(tokens, name) || search.Contains(labels, name))
		})
	})
}
