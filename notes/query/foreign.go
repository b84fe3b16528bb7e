package query

import (
	"unicode"

	"github.com/weft-mesh/weft/notes/search"
)

// IsForeign reports whether a text is not in English: it has more words of grammar of
// another language than of English, or letters that English does not write with. Two
// words alone don't tell.
func IsForeign(text string) bool {
	words, known, english, exotic := 0, 0, 0, 0
	g := grammarOnce()
	for _, t := range search.Tokens(text) {
		first := []rune(t.Folded)[0]
		if !unicode.IsLetter(first) {
			continue
		}
		words++
		switch {
		case !unicode.Is(unicode.Latin, first):
			exotic++
		case g.foreign[t.Folded]:
			known++
		case search.Stopword(t.Stem):
			english++
		}
	}
	return exotic*2 > words || words > 2 && known > 1 && known > english
}
