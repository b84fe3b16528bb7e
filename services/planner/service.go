package planner

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// Deps is what a planner is built from.
type Deps struct {
	// Mind is the mind that plans. Empty means rules.
	Mind mind.Kind
}

// Service is the planner. It is safe for concurrent use.
type Service struct {
	pb.UnimplementedPlannerServiceServer
	mind planner
}

// A planner plans, given the time in the user's zone. Its response tells its
// provenance.
type planner interface {
	plan(ctx context.Context, req *pb.PlanRequest, now time.Time) (*pb.PlanResponse, error)
}

// New returns a planner with the mind that deps ask for.
func New(d Deps) (*Service, error) {
	if err := mind.Check(d.Mind, false); err != nil {
		return nil, err
	}
	return &Service{mind: rules{newLexicons()}}, nil
}

// Plan plans, or plans again with what the last attempt left open.
func (s *Service) Plan(ctx context.Context, req *pb.PlanRequest) (*pb.PlanResponse, error) {
	zone := req.GetContext().GetTimeZone()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is not a time zone; use an IANA name such as \"Europe/Berlin\"", zone)
	}
	return s.mind.plan(ctx, req, req.GetContext().GetNow().AsTime().In(loc))
}
