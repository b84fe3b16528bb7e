package noteapi

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// reflections is how many calls of the observer's model a look over the notes may wait
// for.
const reflections = 10

// Reflect implements orchestratorv1.NotesServiceServer.
func (s *Server) Reflect(ctx context.Context, req *orchestratorv1.ReflectRequest) (*orchestratorv1.ReflectResponse, error) {
	caller, most := ctx, s.d.Defaults.SearchTimeout+reflections*s.d.Config.Patience["observer"]
	ctx, cancel := context.WithTimeout(caller, most)
	defer cancel()
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	call, since, err := s.reflection(req, scope)
	if err != nil {
		return nil, err
	}
	turn, err := s.readings.Acquire(ctx, scope.Tenant, 1)
	if err != nil {
		return nil, late(caller, ctx, most, err)
	}
	defer turn.Release()
	got, err := notegraph.Reflect(ctx, s.d.Agents, s.d.Config, call, since)
	if err != nil {
		return nil, late(caller, ctx, most, notegraph.Fault(err))
	}
	return &orchestratorv1.ReflectResponse{
		Updates: got.Observed.GetUpdates(), Archived: got.Observed.GetArchived(), Since: got.Since.String(),
		NotesRead: got.Observed.GetNotesRead(), NotesLeftOut: got.Observed.GetNotesLeftOut(), Provenance: got.Observed.GetProvenance(),
	}, nil
}

// reflection checks a request and completes it from the server's settings.
func (s *Server) reflection(req *orchestratorv1.ReflectRequest, scope store.Scope) (*commonv1.CallContext, notes.Day, error) {
	var since notes.Day
	zone, loc, err := s.zone("time_zone", req.GetTimeZone())
	if err != nil {
		return nil, since, err
	}
	if text := req.GetSince(); text != "" {
		if since, err = notes.ParseDay(text); err != nil {
			return nil, since, fault.Wrap(err, codes.InvalidArgument, fault.RangeInvalid, "%v", err).At("since")
		}
	}
	now := req.GetNow()
	if now == nil {
		now = timestamppb.New(s.d.Now())
	}
	if err := checkMoment("now", now, loc); err != nil {
		return nil, since, err
	}
	return &commonv1.CallContext{
		Now: now, TimeZone: zone, WeekStart: Weekday(s.d.Defaults.WeekStart), Tenant: scope.Tenant, User: scope.User, Depth: s.depthOf(scope.User),
	}, since, nil
}
