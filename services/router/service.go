package router

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
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
	return mind.Think(ctx, mind.At(s.mind, req.GetContext().GetDepth(), commonv1.Depth_DEPTH_QUICK), req, s.model.route, s.rules.route)
}
