package retriever

import (
	"context"
	"errors"

	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

// defaultNear is how many entries are returned for a vector that names no number: enough for
// the ranks to be fused, and few beside what words find.
const defaultNear = 24

// findNear looks for the entries near the questions of lookups. That vectors can't be read
// costs nobody what words have found.
func (s *Service) findNear(ctx context.Context, scope store.Scope, vectors []*pb.QuestionVector, lookups []lookup) error {
	for _, v := range vectors {
		for i := range lookups {
			l := &lookups[i]
			if l.instruction.GetId() != v.GetInstructionId() || l.outside || !isNear(l.instruction) {
				continue
			}
			q := store.NearQuery{Space: v.GetSpace(), Vector: meaning.Vector(v.GetVector()), Range: l.within, Limit: int(v.GetMaxEntries())}
			if q.Limit == 0 {
				q.Limit = defaultNear
			}
			found, err := s.store.Nearest(ctx, scope, q)
			switch {
			case ctx.Err() != nil || errors.Is(err, store.ErrUnavailable):
				return err
			case err != nil:
				l.warnings = append(l.warnings, "The vectors of the notes can't be read, so notes were found by their words only: "+err.Error())
			}
			l.near, l.without = found.Near, found.Without
		}
	}
	return nil
}

// isNear reports whether an entry may be found for an instruction that has none of its words.
func isNear(in *commonv1.RetrievalInstruction) bool {
	return in.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION && len(in.GetKeywords()) == 0
}

// nearOnly returns the ids of the entries near a question that are not kept for their words.
func nearOnly(lookups []lookup, kept []search.Ranked) []string {
	known := make(map[string]bool, len(kept))
	for _, k := range kept {
		known[k.ID] = true
	}
	var out []string
	for _, l := range lookups {
		for _, n := range l.near {
			if !known[n.ID] {
				known[n.ID] = true
				out = append(out, n.ID)
			}
		}
	}
	return out
}
