package router

import (
	"context"
	"errors"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// Deps is what a router is built from.
type Deps struct {
	// Mind is the mind that judges. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// Service is the router. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedRouterServiceServer
	mind  mind.Kind
	model model
	rules rules
}

// New returns a router with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	rules := newRules()
	return &Service{mind: d.Mind, model: model{d.Model, rules}, rules: rules}, nil
}

// Route classifies one input.
func (s *Service) Route(ctx context.Context, req *pb.RouteRequest) (*pb.RouteResponse, error) {
	if zone := req.GetContext().GetTimeZone(); zone != "" {
		if _, err := time.LoadLocation(zone); err != nil {
			return nil, fault.Invalid("context.time_zone", "%q is not a time zone; use an IANA name such as \"Europe/Berlin\"", zone)
		}
	}
	kind := mind.At(s.mind, req.GetContext().GetDepth(), commonv1.Depth_DEPTH_QUICK)
	acts, asked, err := s.acts(ctx, req, kind)
	if acts != nil || err != nil {
		return acts, err
	}
	if req.GetPlansGoals() && req.GetIntent() == commonv1.InputType_INPUT_TYPE_UNSPECIFIED && wishes(req.GetText(), req.GetContext()) {
		return &pb.RouteResponse{
			InputType: commonv1.InputType_INPUT_TYPE_GOAL, Confidence: 0.9, Provenance: mind.ByRules(),
			Reasoning: "It asks for a plan over weeks, and says nothing else.",
		}, nil
	}
	res, err := mind.Think(ctx, kind, req, s.model.route, s.rules.route)
	if err != nil {
		if refused, ok := errors.AsType[*fault.Error](err); ok && asked != nil {
			return nil, usage.Onto(refused, asked.GetProvenance())
		}
		return nil, err
	}
	if asked != nil {
		res.Provenance = mind.Together(res.GetProvenance(), asked.GetProvenance())
		res.Notices = append(res.Notices, "If a tool is to do this, ask for a plan: weft plan “…”.")
	}
	return res, nil
}
