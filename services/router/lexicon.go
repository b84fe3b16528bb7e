package router

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A lexicon is a set of domains, prepared so that a text is matched against all
// of their words at once. It doesn't change once it is made.
type lexicon struct {
	names   []string            // of the domains to choose from
	phrases map[string][]phrase // by the first stem of the term
	spoken  map[string][]spoken // words of descriptions, by their stem
	explain []string            // names of the domains that tell of circumstances
}

// A phrase is a term of one domain.
type phrase struct {
	stems  []string
	folded string // the term in lower case
	domain int    // in names, or base
}

// A spoken word stands in the description of a domain.
type spoken struct {
	folded string
	domain int
}

// base stands for the base domain, which is always loaded and never chosen.
const base = -1

func newLexicon(domains []*commonv1.DomainInfo) *lexicon {
	l := &lexicon{phrases: map[string][]phrase{}, spoken: map[string][]spoken{}}
	for _, d := range domains {
		at := base
		if n := strings.ToLower(d.GetName()); n != "general" && n != "base" {
			at = len(l.names)
			l.names = append(l.names, d.GetName())
		}
		l.add(at, d)
		if at != base && says(search.Tokens(d.GetName()+" "+d.GetDescription()), choosing()["circumstances"]) {
			l.explain = append(l.explain, d.GetName())
		}
	}
	for _, list := range l.phrases {
		stable.Sort(list, func(a, b phrase) int { return len(b.stems) - len(a.stems) })
	}
	return l
}

func (l *lexicon) add(at int, d *commonv1.DomainInfo) {
	name := strings.NewReplacer("-", " ", "_", " ").Replace(d.GetName())
	for _, term := range append([]string{name}, d.GetTerms()...) {
		p := phrase{domain: at}
		var folded []string
		for _, t := range search.Tokens(term) {
			p.stems, folded = append(p.stems, t.Stem), append(folded, t.Folded)
		}
		p.folded = strings.Join(folded, " ")
		if len(p.stems) == 0 || len(p.stems) == 1 && search.Stopword(p.stems[0]) || at == base && len(p.stems) == 1 && p.stems[0] == "general" {
			continue
		}
		list := l.phrases[p.stems[0]]
		if !slices.ContainsFunc(list, func(q phrase) bool { return q.domain == at && q.folded == p.folded }) {
			l.phrases[p.stems[0]] = append(list, p)
		}
	}
	for _, t := range search.Tokens(name + " " + d.GetDescription()) {
		if len(t.Stem) < 3 || search.Stopword(t.Stem) || choosing()["generic"][t.Stem] || choosing()["generic"][t.Folded] {
			continue
		}
		if !slices.ContainsFunc(l.spoken[t.Stem], func(s spoken) bool { return s.domain == at }) {
			l.spoken[t.Stem] = append(l.spoken[t.Stem], spoken{t.Folded, at})
		}
	}
}

// known reports whether words are a term of a domain, or one a word by which a
// description tells what it covers.
func (l *lexicon) known(words string) bool {
	tokens := search.Tokens(words)
	if len(tokens) == 0 {
		return false
	}
	return len(tokens) == 1 && len(l.spoken[tokens[0].Stem]) > 0 || slices.ContainsFunc(l.phrases[tokens[0].Stem], func(p phrase) bool {
		return len(p.stems) == len(tokens) && p.at(tokens, 0)
	})
}

// akin reports whether two phrases are terms of one domain.
func (l *lexicon) akin(a, b string) bool {
	domains := func(text string) []int {
		tokens := search.Tokens(text)
		for _, h := range l.hits(tokens) {
			if h.start == 0 && h.end == len(tokens) {
				return h.domains
			}
		}
		return nil
	}
	of := domains(a)
	return slices.ContainsFunc(domains(b), func(d int) bool { return slices.Contains(of, d) })
}

// at reports whether a phrase stands in tokens at an index.
func (p phrase) at(tokens []search.Token, i int) bool {
	if i+len(p.stems) > len(tokens) {
		return false
	}
	for k, stem := range p.stems {
		if tokens[i+k].Stem != stem {
			return false
		}
	}
	return true
}

// maxLexicons bounds the prepared sets of domains: those of some dozens of
// tenants with domains of their own.
const maxLexicons = 64

// lexicons keeps the lexicons that were made last. It is safe for concurrent
// use.
type lexicons struct {
	mu    sync.Mutex
	made  map[[sha256.Size]byte]*lexicon
	order [][sha256.Size]byte // oldest first
}

// of returns the lexicon of a set of domains.
func (c *lexicons) of(domains []*commonv1.DomainInfo) *lexicon {
	key := fingerprint(domains)
	c.mu.Lock()
	l := c.made[key]
	c.mu.Unlock()
	if l != nil {
		return l
	}
	l = newLexicon(domains) // two callers may make the same at once; either serves
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.made[key]; !there {
		if len(c.order) >= maxLexicons {
			delete(c.made, c.order[0])
			c.order = c.order[1:]
		}
		c.made[key] = l
		c.order = append(c.order, key)
	}
	return l
}

func fingerprint(domains []*commonv1.DomainInfo) [sha256.Size]byte {
	var all []byte
	for _, d := range domains {
		all, _ = proto.MarshalOptions{Deterministic: true}.MarshalAppend(append(all, 0), d) // strings always marshal
	}
	return sha256.Sum256(all)
}
