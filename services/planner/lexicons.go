package planner

import (
	"hash/maphash"
	"sync"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// mostLexicons bounds the sets of domains whose lexicon is kept. A run loads one
// of few sets; users with domains of their own have theirs.
const mostLexicons = 64

// lexicons keeps what was prepared of a set of domains: stemming a thousand
// terms takes longer than everything else that a plan needs. It is safe for
// concurrent use.
type lexicons struct {
	seed maphash.Seed

	mu     sync.Mutex
	byHash map[uint64]*lexicon
	order  []uint64 // the oldest first
}

func newLexicons() *lexicons {
	return &lexicons{seed: maphash.MakeSeed(), byHash: map[uint64]*lexicon{}}
}

// of returns the lexicon of a set of domains.
func (c *lexicons) of(dc *commonv1.DomainContext) *lexicon {
	key := c.hash(dc)
	c.mu.Lock()
	l := c.byHash[key]
	c.mu.Unlock()
	if l != nil {
		return l
	}
	l = newLexicon(dc)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byHash[key] == nil {
		if len(c.order) == mostLexicons {
			delete(c.byHash, c.order[0])
			c.order = c.order[1:]
		}
		c.order = append(c.order, key)
	}
	c.byHash[key] = l
	return l
}

// hash tells apart sets of domains by all that a lexicon is made of. Two that
// differ have the same hash once in 2^64.
func (c *lexicons) hash(dc *commonv1.DomainContext) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	write := func(parts ...string) {
		for _, p := range parts {
			maphash.WriteComparable(&h, p)
		}
	}
	// Maps have no order, so their pairs are hashed one by one and added up.
	pair := func(k, v string) uint64 { return maphash.String(c.seed, k+"\x00"+v) }
	write(dc.GetLoaded()...)
	sum := uint64(0)
	for term, name := range dc.GetVocabulary() {
		sum += pair(term, name)
	}
	write(dc.GetExpertise())
	for _, s := range dc.GetSchemas() {
		write(s.GetDomain())
		for _, list := range s.GetNames() {
			write(list.GetKind())
			for _, n := range list.GetNames() {
				write(n.GetName())
				write(n.GetAliases()...)
			}
		}
		for word, covered := range s.GetCovers() {
			for _, w := range covered.GetWords() {
				sum += pair(word+"\x00", w)
			}
		}
	}
	for _, d := range dc.GetAvailable() {
		write(d.GetName(), d.GetDescription())
		write(d.GetTerms()...)
	}
	return h.Sum64() ^ sum
}
