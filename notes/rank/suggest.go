package rank

import (
	"slices"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes/search"
)

// Suggest returns words of the notes that one may have been meant to be which no
// note has, in alphabetical order. It is empty for a word that a note has. Nothing
// is looked for in place of another word unless the user says so.
func (x *Index) Suggest(word string) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	folded := textfold.Fold(word)
	if list := x.terms[search.Stem(folded)]; list != nil && list.docs > 0 {
		return nil
	}
	var out []string
	for w, list := range x.words {
		if list.docs > 0 && search.Near(folded, w) {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}
