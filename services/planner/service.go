package planner

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// Deps is what a planner is built from.
type Deps struct {
	// Mind is the mind that plans. Empty means rules.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// Service is the planner. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedPlannerServiceServer
	mind  mind.Kind
	model model
	rules rules
}

// New returns a planner with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	byRules := rules{newLexicons()}
	return &Service{mind: d.Mind, model: model{d.Model, byRules}, rules: byRules}, nil
}

// Plan plans, or plans again with what the last attempt left open.
func (s *Service) Plan(ctx context.Context, req *pb.PlanRequest) (*pb.PlanResponse, error) {
	zone := req.GetContext().GetTimeZone()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is not a time zone; use an IANA name such as \"Europe/Berlin\"", zone)
	}
	now := req.GetContext().GetNow().AsTime().In(loc)
	req, cut := bounded(req)
	res, err := mind.Think(ctx, s.mind, req,
		func(ctx context.Context, req *pb.PlanRequest) (*pb.PlanResponse, *commonv1.Provenance, error) {
			return s.model.plan(ctx, req, now)
		},
		func(ctx context.Context, req *pb.PlanRequest) (*pb.PlanResponse, error) {
			return s.rules.plan(ctx, req, now)
		})
	if err == nil && cut != nil {
		res.Notices = append(cut, res.GetNotices()...)
	}
	return res, err
}
