package app

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	"github.com/weft-mesh/weft/services/clarifier"
	"github.com/weft-mesh/weft/services/observer"
	"github.com/weft-mesh/weft/services/parser"
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

func tryObserver(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	set, err := domains.Builtin()
	if err != nil {
		return nil, "", err
	}
	s, err := observer.New(observer.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Observe(ctx, &observerv1.ObserveRequest{
		Context:       trialContext(),
		Trigger:       observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG,
		DomainContext: set.Context([]string{"running"}),
		Entry:         &commonv1.Entry{Id: "2026-01-10_18-00-00", Date: "2026-01-10", Text: "My left knee is injured since the marathon, so only easy runs until March."},
	})
	if err != nil {
		return nil, "", err
	}
	said := "nothing to remember"
	if u := res.GetUpdates(); len(u) > 0 {
		said = fmt.Sprintf("%s: %s", u[0].GetKey(), u[0].GetValue())
	}
	return res.GetProvenance(), said, nil
}

func tryParser(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	set, err := domains.Builtin()
	if err != nil {
		return nil, "", err
	}
	s, err := parser.New(parser.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Parse(ctx, &parserv1.ParseRequest{
		Context: trialContext(),
		Text:    "Slept 6 h, then five easy kilometres along the river in 31 min.", WrittenAt: timestamppb.Now(),
		DomainContext: set.Context([]string{"sleep", "running"}),
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), fmt.Sprint(res.GetDomainData().AsMap()), nil
}
