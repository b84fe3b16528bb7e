package gather

import (
	"sync"

	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// maxSent is how many hashes are remembered: those of some dozens of tenants with domains
// of their own.
const maxSent = 256

// sentDomains are the hashes of domains that retrievers were sent. A process sends them
// with the first request that names them, and to a retriever that says it doesn't hold
// them. The zero value is ready for use, also concurrent.
type sentDomains struct {
	mu     sync.Mutex
	hashes map[string]bool
}

// has reports whether some retriever was sent what a request names.
func (s *sentDomains) has(r *pb.RetrieveRequest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, hash := range [][]byte{r.GetVocabularyHash(), r.GetSchemasHash()} {
		if len(hash) > 0 && !s.hashes[string(hash)] {
			return false
		}
	}
	return true
}

// add notes that a retriever has answered a request, and holds what it names.
func (s *sentDomains) add(r *pb.RetrieveRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, hash := range [][]byte{r.GetVocabularyHash(), r.GetSchemasHash()} {
		if len(hash) == 0 || s.hashes[string(hash)] {
			continue
		}
		if s.hashes == nil || len(s.hashes) >= maxSent {
			s.hashes = map[string]bool{}
		}
		s.hashes[string(hash)] = true
	}
}
