package note

import (
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/told"
)

// kind says why a word of the note tells no event of the user's, 0 if it does:
// it is denied, meant, asked, quoted, or somebody else's.
func (n *Note) kind(token int) told.Kind {
	if n.kinds == nil {
		n.kinds = kindsOf(n.people.Scan(n.Entry.GetText()), n.Entry.GetText(), n.Tokens)
	}
	return n.kinds[token]
}

// Unreal reports whether a word tells no event of the user's.
func (n *Note) Unreal(token int) bool { return n.kind(token) != 0 }

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
