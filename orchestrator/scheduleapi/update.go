package scheduleapi

import (
	"context"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/schedule"
)

// UpdateSchedule implements orchestratorv1.SchedulesServiceServer.
func (s *Server) UpdateSchedule(ctx context.Context, req *orchestratorv1.UpdateScheduleRequest) (*orchestratorv1.UpdateScheduleResponse, error) {
	by, id := s.d.Runs.Caller(ctx), req.GetScheduleId()
	if proto.Equal(req, &orchestratorv1.UpdateScheduleRequest{ScheduleId: id}) {
		return nil, fault.Invalid("cron", "nothing to change: set cron, time_zone, input, run, description, labels, clear_labels, overlap, missed or paused")
	}
	if req.GetClearLabels() && len(req.GetLabels()) > 0 {
		return nil, fault.Invalid("labels", "can't be set together with clear_labels")
	}
	kept, err := s.d.Schedules.Change(ctx, by.Tenant, id, func(k *schedule.Schedule) error {
		if err := checkOwner(by, k); err != nil {
			return err
		}
		onlyPauses := proto.Equal(req, &orchestratorv1.UpdateScheduleRequest{ScheduleId: id, Paused: req.Paused})
		switch {
		case !onlyPauses && k.BuiltIn != "":
			return errBuiltIn
		case !onlyPauses && by.User != k.Owner.User:
			return errOthers
		}
		return s.change(ctx, k, req)
	})
	if err != nil {
		return nil, scheduleFault(err, id)
	}
	told, err := s.describe(&kept, true)
	return &orchestratorv1.UpdateScheduleResponse{Schedule: told}, err
}

// change changes what a request has, once it is found that the schedule can be so.
func (s *Server) change(ctx context.Context, k *schedule.Schedule, req *orchestratorv1.UpdateScheduleRequest) (err error) {
	now := s.d.Now().UTC()
	if req.Cron != nil || req.TimeZone != nil {
		if req.Cron != nil {
			k.Cron = strings.TrimSpace(req.GetCron())
		}
		if req.TimeZone != nil {
			k.Zone = req.GetTimeZone()
		}
		if err := s.checkTimes(k.Cron, k.Zone); err != nil {
			return err
		}
		k.Settled = now
	}
	if req.Description != nil {
		k.Description = req.GetDescription()
	}
	if len(req.GetLabels()) > 0 || req.GetClearLabels() {
		k.Labels = req.GetLabels()
		if err := checkLabels(k.Labels); err != nil {
			return err
		}
	}
	if o := overlaps[req.GetOverlap()]; o != "" {
		k.Overlap = o
	}
	if m := missed[req.GetMissed()]; m != "" {
		k.Missed = m
	}
	if req.GetStarts() != nil {
		if k.Graph, k.Starts, err = s.acceptStart(ctx, k, req); err != nil {
			return err
		}
	}
	if req.Paused != nil {
		k.Pause(req.GetPaused(), now)
	}
	return nil
}

// checkOwner refuses a caller who may not decide about a schedule: it is another's, and they
// don't keep the server.
func checkOwner(by auth.Principal, k *schedule.Schedule) error {
	if by.User == k.Owner.User || by.May(auth.Operate) {
		return nil
	}
	return errOthers
}
