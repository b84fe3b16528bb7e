// Package retrieval finds the notes that bear on what somebody wants, as graphs give them to a
// planner.
package retrieval

import (
	"context"
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/notes"
)

// Retriever finds notes.
type Retriever interface {
	Retrieve(ctx context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error)
}

// Notes are those that bear on a wish, best first, at most so many, with the labels n1, n2 and so
// on. vocabulary is that of the domains; nil: none.
func Notes(ctx context.Context, r Retriever, call *commonv1.CallContext, wish string, most int, vocabulary func() map[string]string) ([]*commonv1.EvidenceNote, error) {
	req := &retrieverv1.RetrieveRequest{
		Context: call, MaxEntries: int32(most),
		Instructions: []*commonv1.RetrievalInstruction{{
			Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: wish, Purpose: "What bears on the plan.",
		}},
	}
	if vocabulary != nil {
		req.Vocabulary = vocabulary()
	}
	res, err := r.Retrieve(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("retrieve: %w", err)
	}
	var out []*commonv1.EvidenceNote
	for i, e := range res.GetEntries() {
		n := &commonv1.EvidenceNote{
			Label: fmt.Sprintf("n%d", i+1), Entry: e.GetEntry(), Best: e.GetBest(), Terms: e.GetTerms(), Covers: e.GetCovers(),
		}
		if day, err := notes.ParseDay(e.GetEntry().GetDate()); err == nil && !day.IsZero() {
			n.Weekday = day.Weekday().String()
		}
		out = append(out, n)
	}
	return out, nil
}
