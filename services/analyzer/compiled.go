package analyzer

import (
	"crypto/sha256"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// maxCompiled is how many sets of schemas are kept compiled. A user has few: the
// loaded domains, and what of them an entry's data lacks.
const maxCompiled = 64

// A compiler remembers extractors by the schemas they were compiled from:
// compiling takes longer than reading a week of notes. It is safe for
// concurrent use, and what it remembers changes no answer.
type compiler struct {
	*memory
	mu   sync.Mutex
	made map[[sha256.Size]byte]*extract.Extractor
}

func newCompiler() *compiler {
	return &compiler{memory: newMemory(), made: map[[sha256.Size]byte]*extract.Extractor{}}
}

// compile returns an extractor for the schemas. A domain whose patterns don't
// compile is left out: what was parsed of it is still read.
func (c *compiler) compile(schemas []*commonv1.DomainSchema) *extract.Extractor {
	key := fingerprint(schemas)
	c.mu.Lock()
	defer c.mu.Unlock()
	if ex := c.made[key]; ex != nil {
		return ex
	}
	ex, err := extract.Compile(schemas)
	if err != nil {
		var sound []*commonv1.DomainSchema
		for _, s := range schemas {
			if _, err := extract.Compile([]*commonv1.DomainSchema{s}); err == nil {
				sound = append(sound, s)
			}
		}
		ex, _ = extract.Compile(sound) // each compiles alone, so all do
	}
	if len(c.made) >= maxCompiled {
		clear(c.made)
	}
	c.made[key] = ex
	return ex
}

func fingerprint(schemas []*commonv1.DomainSchema) [sha256.Size]byte {
	var raw []byte
	for _, s := range schemas {
		// Marshalling a message without required fields can't fail.
		one, _ := proto.MarshalOptions{Deterministic: true}.Marshal(s)
		sum := sha256.Sum256(one)
		raw = append(raw, sum[:]...)
	}
	return sha256.Sum256(raw)
}
