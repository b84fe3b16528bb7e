package extract

import (
	"crypto/sha256"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Cache compiles each schema once. A service that is handed the same schemas
// with every request keeps one; those of one process share theirs, since the domains
// that ship take seven megabytes compiled. It is safe for concurrent use.
type Cache struct {
	mu      sync.Mutex
	limit   int
	domains map[[sha256.Size]byte]*domain
	order   [][sha256.Size]byte // oldest first
}

// MostSchemas is how many compiled schemas a process keeps: those of some dozens of
// tenants with domains of their own.
const MostSchemas = 256

// NewCache returns a cache of at most limit schemas; the one compiled longest
// ago goes first.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, domains: map[[sha256.Size]byte]*domain{}}
}

// Extractor returns an extractor for the schemas. Those that don't compile are
// left out; their errors come along, one for each.
func (c *Cache) Extractor(schemas []*commonv1.DomainSchema) (*Extractor, []error) {
	ex := &Extractor{}
	var errs []error
	for _, s := range schemas {
		d, err := c.domain(s)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		ex.domains = append(ex.domains, d)
	}
	return ex, errs
}

// Version tells what a cached Extractor reads texts by from what others do: equal
// versions read alike.
func (ex *Extractor) Version() string {
	var b strings.Builder
	for _, d := range ex.domains {
		b.Write(d.key[:])
	}
	return b.String()
}

func (c *Cache) domain(s *commonv1.DomainSchema) (*domain, error) {
	text, err := proto.MarshalOptions{Deterministic: true}.Marshal(s)
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(text)
	c.mu.Lock()
	d := c.domains[key]
	c.mu.Unlock()
	if d != nil {
		return d, nil
	}
	// Two callers may compile the same schema at once; either result serves.
	if d, err = compileDomain(s); err != nil {
		return nil, err
	}
	d.key = key
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.domains[key]; !there && c.limit > 0 {
		for len(c.order) >= c.limit {
			delete(c.domains, c.order[0])
			c.order = c.order[1:]
		}
		c.domains[key] = d
		c.order = append(c.order, key)
	}
	return d, nil
}
