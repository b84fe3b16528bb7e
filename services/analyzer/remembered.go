package analyzer

import (
	"crypto/sha256"
	"sync"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// maxRemembered is how many texts' numbers are kept: some years of notes, in
// about 20 MB.
const maxRemembered = 32_768

// A memory keeps what extractors have read out of texts, for the next question
// is about the same notes. Reading is a function of the text alone, so what is
// remembered changes no answer. It is safe for concurrent use.
type memory struct {
	mu   sync.RWMutex
	read map[remembered][]extract.Number
}

type remembered struct {
	by   *extract.Extractor
	text [sha256.Size]byte
}

func newMemory() *memory { return &memory{read: map[remembered][]extract.Number{}} }

// numbers returns the numbers that an extractor for the schemas reads in a text.
// They are shared and not to be changed.
func (m *memory) numbers(by *extract.Extractor, schemas []*commonv1.DomainSchema, text string) []extract.Number {
	key := remembered{by, sha256.Sum256([]byte(text))}
	m.mu.RLock()
	have, ok := m.read[key]
	m.mu.RUnlock()
	if ok {
		return have
	}
	have = extract.Numbers(by.Extract(text).Data, schemas)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.read) >= maxRemembered {
		clear(m.read)
	}
	m.read[key] = have
	return have
}
