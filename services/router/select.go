package router

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
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
// may explain it. A question without a subject of its own gets all of them.
func (l *lexicon) choose(req *pb.RouteRequest, v verdict, completed string) ([]string, string) {
	tokens := withUnits(req.GetText())
	if completed != v.query {
		tokens = withUnits(completed)
	}
	fits := l.fits(tokens)
	if len(fits) == 0 && v.query != "" && len(req.GetSession()) > 0 {
		fits = l.fits(withUnits(strings.Join(req.GetSession(), "\n")))
	}
	var names, whys []string
	for _, f := range fits {
		names, whys = append(names, l.names[f.domain]), append(whys, l.names[f.domain]+": "+f.why())
	}
	query := search.Tokens(v.query)
	if len(names) == 0 && open(query) {
		return slices.Clone(l.names), "No domain stands out, so all may bear on it."
	}
	if says(query, choosing()["causal"]) || says(query, choosing()["advising"]) {
		for _, name := range l.explain {
			if !slices.Contains(names, name) {
				names, whys = append(names, name), append(whys, name+": may explain it")
			}
		}
	}
	if len(names) == 0 {
		return nil, "No domain is named or described by these words."
	}
	return names, strings.Join(whys, "; ") + "."
}

// withUnits returns the tokens of a text and the currencies of its amounts: who
// writes "4€" or "lunch 12.50" speaks of money. Other units say little, many
// domains use them.
func withUnits(text string) []search.Token {
	tokens := search.Tokens(text)
	for _, q := range quantity.Scan(text) {
		switch {
		case quantity.Dimension(q.Unit) == quantity.Money:
			tokens = append(tokens, search.Tokens(q.Unit)...)
		case price.MatchString(q.Text) && !atTime.MatchString(text[max(0, q.Start-leading):q.Start]) && !glued.MatchString(text[q.End:]):
			tokens = append(tokens, search.Tokens("eur")...)
		}
	}
	return tokens
}

// leading is how many bytes before an amount are read for what leads into it.
const leading = 24

var (
	price  = regexp.MustCompile(`^\d{1,4}[.,]\d\d$`)                                    // "12.50"
	atTime = regexp.MustCompile(`(?i)\b(?:at|by|from|to|till|until|around|since|x) *$`) // stands before a time of day
	glued  = regexp.MustCompile(`^ ?(?:[a-z%x:/]|\d)`)                                  // stands behind what is no price
)

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
		if of := l.spoken[t.Stem]; len(of) == 1 && of[0].domain != base && !choosing()["generic"][t.Folded] && inflects(of[0].folded, t.Folded) {
			add(&all[of[0].domain].spoken, t.Folded)
		}
	}
	out := slices.DeleteFunc(slices.Clone(all), func(f fit) bool {
		return f.score() == 0 || len(f.own)+len(f.spoken) == 0 && slices.ContainsFunc(f.rivals, func(d int) bool {
			return d != base && d != f.domain && len(all[d].own) > 0
		})
	})
	stable.Sort(out, func(a, b fit) int { return b.score() - a.score() })
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
			if !p.at(tokens, i) || len(p.stems) == 1 && !inflects(p.folded, tokens[i].Folded) {
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

// inflects reports whether a word is a term in another number or tense, rather than
// another word of its stem: "managed" is no "management", "train" no "training".
func inflects(term, word string) bool {
	bare := strings.TrimRight(strings.TrimSuffix(term, "s"), "ey")
	rest, ok := strings.CutPrefix(word, bare)
	return word == term || ok && len(rest) < 4 && !strings.HasSuffix(term, "ing") && !strings.HasSuffix(rest, "er")
}

// open reports whether a question has no subject of its own: "how am I doing", "my
// week".
func open(query []search.Token) bool {
	about := false
	for _, t := range query {
		switch c := choosing(); {
		case c["open"][t.Stem], c["causal"][t.Stem], c["advising"][t.Stem]:
			about = true
		case !search.Stopword(t.Stem):
			return false
		}
	}
	return about
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

// choosing has the words for the choice of domains, as they stand and as stems.
var choosing = sync.OnceValue(func() map[string]map[string]bool {
	out := classes("domains.txt")
	for _, words := range out {
		for w := range maps.Clone(words) {
			words[search.Stem(w)] = true
		}
	}
	return out
})
