package extract

import (
	"crypto/sha256"
	"sync"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Memory keeps the numbers that were read out of texts: the next question, and
// the next note, meet the same notes again, and reading them takes longer than all
// else. What is read is a function of schemas and text, so what is remembered
// changes no answer. It is safe for concurrent use.
type Memory struct {
	schemas *Cache
	limit   int

	mu   sync.RWMutex
	read map[text][]Number
}

// A text is one that was read by a set of schemas.
type text struct{ schemas, words [sha256.Size]byte }

// NewMemory returns a memory of about so many texts, read by schemas of a cache. A
// thousand texts take about 600 KB.
func NewMemory(schemas *Cache, texts int) *Memory {
	return &Memory{schemas: schemas, limit: texts, read: map[text][]Number{}}
}

// A Reader reads the numbers of texts by a set of schemas.
type Reader struct {
	memory  *Memory
	by      *Extractor
	schemas []*commonv1.DomainSchema
	key     [sha256.Size]byte
}

// Reader returns a reader by the schemas. Those that don't compile are left out:
// what was parsed by them before can still be read.
func (m *Memory) Reader(schemas []*commonv1.DomainSchema) *Reader {
	by, _ := m.schemas.Extractor(schemas) // whoever loads domains refuses those
	sum := sha256.New()
	for _, d := range by.domains {
		sum.Write(d.key[:])
	}
	return &Reader{m, by, schemas, [sha256.Size]byte(sum.Sum(nil))}
}

// Numbers returns the numbers of a text. They are shared and not to be changed.
func (r *Reader) Numbers(words string) []Number {
	m, key := r.memory, text{r.key, sha256.Sum256([]byte(words))}
	m.mu.RLock()
	have, ok := m.read[key]
	m.mu.RUnlock()
	if ok {
		return have
	}
	have = Numbers(r.by.Extract(words).Data, r.schemas)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.read) >= m.limit {
		clear(m.read)
	}
	m.read[key] = have
	return have
}
