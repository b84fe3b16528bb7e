package ask

import "github.com/weft-mesh/weft/notes/search"

// A Phrase is words that a text is searched for.
type Phrase []search.Token

// Phrases are the phrases of terms, each once.
func Phrases(terms ...string) []Phrase {
	var out []Phrase
	seen := map[string]bool{}
	for _, t := range terms {
		tokens := search.Tokens(t)
		if k := KeyOf(tokens); k != "" && !seen[k] {
			seen[k] = true
			out = append(out, tokens)
		}
	}
	return out
}

// Key returns what equal terms share.
func Key(term string) string { return KeyOf(search.Tokens(term)) }

// KeyOf is [Key] of words.
func KeyOf(tokens []search.Token) string {
	key := ""
	for i, t := range tokens {
		if i > 0 {
			key += " "
		}
		key += t.Stem
	}
	return key
}

// Same reports whether two terms are matched as the same.
func Same(a, b string) bool { return Key(a) != "" && Key(a) == Key(b) }
