package analyzer

import (
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/told"
)

// kind says why a word of the note tells no event of the user's, 0 if it does:
// it is denied, meant, asked, quoted, or somebody else's.
func (n *note) kind(token int) told.Kind {
	if n.kinds == nil {
		n.kinds = kindsOf(n.people.Scan(n.entry.GetText()), n.entry.GetText(), n.tokens)
	}
	return n.kinds[token]
}

// unreal reports whether a word tells no event of the user's.
func (n *note) unreal(token int) bool { return n.kind(token) != 0 }

// kindsOf returns for each token why it tells no event; a denial before all.
func kindsOf(spans []told.Span, text string, tokens []search.Token) []told.Kind {
	kinds := make([]told.Kind, len(tokens))
	i := 0
	for _, s := range spans {
		for i > 0 && tokens[i-1].Start >= s.Start {
			i--
		}
		for i < len(tokens) && tokens[i].Start < s.Start {
			i++
		}
		for k := i; k < len(tokens) && tokens[k].Start < s.End; k++ {
			if tag := tokens[k].Start > 0 && text[tokens[k].Start-1] == '#'; !tag && (kinds[k] == 0 || s.Kind == told.Denied) {
				kinds[k] = s.Kind // a tag says of the whole note what it is on
			}
		}
	}
	return kinds
}

// clauseBreak reports whether a clause begins with token k.
func clauseBreak(text string, tokens []search.Token, k int) bool {
	return k > 0 && strings.ContainsAny(text[tokens[k-1].End:tokens[k].Start], ".,;:!?\n()")
}

// plainApostrophe makes "don’t" and "dont" one word.
func plainApostrophe(w string) string {
	return strings.NewReplacer("'", "", "’", "").Replace(w)
}
