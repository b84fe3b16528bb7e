package search

import (
	"maps"
	"slices"
	"strings"
)

// A Thesaurus knows which terms a vocabulary equates. It is safe for concurrent use.
type Thesaurus struct {
	near map[string][]string // stems of a term to the terms one step away
}

// NewThesaurus prepares a vocabulary, a map of terms to their canonical terms.
func NewThesaurus(vocabulary map[string]string) *Thesaurus {
	t := &Thesaurus{near: make(map[string][]string, 2*len(vocabulary))}
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		canonical := vocabulary[term]
		t.link(term, canonical)
		t.link(canonical, term)
	}
	return t
}

func (t *Thesaurus) link(from, to string) {
	if key := stems(from); key != "" {
		t.near[key] = append(t.near[key], to)
	}
}

// Forms returns the term and then everything that the vocabulary equates with
// it: its canonical term, and every other term of the same canonical one, also
// over several steps. Terms are compared as they are matched, by their stems.
// The order after the first is alphabetical.
func (t *Thesaurus) Forms(term string) []string {
	forms := []string{term}
	seen := map[string]bool{stems(term): true}
	for todo := []string{stems(term)}; len(todo) > 0; todo = todo[1:] {
		for _, other := range t.near[todo[0]] {
			if s := stems(other); s != "" && !seen[s] {
				seen[s] = true
				forms = append(forms, other)
				todo = append(todo, s)
			}
		}
	}
	slices.Sort(forms[1:])
	return forms
}

// stems returns what two terms must share to be the same.
func stems(term string) string {
	tokens := Tokens(term)
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.Stem
	}
	return strings.Join(parts, " ")
}
