package planner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	goals "github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/wire"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// ReadGoal reads what somebody wants to reach.
func (s *Service) ReadGoal(ctx context.Context, req *pb.ReadGoalRequest) (*pb.ReadGoalResponse, error) {
	return mind.Think(ctx, s.mind, req, s.model.read, readGoal)
}

// readGoal reads a goal by rules.
func readGoal(_ context.Context, req *pb.ReadGoalRequest) (*pb.ReadGoalResponse, error) {
	g := proto.CloneOf(req.GetGoal())
	g.Extraction = nil
	read, err := understood(req.GetContext(), g)
	return &pb.ReadGoalResponse{Understood: read, Provenance: mind.ByRules()}, err
}

// understood is what a goal says, with what a model has extracted.
func understood(call *commonv1.CallContext, g *planningv1.Goal) (*planningv1.Understood, error) {
	r, err := goal(call, g, nil)
	if err != nil {
		return nil, err
	}
	d, err := goals.Read(r)
	if err != nil && !errors.Is(err, goals.ErrContradiction) {
		return nil, refused(err)
	}
	return wire.FromUnderstood(d), nil
}

// DraftOutline takes a goal apart.
func (s *Service) DraftOutline(ctx context.Context, req *pb.DraftOutlineRequest) (*pb.DraftOutlineResponse, error) {
	return mind.Think(ctx, s.mind, req, s.model.outline, draftOutline)
}

// draftOutline takes a goal apart by rules. What it is told of an earlier draft changes nothing:
// the same template would make the same again.
func draftOutline(_ context.Context, req *pb.DraftOutlineRequest) (*pb.DraftOutlineResponse, error) {
	r, err := goal(req.GetContext(), req.GetGoal(), nil)
	if err != nil {
		return nil, err
	}
	d, err := goals.Outline(r)
	if violations := (*goals.ViolationsError)(nil); err != nil && !errors.As(err, &violations) { // whoever asked checks it too
		return nil, refused(err)
	}
	return &pb.DraftOutlineResponse{Provenance: mind.ByRules(), Draft: &planningv1.OutlineDraft{
		Outline: wire.FromOutline(d.Outline), Assumptions: wire.FromAssumptions(d.Assumptions), Mended: wire.FromAdapted(d.Adapted),
		Confidence: d.Selection.Spec.Confidence,
	}}, nil
}

// DraftRoadmap lays an outline on a person's days.
func (s *Service) DraftRoadmap(_ context.Context, req *pb.DraftRoadmapRequest) (*pb.DraftRoadmapResponse, error) {
	_, d, err := laid(req.GetContext(), req.GetGoal(), req.GetOutline(), req.GetCommitments())
	if err != nil {
		return nil, err
	}
	return &pb.DraftRoadmapResponse{Draft: wire.FromDays(d), Provenance: mind.ByRules()}, nil
}

// DraftSchedule looks for the hours of all work.
func (s *Service) DraftSchedule(ctx context.Context, req *pb.DraftScheduleRequest) (*pb.DraftScheduleResponse, error) {
	r, d, err := laid(req.GetContext(), req.GetGoal(), req.GetOutline(), req.GetCommitments())
	if err != nil {
		return nil, err
	}
	if err := d.Schedule(ctx, r); err != nil {
		return nil, refused(err)
	}
	out := wire.FromSchedule(d)
	if d.Result.Verdict != problem.Feasible {
		ways, err := d.WaysOut(ctx, r)
		if err != nil {
			return nil, refused(err)
		}
		out.Ways = wire.FromWays(ways)
	}
	return &pb.DraftScheduleResponse{Draft: out, Provenance: mind.ByRules()}, nil
}

// Reschedule looks for the hours of what is left of roadmaps.
func (s *Service) Reschedule(ctx context.Context, req *pb.RescheduleRequest) (*pb.RescheduleResponse, error) {
	zone, set, err := zoneAndTemplates(req.GetContext())
	if err != nil {
		return nil, err
	}
	held, err := wire.Commitments(req.GetCommitments())
	if err != nil {
		return nil, refused(err)
	}
	var kept []goals.Kept
	for i, m := range req.GetRoadmaps() {
		k, err := wire.Kept(m.GetRoadmap(), m.GetTerms(), set, zone)
		if err != nil {
			return nil, fault.Invalid(fmt.Sprintf("roadmaps[%d]", i), "%v", err)
		}
		kept = append(kept, k)
	}
	r, err := goals.Resume(req.GetContext().GetNow().AsTime().In(zone), held, kept...)
	if err != nil {
		return nil, fault.Invalid("roadmaps", "%v", err)
	}
	o := schedule.Options{Schedules: int(req.GetSchedules()), Seed: req.GetSeed()}
	if err := r.Solve(ctx, o); err != nil {
		return nil, err
	}
	if r.Result.Verdict != problem.Feasible {
		then, left, err := r.DropSessions(ctx, o)
		if err != nil {
			return nil, err
		}
		if then != nil {
			return &pb.RescheduleResponse{Draft: wire.FromResumed(then), Out: left, Provenance: mind.ByRules()}, nil
		}
	}
	out := wire.FromResumed(r)
	if r.Result.Verdict != problem.Feasible && !req.GetWithoutWays() {
		ways, err := r.WaysOut(ctx, o)
		if err != nil {
			return nil, err
		}
		out.Ways = wire.FromWays(ways)
	}
	return &pb.RescheduleResponse{Draft: out, Provenance: mind.ByRules()}, nil
}

// laid reads a goal, and lays an outline on the person's days.
func laid(call *commonv1.CallContext, g *planningv1.Goal, o *planningv1.Outline, held []*planningv1.Commitment) (goals.Request, *goals.Draft, error) {
	r, err := goal(call, g, held)
	if err != nil {
		return r, nil, err
	}
	tree, err := wire.Outline(o)
	if err != nil {
		return r, nil, refused(err)
	}
	d, err := goals.Lay(r, tree)
	return r, d, refused(err)
}

// goal reads a goal.
func goal(call *commonv1.CallContext, g *planningv1.Goal, held []*planningv1.Commitment) (goals.Request, error) {
	zone, set, err := zoneAndTemplates(call)
	if err != nil {
		return goals.Request{}, err
	}
	r, err := wire.Request(g, call.GetNow().AsTime().In(zone), held, set)
	return r, refused(err)
}

// zoneAndTemplates are the zone of a call, and the templates that there are.
func zoneAndTemplates(call *commonv1.CallContext) (*time.Location, *pattern.Set, error) {
	zone, err := time.LoadLocation(call.GetTimeZone())
	if err != nil {
		return nil, nil, fault.Invalid("context.time_zone", "%q is not a time zone; use an IANA name such as \"Europe/Berlin\"", call.GetTimeZone())
	}
	set, err := pattern.Shipped()
	return zone, set, err
}

// refused is an error that says which part of a request makes no sense.
func refused(err error) error {
	var field *wire.FieldError
	var input *goals.InputError
	var bad *problem.InvalidError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &field):
		return fault.Invalid(field.Field, "%s", field.Reason)
	case errors.As(err, &input), errors.Is(err, goals.ErrContradiction):
		return fault.Invalid("goal", "%v", err)
	case errors.As(err, &bad):
		return fault.Invalid("outline", "%v", err)
	}
	return err
}
