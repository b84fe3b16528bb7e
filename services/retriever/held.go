package retriever

import (
	"bytes"
	"sync"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/task"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// maxHeld is how many vocabularies, and how many lists of schemas, a retriever keeps by
// their hashes: those of some dozens of tenants with domains of their own. What was sent
// longest ago goes first; whoever asks for it sends it again.
const maxHeld = 128

// A held is what callers sent once and name by its hash from then on, prepared for use.
// It is safe for concurrent use.
type held struct {
	compiled *extract.Cache

	mu           sync.Mutex
	vocabularies byHash[*search.Thesaurus]
	schemas      byHash[*schemaSet]
}

// A schemaSet is schemas and what reads notes by them.
type schemaSet struct {
	schemas   []*commonv1.DomainSchema
	rows      sync.Pool // of *observation.Reader, which one goroutine uses at a time
	extractor *extract.Extractor
	version   string // equal for sets that read alike
	tasks     task.Reader
	hasTasks  bool
}

func (h *held) newSchemaSet(schemas []*commonv1.DomainSchema) *schemaSet {
	s := &schemaSet{schemas: schemas}
	s.extractor, _ = h.compiled.Extractor(schemas) // what does not compile was told when it was loaded
	s.version = s.extractor.Version()
	s.tasks, s.hasTasks = task.NewReader(schemas)
	return s
}

// reader returns what reads values, for one request; done gives it back.
func (s *schemaSet) reader() (r *observation.Reader, done func()) {
	r, ok := s.rows.Get().(*observation.Reader)
	if !ok {
		r = observation.NewReader(s.schemas)
	}
	return r, func() { s.rows.Put(r) }
}

// forms returns what widens the search terms of a request. A vocabulary without a hash is
// prepared when the first term is widened: many instructions have none.
func (h *held) forms(req *pb.RetrieveRequest) (func(term string) []string, error) {
	if len(req.GetVocabularyHash()) == 0 {
		words := sync.OnceValue(func() *search.Thesaurus { return search.NewThesaurus(req.GetVocabulary()) })
		return func(term string) []string { return words().Forms(term) }, nil
	}
	words, err := h.thesaurus(req)
	if err != nil {
		return nil, err
	}
	return words.Forms, nil
}

func (h *held) thesaurus(req *pb.RetrieveRequest) (*search.Thesaurus, error) {
	hash := req.GetVocabularyHash()
	h.mu.Lock()
	t, known := h.vocabularies.get(hash)
	h.mu.Unlock()
	if known {
		return t, nil
	}
	if len(req.GetVocabulary()) == 0 {
		return nil, errNotHeld
	}
	if !bytes.Equal(fanout.HashVocabulary(req.GetVocabulary()), hash) {
		return nil, fault.Invalid("vocabulary_hash", "it is not the hash of the vocabulary")
	}
	t = search.NewThesaurus(req.GetVocabulary())
	h.mu.Lock()
	defer h.mu.Unlock()
	h.vocabularies.put(hash, t)
	return t, nil
}

// schemaSet returns what reads notes by the schemas of a request.
func (h *held) schemaSet(req *pb.RetrieveRequest) (*schemaSet, error) {
	hash := req.GetSchemasHash()
	if len(hash) == 0 {
		return h.newSchemaSet(req.GetSchemas()), nil
	}
	h.mu.Lock()
	s, known := h.schemas.get(hash)
	h.mu.Unlock()
	if known {
		return s, nil
	}
	if len(req.GetSchemas()) == 0 {
		return nil, errNotHeld
	}
	// The messages of a request are its own, so there is nothing to remember of them.
	var once fanout.SchemaHasher
	if sum, err := once.Hash(req.GetSchemas()); err != nil || !bytes.Equal(sum, hash) {
		return nil, fault.Invalid("schemas_hash", "it is not the hash of the schemas")
	}
	s = h.newSchemaSet(req.GetSchemas())
	h.mu.Lock()
	defer h.mu.Unlock()
	h.schemas.put(hash, s)
	return s, nil
}

var errNotHeld = fault.New(codes.FailedPrecondition, fault.DomainsNotHeld,
	"this retriever was not sent the domains with this hash; send them along")

// A byHash is a map of at most maxHeld values by their hash.
type byHash[T any] struct {
	values map[string]T
	order  []string // oldest first
}

func (k *byHash[T]) get(hash []byte) (T, bool) {
	v, ok := k.values[string(hash)]
	return v, ok
}

func (k *byHash[T]) put(hash []byte, v T) {
	key := string(hash)
	if _, ok := k.values[key]; ok {
		return
	}
	if k.values == nil {
		k.values = map[string]T{}
	}
	if len(k.order) >= maxHeld {
		delete(k.values, k.order[0])
		k.order = k.order[1:]
	}
	k.values[key] = v
	k.order = append(k.order, key)
}
