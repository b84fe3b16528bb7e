package embedding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/orchestrator/retrieval"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// maxQuestion is how much of a question its vector is made of, in bytes: what models read.
const maxQuestion = 2000

// A Retriever gives the questions of a retrieval their vectors, in one call to the model.
type Retriever struct {
	retrieval.Retriever
	Model *llm.Embedding
}

// Retrieve retrieves by words, and by meaning where the model answers in time.
func (r Retriever) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	questions := questionsOf(req)
	if len(questions) == 0 || req.GetContext().GetDepth() == commonv1.Depth_DEPTH_OFF {
		return r.Retriever.Retrieve(ctx, req)
	}
	vectors, used, failed := r.Model.Question(ctx, llm.AllowanceOf(req.GetContext()), questions)
	usage.Tell(ctx, used)
	if failed == nil {
		req = withVectors(req, r.Model.Space(), questions, vectors)
	}
	resp, err := r.Retriever.Retrieve(ctx, req)
	if err == nil && failed != nil {
		resp.Warnings = append(resp.Warnings, fmt.Sprintf("Notes were found by their words only: there is no vector of the question (%v).", failed))
	}
	return resp, err
}

// questionOf is what the vector of an instruction is made of, "" for one that has none.
func questionOf(in *commonv1.RetrievalInstruction) string {
	if in.GetStrategy() != commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION || len(in.GetKeywords()) > 0 {
		return ""
	}
	q := strings.TrimSpace(in.GetQuestion())
	return strings.ToValidUTF8(q[:min(len(q), maxQuestion)], "")
}

// questionsOf are the questions of a request, each once.
func questionsOf(req *pb.RetrieveRequest) []string {
	var out []string
	for _, in := range req.GetInstructions() {
		if q := questionOf(in); q != "" && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out
}

// withVectors is a request with the vectors of its questions.
func withVectors(req *pb.RetrieveRequest, space string, questions []string, vectors [][]float32) *pb.RetrieveRequest {
	out := &pb.RetrieveRequest{
		Context: req.GetContext(), Instructions: req.GetInstructions(), Vocabulary: req.GetVocabulary(), MaxEntries: req.GetMaxEntries(),
		MustSee: req.GetMustSee(), Schemas: req.GetSchemas(), MaxObservations: req.GetMaxObservations(), Shard: req.GetShard(),
		VocabularyHash: req.GetVocabularyHash(), SchemasHash: req.GetSchemasHash(),
	}
	for _, in := range req.GetInstructions() {
		if i := slices.Index(questions, questionOf(in)); i >= 0 {
			out.Vectors = append(out.Vectors, &pb.QuestionVector{InstructionId: in.GetId(), Space: space, Vector: meaning.NewVector(vectors[i])})
		}
	}
	return out
}
