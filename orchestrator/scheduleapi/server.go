// Package scheduleapi is the part of the public API that manages schedules, and starts their
// runs. What comes of a schedule's times is decided in orchestrator/schedule.
package scheduleapi

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/noteapi"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/schedule"
)

// Deps are what the API of schedules stands on.
type Deps struct {
	Schedules *schedule.Store
	Runs      *api.Server     // starts runs of graphs
	Notes     *noteapi.Server // starts runs of inputs
	RunLog    *runlog.Log
	// BuiltIn are what schedules do that the server makes itself, by name: start a run for a
	// time, or find that there is nothing to do and return "".
	BuiltIn      map[string]BuiltIn
	TimeZone     string // IANA name of the zone of who names none
	MessageBytes int    // the longest message; pages of lists fit into it. 0 is any length
	Now          func() time.Time
}

// A BuiltIn is what a schedule does that the server makes itself. ctx is of a call by its owner.
type BuiltIn func(ctx context.Context, at time.Time, requestID string) (run string, err error)

// Server implements what of the public API is about schedules.
type Server struct{ d Deps }

// New returns the API of schedules.
func New(d Deps) *Server { return &Server{d} }

// CreateSchedule implements orchestratorv1.SchedulesServiceServer.
func (s *Server) CreateSchedule(ctx context.Context, req *orchestratorv1.CreateScheduleRequest) (*orchestratorv1.CreateScheduleResponse, error) {
	by, now := s.d.Runs.Caller(ctx), s.d.Now().UTC()
	words := proto.CloneOf(req)
	words.RequestId = ""
	asked, err := api.Digest(words)
	if err != nil {
		return nil, err
	}
	made := schedule.Schedule{
		Tenant: by.Tenant, ID: ulid.Make().String(), Description: req.GetDescription(), Labels: req.GetLabels(),
		Cron: strings.TrimSpace(req.GetCron()), Zone: cmp.Or(req.GetTimeZone(), s.d.TimeZone),
		Overlap: cmp.Or(overlaps[req.GetOverlap()], schedule.SkipRun), Missed: cmp.Or(missed[req.GetMissed()], schedule.RunOnce),
		Owner: ownerOf(by), Created: now, Settled: now, Asked: []byte(asked),
	}
	made.Pause(req.GetPaused(), now)
	if err := s.checkTimes(made.Cron, made.Zone); err != nil {
		return nil, err
	}
	if made.Graph, made.Starts, err = s.acceptStart(ctx, &made, req); err != nil {
		return nil, err
	}
	if err := checkLabels(made.Labels); err != nil {
		return nil, err
	}
	kept, err := s.d.Schedules.Create(ctx, made, req.GetRequestId())
	if err != nil {
		return nil, scheduleFault(err, made.ID)
	}
	told, err := s.describe(&kept, true)
	return &orchestratorv1.CreateScheduleResponse{Schedule: told}, err
}

// ownerOf is whose runs a caller's schedule starts: theirs, who may keep and read, but never
// decide anything.
func ownerOf(by auth.Principal) schedule.Owner {
	o := schedule.Owner{User: by.User, Kind: string(by.Kind)}
	for _, scope := range []auth.Scope{auth.Read, auth.Write} {
		if by.May(scope) {
			o.Scopes = append(o.Scopes, string(scope))
		}
	}
	return o
}

// GetSchedule implements orchestratorv1.SchedulesServiceServer.
func (s *Server) GetSchedule(ctx context.Context, req *orchestratorv1.GetScheduleRequest) (*orchestratorv1.GetScheduleResponse, error) {
	kept, err := s.d.Schedules.Get(ctx, s.d.Runs.Caller(ctx).Tenant, req.GetScheduleId())
	if err != nil {
		return nil, scheduleFault(err, req.GetScheduleId())
	}
	told, err := s.describe(&kept, true)
	return &orchestratorv1.GetScheduleResponse{Schedule: told}, err
}

// pageOfSchedules is how many schedules are listed unless the caller says.
const pageOfSchedules = 50

// schedulesAtOnce is how many schedules of a list are read before it is looked whether the
// page is full.
const schedulesAtOnce = 64

// ListSchedules implements orchestratorv1.SchedulesServiceServer.
func (s *Server) ListSchedules(ctx context.Context, req *orchestratorv1.ListSchedulesRequest) (*orchestratorv1.ListSchedulesResponse, error) {
	after, err := paging.Cursor(req, checkPlace)
	if err != nil {
		return nil, err
	}
	tenant := s.d.Runs.Caller(ctx).Tenant
	ids, err := s.d.Schedules.ListIDs(ctx, tenant)
	if err != nil {
		return nil, scheduleFault(err, "")
	}
	out := &orchestratorv1.ListSchedulesResponse{}
	size, more := cmp.Or(int(req.GetPageSize()), pageOfSchedules), false
	counts := req.GetWithTotal() && isFiltered(req) // and so reads them all
	if req.GetWithTotal() && !counts {
		out.TotalSize = int32(len(ids)) //nolint:gosec // of which there are 10,000 at most
	}
	if !counts {
		ids = slices.DeleteFunc(ids, func(id string) bool { return id <= after })
	}
	labelled := api.Labelled(req.GetLabels())
	for some := range slices.Chunk(ids, schedulesAtOnce) {
		if more && !counts {
			break
		}
		read, err := s.d.Schedules.GetMany(ctx, tenant, some)
		if err != nil {
			return nil, scheduleFault(err, "")
		}
		for i := range read {
			k := &read[i]
			if !labelled(k.Labels) || !meets(k, req) {
				continue
			}
			if counts {
				out.TotalSize++
			}
			switch {
			case k.ID <= after:
			case len(out.GetSchedules()) == size:
				more = true
			default:
				told, err := s.describe(k, false)
				if err != nil {
					return nil, err
				}
				out.Schedules = append(out.Schedules, told)
			}
		}
	}
	if n := paging.Fits(out.GetSchedules(), s.d.MessageBytes); n < len(out.GetSchedules()) {
		out.Schedules, more = out.Schedules[:n], true
	}
	if more {
		out.NextPageToken = paging.Token(req, out.GetSchedules()[len(out.GetSchedules())-1].GetId())
	}
	return out, nil
}

