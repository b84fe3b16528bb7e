package analyzer

import (
	"context"
	"fmt"

	"github.com/weft-mesh/weft/kit/mind"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Deps is what the analyzer needs.
type Deps struct {
	// Mind says what judges the facts; empty means rules.
	Mind mind.Kind
}

// analyst is a mind: it makes an analysis of a request.
type analyst interface {
	analyze(*analyzerv1.AnalyzeRequest) (*commonv1.Analysis, error)
}

// Service is the analyzer's gRPC service.
type Service struct {
	analyzerv1.UnimplementedAnalyzerServiceServer
	mind analyst
}

// New returns an analyzer. It fails if the mind can't be had.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, false); err != nil {
		return nil, fmt.Errorf("analyzer: %w", err)
	}
	return &Service{mind: rules{newCompiler()}}, nil
}

// Analyze computes what the entries say, tells what it means for the question,
// and judges whether that is enough.
func (s *Service) Analyze(_ context.Context, req *analyzerv1.AnalyzeRequest) (*analyzerv1.AnalyzeResponse, error) {
	a, err := s.mind.analyze(req)
	if err != nil {
		return nil, err
	}
	return &analyzerv1.AnalyzeResponse{Provenance: mind.ByRules(), Analysis: a}, nil
}
