package fanout

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"maps"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// HashVocabulary returns the hash by which a vocabulary is known to a retriever that was
// sent it before.
func HashVocabulary(vocabulary map[string]string) []byte {
	sum := sha256.New()
	for _, term := range slices.Sorted(maps.Keys(vocabulary)) {
		writeString(sum, term)
		writeString(sum, vocabulary[term])
	}
	return sum.Sum(nil)
}

// writeString writes a text after its length, so that two lists of texts with one hash
// are the same.
func writeString(sum hash.Hash, text string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(text)))
	sum.Write(length[:])
	sum.Write([]byte(text))
}

// A SchemaHasher hashes schemas, and remembers those that it has seen: they are large,
// shared and never changed. The zero value is ready for use, also concurrent.
type SchemaHasher struct {
	mu   sync.Mutex
	seen map[*commonv1.DomainSchema][sha256.Size]byte
}

// maxHashedSchemas bounds what a SchemaHasher remembers: the domains of some dozens of
// tenants.
const maxHashedSchemas = 1024

// Hash returns the hash by which schemas, in this order, are known to a retriever that
// was sent them before.
func (h *SchemaHasher) Hash(schemas []*commonv1.DomainSchema) ([]byte, error) {
	all := sha256.New()
	for _, s := range schemas {
		sum, err := h.hash(s)
		if err != nil {
			return nil, err
		}
		all.Write(sum[:])
	}
	return all.Sum(nil), nil
}

func (h *SchemaHasher) hash(s *commonv1.DomainSchema) ([sha256.Size]byte, error) {
	h.mu.Lock()
	sum, known := h.seen[s]
	h.mu.Unlock()
	if known {
		return sum, nil
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(s)
	if err != nil {
		return sum, fmt.Errorf("hash the schema of %s: %w", s.GetDomain(), err)
	}
	sum = sha256.Sum256(data)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen == nil || len(h.seen) >= maxHashedSchemas {
		h.seen = map[*commonv1.DomainSchema][sha256.Size]byte{}
	}
	h.seen[s] = sum
	return sum, nil
}
