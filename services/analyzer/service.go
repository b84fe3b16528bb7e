package analyzer

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/extract"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
)

// Deps is what the analyzer needs.
type Deps struct {
	// Mind says what judges the facts; empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// maxSchemas and maxTexts are how much is remembered of what was read: the domains
// of some users, and some years of notes, in about 20 MB.
const maxSchemas, maxTexts = 64, 32_768

// Service is the analyzer's gRPC service.
type Service struct {
	analyzerv1.UnimplementedAnalyzerServiceServer
	mind  mind.Kind
	model model
	rules rules
}

// New returns an analyzer. It fails if the mind can't be had.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, fmt.Errorf("analyzer: %w", err)
	}
	r := rules{extract.NewMemory(maxSchemas, maxTexts)}
	return &Service{mind: d.Mind, model: model{d.Model, r}, rules: r}, nil
}

// Analyze computes what the entries say, tells what it means for the question,
// and judges whether that is enough.
func (s *Service) Analyze(ctx context.Context, req *analyzerv1.AnalyzeRequest) (*analyzerv1.AnalyzeResponse, error) {
	if scope := excerpt.Scope(req.GetScope()); scope != req.GetScope() {
		req = proto.CloneOf(req)
		req.Scope = scope
	}
	return mind.Think(ctx, s.mind, req, s.model.analyze, func(_ context.Context, req *analyzerv1.AnalyzeRequest) (*analyzerv1.AnalyzeResponse, error) {
		a, err := s.rules.analyze(req)
		if err != nil {
			return nil, err
		}
		return &analyzerv1.AnalyzeResponse{Provenance: mind.ByRules(), Analysis: a}, nil
	})
}
