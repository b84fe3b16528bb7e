package analyzer

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
)

//go:embed denial.txt
var denialFile string

// deniedWords is how many words a denial reaches.
const deniedWords = 6

// denials are the phrases of denial.txt by list.
var denials = sync.OnceValue(func() map[string][][]string {
	out := map[string][][]string{}
	for list, phrases := range table(denialFile) {
		for _, p := range phrases {
			var words []string
			for _, t := range search.Tokens(p) {
				words = append(words, plainApostrophe(t.Folded))
			}
			out[list] = append(out[list], words)
		}
	}
	return out
})

// toward are the words by which one speaks of a day ahead as one is now:
// "anxious about tomorrow".
var toward = []string{"about", "for", "of", "until", "till", "before"}

// plainApostrophe makes "don’t" and "dont" one word.
func plainApostrophe(w string) string {
	return strings.NewReplacer("'", "", "’", "").Replace(w)
}

// unreal marks the tokens of a text that tell what did not happen: denied,
// called off, or only planned.
func unreal(text string, tokens []search.Token) []bool {
	marks := make([]bool, len(tokens))
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = plainApostrophe(t.Folded)
	}
	lists := denials()
	at := func(list string, i int) int {
		for _, p := range lists[list] {
			if i+len(p) <= len(words) && slices.Equal(words[i:i+len(p)], p) {
				return len(p)
			}
		}
		return 0
	}
	for i := 0; i < len(tokens); {
		if n := at("none", i); n > 0 {
			i += n
			continue
		}
		if at("undo", i) > 0 && i > 0 && endsClause(text, tokens, i) {
			for k := i - 1; k >= 0 && i-k <= deniedWords && !clauseBreak(text, tokens, k+1); k-- {
				marks[k] = true
			}
		}
		if at("ahead", i) > 0 && !(i > 0 && slices.Contains(toward, words[i-1])) {
			for k := i - 1; k >= 0 && i-k <= deniedWords && !clauseBreak(text, tokens, k+1); k-- {
				marks[k] = true
			}
			for k := i + 1; k < len(tokens) && !strings.ContainsAny(text[tokens[k-1].End:tokens[k].Start], ".;!?\n"); k++ {
				marks[k] = true
			}
		}
		reach := 0
		n := at("plan", i)
		if n > 0 {
			reach = len(tokens)
		} else if n = at("deny", i); n > 0 {
			reach = deniedWords
		}
		for k := i + n; k < len(tokens) && k < i+n+reach; k++ {
			if clauseBreak(text, tokens, k) || at("end", k) > 0 && !listed(words, k) {
				break
			}
			marks[k] = true
		}
		i += max(n, 1)
	}
	return marks
}

// listed reports whether the "and" at k only lists: "no coffee and tea".
func listed(words []string, k int) bool { return words[k] == "and" && k+2 >= len(words) }

// clauseBreak reports whether a clause begins with token k.
func clauseBreak(text string, tokens []search.Token, k int) bool {
	return k > 0 && strings.ContainsAny(text[tokens[k-1].End:tokens[k].Start], ".,;:!?\n()")
}

// endsClause reports whether a clause ends behind token k.
func endsClause(text string, tokens []search.Token, k int) bool {
	return k+1 == len(tokens) || clauseBreak(text, tokens, k+1)
}
