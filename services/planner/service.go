package planner

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// Service is the planner. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedPlannerServiceServer
	rules rules
}

// New returns a planner.
func New() *Service { return &Service{rules: rules{newLexicons()}} }

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