// checkPlace refuses what is no place in a list: the id of the last schedule of a page.
func checkPlace(id string) error {
	if !schedule.IsID(id) {
		return errors.New("it is no place in a list of schedules")
	}
	return nil
}

// isFiltered reports whether a list is asked for some schedules rather than for all.
func isFiltered(req *orchestratorv1.ListSchedulesRequest) bool {
	return len(req.GetLabels()) > 0 || req.GetUser() != "" || req.GetGraph() != "" || req.Paused != nil
}

// meets reports whether a schedule is one that a list is asked for, but for its labels.
func meets(k *schedule.Schedule, req *orchestratorv1.ListSchedulesRequest) bool {
	return (req.GetUser() == "" || req.GetUser() == k.Owner.User) &&
		(req.GetGraph() == "" || req.GetGraph() == k.Graph) &&
		(req.Paused == nil || req.GetPaused() == k.IsPaused())
}

// DeleteSchedule implements orchestratorv1.SchedulesServiceServer.
func (s *Server) DeleteSchedule(ctx context.Context, req *orchestratorv1.DeleteScheduleRequest) (*orchestratorv1.DeleteScheduleResponse, error) {
	by := s.d.Runs.Caller(ctx)
	err := s.d.Schedules.Delete(ctx, by.Tenant, req.GetScheduleId(), func(k *schedule.Schedule) error {
		if k.BuiltIn != "" {
			return errBuiltIn
		}
		return checkOwner(by, k)
	})
	if err != nil {
		return nil, scheduleFault(err, req.GetScheduleId())
	}
	return &orchestratorv1.DeleteScheduleResponse{}, nil
}

// RunSchedule implements orchestratorv1.SchedulesServiceServer.
func (s *Server) RunSchedule(ctx context.Context, req *orchestratorv1.RunScheduleRequest) (*orchestratorv1.RunScheduleResponse, error) {
	by, id, now := s.d.Runs.Caller(ctx), req.GetScheduleId(), s.d.Now().UTC()
	k, err := s.d.Schedules.Get(ctx, by.Tenant, id)
	if err == nil {
		err = checkOwner(by, &k)
	}
	if err != nil {
		return nil, scheduleFault(err, id)
	}
	run, err := starter{s.d}.StartRun(ctx, &k, now, schedule.RequestID(id, "now/"+cmp.Or(req.GetRequestId(), ulid.Make().String())))
	if err != nil {
		return nil, err
	}
	_, err = s.d.Schedules.Change(ctx, by.Tenant, id, func(k *schedule.Schedule) error {
		k.TellStarted(run, by.User, now)
		return nil
	})
	if err != nil && !errors.Is(err, schedule.ErrNotFound) { // deleted meanwhile; its run goes on
		return nil, scheduleFault(err, id)
	}
	return &orchestratorv1.RunScheduleResponse{RunId: run}, nil
}

// PreviewSchedule implements orchestratorv1.SchedulesServiceServer.
func (s *Server) PreviewSchedule(_ context.Context, req *orchestratorv1.PreviewScheduleRequest) (*orchestratorv1.PreviewScheduleResponse, error) {
	after, zone := s.d.Now(), cmp.Or(req.GetTimeZone(), s.d.TimeZone)
	if req.GetAfter() != nil {
		if !req.GetAfter().IsValid() {
			return nil, fault.Invalid("after", "is no time between the years 1 and 9999")
		}
		after = req.GetAfter().AsTime()
	}
	if err := s.checkTimes(req.GetCron(), zone); err != nil {
		return nil, err
	}
	k := schedule.Schedule{Cron: req.GetCron(), Zone: zone}
	times, err := nextTimes(&k, after, cmp.Or(int(req.GetCount()), nextShown))
	return &orchestratorv1.PreviewScheduleResponse{Times: times, TimeZone: zone}, err
}

// nextShown is how many next times are told unless the caller says.
const nextShown = 5

func nextTimes(k *schedule.Schedule, after time.Time, count int) (out []*timestamppb.Timestamp, err error) {
	t, err := k.Timetable()
	if err != nil {
		return nil, err
	}
	for at := t.Next(after); len(out) < count && !at.IsZero(); at = t.Next(at) {
		out = append(out, timestamppb.New(at))
	}
	return out, nil
}
