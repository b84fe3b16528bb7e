package router

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// A fit is how a domain fits a text.
type fit struct {
	domain int
	own    []string // terms that no other domain has
	shared []string // terms of other domains too
	spoken []string // words of its description
	rivals []int    // domains that share its terms
}

func (f fit) score() int { return 4*len(f.own) + 2*len(f.shared) + len(f.spoken) }

func (f fit) why() string {
	words := slices.Concat(f.own, f.shared, f.spoken)
	return fmt.Sprintf("%q", strings.Join(words[:min(3, len(words))], ", "))
}

// choose returns the domains that bear on the text, best first, and why.
//
// Those are the domains whose terms stand in the text, or a word that only one
// description has. Of domains that share a term, the one that has another of
// its own goes alone. Who asks why or what to do also gets the domains of what
// may explain it. Where nothing matches, a question about how things are going
// and a note of nothing but numbers get all of them.
func (l *lexicon) choose(req *pb.RouteRequest, v verdict) ([]string, string) {
	tokens := withCurrencies(req.GetText())
	fits := l.fits(tokens)
	if len(fits) == 0 && v.query != "" && len(req.GetSession()) > 0 {
		fits = l.fits(withCurrencies(strings.Join(req.GetSession(), "\n")))
	}
	var names, whys []string
	for _, f := range fits {
		names, whys = append(names, l.names[f.domain]), append(whys, l.names[f.domain]+": "+f.why())
	}
	query := search.Tokens(v.query)
	switch {
	case len(fits) > 0:
		if says(query, choosing().causal) || says(query, choosing().advising) {
			for i, explains := range l.explain {
				if explains && !slices.Contains(names, l.names[i]) {
					names, whys = append(names, l.names[i]), append(whys, l.names[i]+": may explain it")
				}
			}
		}
		return names, strings.Join(whys, "; ") + "."
	case v.query != "" && open(query), v.input == commonv1.InputType_INPUT_TYPE_LOG && notation(tokens):
		return slices.Clone(l.names), "No domain stands out, so all may bear on it."
	}
	return nil, "No domain is named or described by these words."
}

// withCurrencies returns the tokens of a text and the currencies of its amounts:
// who writes "4€" speaks of euros. Other units say little, many domains use them.
func withCurrencies(text string) []search.Token {
	tokens := search.Tokens(text)
	for _, q := range quantity.Scan(text) {
		if quantity.Dimension(q.Unit) == quantity.Money {
			tokens = append(tokens, search.Tokens(q.Unit)...)
		}
	}
	return tokens
}

// fits returns the domains that fit the tokens, best first.
func (l *lexicon) fits(tokens []search.Token) []fit {
	all := make([]fit, len(l.names))
	for i := range all {
		all[i].domain = i
	}
	for _, h := range l.hits(tokens) {
		for _, d := range h.domains {
			switch {
			case d == base:
			case len(h.domains) == 1:
				add(&all[d].own, h.words)
			default:
				add(&all[d].shared, h.words)
				all[d].rivals = append(all[d].rivals, h.domains...)
			}
		}
	}
	for _, t := range tokens {
		if of := l.spoken[t.Stem]; len(of) == 1 && of[0] != base && !choosing().generic[t.Folded] {
			add(&all[of[0]].spoken, t.Folded)
		}
	}
	out := slices.DeleteFunc(slices.Clone(all), func(f fit) bool {
		return f.score() == 0 || len(f.own)+len(f.spoken) == 0 && slices.ContainsFunc(f.rivals, func(d int) bool {
			return d != base && d != f.domain && len(all[d].own) > 0
		})
	})
	slices.SortStableFunc(out, func(a, b fit) int { return b.score() - a.score() })
	return out
}

// A hit is a place where a term stands, and the domains that have it.
type hit struct {
	start, end int // tokens
	words      string
	domains    []int
}

// hits finds the terms. The longest that begins at a token counts, and none
// within another: the "work" of "work out" is no work.
func (l *lexicon) hits(tokens []search.Token) []hit {
	var out []hit
	for i := 0; i < len(tokens); i++ {
		var h hit
		for _, p := range l.phrases[tokens[i].Stem] { // longest first
			if len(h.domains) > 0 && len(p.stems) < h.end-h.start {
				break
			}
			if !p.at(tokens, i) || l.onlyByStem(p, tokens[i]) {
				continue
			}
			h.start, h.end = i, i+len(p.stems)
			if !slices.Contains(h.domains, p.domain) {
				h.domains = append(h.domains, p.domain)
			}
		}
		if len(h.domains) > 0 {
			h.words = phraseText(tokens[h.start:h.end])
			out = append(out, h)
			i = h.end - 1
		}
	}
	return out
}

// onlyByStem reports whether a word is a domain's term only by its stem, while
// it is a word of the base as it stands: "weight" is no sign of lifting weights.
func (l *lexicon) onlyByStem(p phrase, t search.Token) bool {
	return len(p.stems) == 1 && p.domain != base && p.folded != t.Folded && slices.Contains(l.spoken[t.Stem], base)
}

// open reports whether a question asks, of no subject of its own, how or why
// things are going or what to do, or names nothing but a time: "my week".
func open(query []search.Token) bool {
	if says(query, choosing().assessing) || says(query, choosing().advising) || says(query, choosing().causal) {
		return true
	}
	return says(query, choosing().calendar) && !slices.ContainsFunc(query, func(t search.Token) bool { return !search.Stopword(t.Stem) && !choosing().calendar[t.Stem] })
}

// notation reports whether tokens are numbers with next to no words: "80kg 3x5".
func notation(tokens []search.Token) bool {
	numbers, words := 0, 0
	for _, t := range tokens {
		switch {
		case t.Folded[0] >= '0' && t.Folded[0] <= '9':
			numbers++
		case len(t.Folded) > 3:
			words++
		}
	}
	return numbers > 0 && words == 0
}

func says(tokens []search.Token, words map[string]bool) bool {
	return slices.ContainsFunc(tokens, func(t search.Token) bool { return words[t.Stem] || words[t.Folded] })
}

func add(list *[]string, word string) {
	if !slices.Contains(*list, word) {
		*list = append(*list, word)
	}
}

func phraseText(tokens []search.Token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.Folded
	}
	return strings.Join(parts, " ")
}

// choosing are the words for the choice of domains, as stems and as written.
var choosing = sync.OnceValue(func() (c struct{ generic, assessing, causal, advising, circumstances, calendar map[string]bool }) {
	lines := sections("domains.txt")
	of := func(name string) map[string]bool {
		set := map[string]bool{}
		for w := range strings.FieldsSeq(strings.Join(lines[name], " ")) {
			set[search.Stem(w)] = true
		}
		return set
	}
	c.generic, c.assessing, c.causal = of("generic"), of("assessing"), of("causal")
	c.advising, c.circumstances = of("advising"), of("circumstances")
	c.calendar = of("calendar")
	return c
})
