package planner

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/query"
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
	byHash map[uint64]*query.Lexicon
	order  []uint64 // the oldest first
}

func newLexicons() *lexicons {
	return &lexicons{seed: maphash.MakeSeed(), byHash: map[uint64]*query.Lexicon{}}
}

// of returns the lexicon of a set of domains.
func (c *lexicons) of(dc *commonv1.DomainContext) *query.Lexicon {
	key := c.hash(dc)
	c.mu.Lock()
	l := c.byHash[key]
	c.mu.Unlock()
	if l != nil {
		return l
	}
	l = query.NewLexicon(dc)
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

// hash tells apart sets of domains by all that a lexicon is made of: by names,
// aliases and vocabulary, and by the fields of their schemas.
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
	sum := uint64(0)
	for _, s := range dc.GetSchemas() {
		write(s.GetDomain())
		write(s.GetEveryday()...)
		for _, list := range s.GetNames() {
			write(list.GetKind())
			for _, n := range list.GetNames() {
				write(n.GetName())
				write(n.GetAliases()...)
			}
		}
		for term, name := range s.GetVocabulary() {
			sum += pair(s.GetDomain()+"\x00"+term, name)
		}
		for word, covers := range s.GetCovers() {
			sum += pair(s.GetDomain()+"\x01"+word, strings.Join(covers.GetWords(), "\x00"))
		}
		sum += c.schema(s.GetDomain(), structpb.NewStructValue(s.GetJsonSchema()))
		for _, p := range s.GetPatterns() {
			write(p.GetMatch())
		}
	}
	for _, d := range dc.GetAvailable() {
		write(d.GetName())
		write(d.GetTerms()...)
	}
	return h.Sum64() ^ sum
}

// schema returns the sum over all values of a schema with their paths.
func (c *lexicons) schema(path string, v *structpb.Value) (sum uint64) {
	switch x := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		for k, child := range x.StructValue.GetFields() {
			sum += c.schema(path+"\x00"+k, child)
		}
	case *structpb.Value_ListValue:
		for i, child := range x.ListValue.GetValues() {
			sum += c.schema(fmt.Sprintf("%s\x00%d", path, i), child)
		}
	case *structpb.Value_StringValue:
		sum = maphash.String(c.seed, path+"\x01"+x.StringValue)
	case *structpb.Value_BoolValue:
		sum = maphash.String(c.seed, fmt.Sprintf("%s\x02%t", path, x.BoolValue))
	}
	return sum
}
