package app

import (
	"context"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/clarifier"
)

func tryClarifier(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := clarifier.New(clarifier.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Clarify(ctx, &clarifierv1.ClarifyRequest{
		Context: trialContext(),
		Query:   "Should I train legs today?",
		Gaps: []*commonv1.Gap{{
			Id: "feeling", Type: commonv1.GapType_GAP_TYPE_SUBJECTIVE, Severity: commonv1.Severity_SEVERITY_CRITICAL,
			Description: "How you feel right now is in no note.",
		}},
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), res.GetQuestions()[0].GetText(), nil
}
