package note

import (
	"math"
	"slices"
	"unicode"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/told"
)

// determining stand before a thing and never before somebody's name.
var determining = []string{"the", "a", "an", "my", "our", "some", "any", "no", "more", "this", "that", "these", "those", "of", "much", "many", "little", "first", "last", "for", "after", "before", "had", "have", "made", "cooked", "bought", "ate", "drank"}

// namedIn are the people whom notes name without a capital, too: whom they were
// with, named again elsewhere and never with what stands before things.
func namedIn(ns []*Note, l *Lexicon) told.Known {
	with, thing, named := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, n := range ns {
		for i, t := range n.Tokens {
			named[t.Stem]++
			if i == 0 || ClauseBreak(n.Entry.GetText(), n.Tokens, i) {
				continue
			}
			switch before := n.Tokens[i-1].Folded; {
			case slices.Contains(BeforeName, before):
				with[t.Folded] = true
			case slices.Contains(determining, before), before[0] <= '9':
				thing[t.Folded] = true
			}
		}
	}
	out := told.Known{}
	for w := range with {
		if named[search.Stem(w)] > 1 && !thing[w] && !l.Subject(w).Known && len(w) > 2 && !search.Stopword(w) && !slices.ContainsFunc([]rune(w), func(r rune) bool { return !unicode.IsLetter(r) }) {
			out[w] = true
		}
	}
	return out
}

// disown leaves out of the numbers of a note those that its text tells of somebody
// whom only the notes show to be a person, with what follows from them.
func (n *Note) disown() {
	if !slices.ContainsFunc(n.Tokens, func(t search.Token) bool { return n.people[t.Folded] }) {
		return
	}
	given := map[string]told.Kind{}
	gone := map[string]bool{}
	for _, v := range n.Numbers {
		key := v.key()
		for _, a := range n.Amounts() {
			if w, ok := quantity.Convert(v.Value, v.Unit, a.Unit); !ok || math.Abs(w-a.Value) > 1e-6 {
				continue
			}
			kind := n.kind(max(0, n.TokenAt(a.Start)))
			if _, other := given[key]; !other || kind != told.Others {
				given[key] = kind
			}
			gone[v.Domain] = gone[v.Domain] || kind == told.Others
		}
	}
	n.Numbers = slices.DeleteFunc(n.Numbers, func(v Number) bool {
		kind, written := given[v.key()]
		return gone[v.Domain] && (!written || kind == told.Others)
	})
}

// BeforeName stand before whoever the user was with.
var BeforeName = []string{"w", "with"}
