package gather

import (
	"fmt"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// maxShards bounds how many parts a retrieval is cut into: more than there are
// retrievers to read them side by side, and few enough to hand out at once. Each
// instruction is one shard at least.
const maxShards = 64

// A shard is the part of an instruction that one retriever carries out.
type shard struct {
	instruction int // index in the request
	days        *commonv1.DateRange
	request     *pb.RetrieveRequest
}

// brief returns the request without the domains, which its hashes stand for.
func (s shard) brief() *pb.RetrieveRequest {
	r := s.request
	return &pb.RetrieveRequest{
		Context: r.GetContext(), Instructions: r.GetInstructions(), MaxEntries: r.GetMaxEntries(), MustSee: r.GetMustSee(),
		MaxObservations: r.GetMaxObservations(), Shard: r.GetShard(),
		VocabularyHash: r.GetVocabularyHash(), SchemasHash: r.GetSchemasHash(), Vectors: r.GetVectors(),
	}
}

// named reports whether the request names domains by their hashes.
func (s shard) named() bool {
	return len(s.request.GetVocabularyHash()) > 0 || len(s.request.GetSchemasHash()) > 0
}

// String names the shard to a person.
func (s shard) String() string {
	id := s.request.GetInstructions()[0].GetId()
	if s.days.GetStart() == "" && s.days.GetEnd() == "" {
		return fmt.Sprintf("instruction %d", id)
	}
	return fmt.Sprintf("instruction %d, days %s to %s", id, s.days.GetStart(), s.days.GetEnd())
}

// cut makes the shards of a request. An instruction whose range of days is open,
// or not longer than the given number of days, is one shard. So is one for values or tasks:
// whether a note was read whole shows in the values of others, and tasks are counted.
// The hashes are those of the request's domains, nil for none.
func cut(req *pb.RetrieveRequest, days int, vocabularyHash, schemasHash []byte) []shard {
	var shards []shard
	most := maxShards / max(1, len(req.GetInstructions()))
	for i, in := range req.GetInstructions() {
		parts := days
		if declared(in) {
			parts = 0
		}
		for _, r := range ranges(in.GetDateRange(), parts, most) {
			s := shard{i, r, &pb.RetrieveRequest{
				Context:      req.GetContext(),
				Instructions: []*commonv1.RetrievalInstruction{in},
				MaxEntries:   req.GetMaxEntries(),
				MustSee:      req.GetMustSee(),
				Shard:        r,

				Vocabulary: req.GetVocabulary(), VocabularyHash: vocabularyHash, Vectors: vectorsOf(req, in),
			}}
			if declared(in) {
				s.request.Schemas, s.request.SchemasHash = req.GetSchemas(), schemasHash
				s.request.MaxObservations = req.GetMaxObservations()
			}
			shards = append(shards, s)
		}
	}
	return shards
}

// vectorsOf are the vectors of an instruction.
func vectorsOf(req *pb.RetrieveRequest, in *commonv1.RetrievalInstruction) []*pb.QuestionVector {
	var out []*pb.QuestionVector
	for _, v := range req.GetVectors() {
		if v.GetInstructionId() == in.GetId() {
			out = append(out, v)
		}
	}
	return out
}

func observes(in *commonv1.RetrievalInstruction) bool {
	return in.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS
}

// declared reports whether what an instruction is for is read by schemas.
func declared(in *commonv1.RetrievalInstruction) bool {
	return observes(in) || in.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS
}

// ranges cuts a range of days into parts of the given number of days, or into
// longer ones if that were more than so many.
func ranges(whole *commonv1.DateRange, days, most int) []*commonv1.DateRange {
	r, err := notes.ParseRange(whole.GetStart(), whole.GetEnd())
	if err != nil || r.Days() <= days || days <= 0 || most < 2 {
		// A range that can't be read is the retriever's to refuse.
		return []*commonv1.DateRange{{}}
	}
	days = max(days, (r.Days()+most-1)/most)
	var out []*commonv1.DateRange
	for from := r.Start; !from.After(r.End); from = from.AddDays(days) {
		to := from.AddDays(days - 1)
		if to.After(r.End) {
			to = r.End
		}
		out = append(out, &commonv1.DateRange{Start: from.String(), End: to.String()})
	}
	return out
}
