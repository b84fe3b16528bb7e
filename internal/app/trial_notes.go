package app

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/observer"
	"github.com/weft-mesh/weft/services/parser"
	"github.com/weft-mesh/weft/services/router"
)

func tryRouter(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	set, err := domains.Builtin()
	if err != nil {
		return nil, "", err
	}
	s, err := router.New(router.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	res, err := s.Route(ctx, &routerv1.RouteRequest{
		Context: trialContext(),
		Text:    "Nur 6 h geschlafen, Bankdrücken 3x5 mit 80 kg. Wie war das letzte Woche?", // what rules can't read
		Domains: set.Infos(),
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), fmt.Sprintf("%s, domains %v, %v", res.GetInputType(), res.GetDomains(), res.GetUnderstanding().GetTerms()), nil
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
		// Of a note that rules read whole no model is asked.
		Text: "Slept 6 h. Then I hoisted 30 kilos over my head on the landmine press, five times.", WrittenAt: timestamppb.Now(),
		DomainContext: set.Context([]string{"sleep", "strength"}),
	})
	if err != nil {
		return nil, "", err
	}
	return res.GetProvenance(), fmt.Sprint(res.GetDomainData().AsMap()), nil
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
		Trigger:       observerv1.Trigger_TRIGGER_REFLECTION,
		DomainContext: set.Context([]string{"running"}),
		Recent: []*commonv1.Entry{
			{Id: "2026-01-10_18-00-00", Date: "2026-01-10", Text: "My left knee is injured since the marathon, so only easy runs until March."},
		},
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
