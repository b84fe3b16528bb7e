package planner

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// Deps is what the planner is built from.
type Deps struct {
	// Mind is the mind that drafts plans of what is to be done; questions are planned by
	// rules alone. Empty means rules, which draft none.
	Mind mind.Kind
	// Model is what a mind other than rules asks.
	Model *llm.Client
}

// Service is the planner. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedPlannerServiceServer
	rules rules
	mind  mind.Kind
	model model
}

// New returns a planner.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, d.Model != nil); err != nil {
		return nil, err
	}
	return &Service{rules: rules{newLexicons()}, mind: d.Mind, model: model{d.Model}}, nil
}

// Plan plans, or plans again with what the last attempt left open.
func (s *Service) Plan(_ context.Context, req *pb.PlanRequest) (*pb.PlanResponse, error) {
	zone := req.GetContext().GetTimeZone()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is not a time zone; use an IANA name such as \"Europe/Berlin\"", zone)
	}
	now := req.GetContext().GetNow().AsTime().In(loc)
	req, cut := bounded(req)
	res := s.rules.plan(req, now)
	res.Notices = append(cut, res.GetNotices()...)
	return res, nil
}
