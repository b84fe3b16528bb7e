package scheduleapi

import (
	"errors"
	"slices"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/schedule"
)

var (
	overlaps = map[orchestratorv1.ScheduleOverlap]schedule.Overlap{
		orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_SKIP:    schedule.SkipRun,
		orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_QUEUE:   schedule.QueueRun,
		orchestratorv1.ScheduleOverlap_SCHEDULE_OVERLAP_REPLACE: schedule.ReplaceRun,
	}
	missed = map[orchestratorv1.ScheduleMissed]schedule.Missed{
		orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_RUN_ONCE: schedule.RunOnce,
		orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_SKIP:     schedule.RunNone,
		orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_RUN_ALL:  schedule.RunAll,
	}
	outcomes = map[orchestratorv1.ScheduleOccurrence_Outcome]schedule.Outcome{
		orchestratorv1.ScheduleOccurrence_OUTCOME_STARTED: schedule.Started,
		orchestratorv1.ScheduleOccurrence_OUTCOME_SKIPPED: schedule.Skipped,
		orchestratorv1.ScheduleOccurrence_OUTCOME_MISSED:  schedule.Lapsed,
		orchestratorv1.ScheduleOccurrence_OUTCOME_FAILED:  schedule.Failed,
		orchestratorv1.ScheduleOccurrence_OUTCOME_NOTHING: schedule.Nothing,
	}
)

// numberOf is the number by which the API tells a value; 0 if it has none.
func numberOf[N, V comparable](values map[N]V, value V) (zero N) {
	for n, v := range values {
		if v == value {
			return n
		}
	}
	return zero
}

// describe tells a schedule as the API does, with what came of its times if that is asked for.
func (s *Server) describe(k *schedule.Schedule, occurrences bool) (*orchestratorv1.Schedule, error) {
	out := &orchestratorv1.Schedule{
		Id: k.ID, Cron: k.Cron, TimeZone: k.Zone, Description: k.Description, Labels: k.Labels, User: k.Owner.User,
		Overlap: numberOf(overlaps, k.Overlap), Missed: numberOf(missed, k.Missed), CreateTime: timestamppb.New(k.Created),
		Waiting: int32(len(k.Waiting)), LastRunId: k.LastRun, BuiltIn: k.BuiltIn != "", //nolint:gosec // a hundred wait at most
	}
	if k.BuiltIn == "" {
		m, err := startsOf(k)
		if err != nil {
			return nil, err
		}
		switch what := m.(type) {
		case *orchestratorv1.Input:
			out.Starts = &orchestratorv1.Schedule_Input{Input: what}
		case *orchestratorv1.ScheduledRun:
			out.Starts = &orchestratorv1.Schedule_Run{Run: what}
		}
	}
	if k.IsPaused() {
		out.PauseTime = timestamppb.New(k.Paused)
	} else {
		after := k.Settled
		if now := s.d.Now(); now.After(after) {
			after = now
		}
		var err error
		if out.NextTimes, err = nextTimes(k, after, nextShown); err != nil {
			return nil, err
		}
	}
	if occurrences {
		for _, o := range slices.Backward(k.Told) {
			out.Occurrences = append(out.Occurrences, &orchestratorv1.ScheduleOccurrence{
				Time: timestamppb.New(o.Time), Outcome: numberOf(outcomes, o.Outcome), Count: int32(o.Count), //nolint:gosec // counted up to a bound
				RunId: o.Run, OutcomeTime: timestamppb.New(o.Found), Reason: o.Reason, User: o.User,
			})
		}
	}
	return out, nil
}

// checkTimes refuses an expression or a zone that can't be those of a schedule.
func (s *Server) checkTimes(cron, zoneName string) error {
	zone, err := time.LoadLocation(zoneName)
	if err != nil || zoneName == "Local" {
		return fault.New(codes.InvalidArgument, fault.TimeZoneUnknown,
			"%q is not a time zone; use an IANA name such as Europe/Berlin", zoneName).At("time_zone")
	}
	if _, err := schedule.ParseTimetable(cron, zone); err != nil {
		return fault.Invalid("cron", "%q %v", cron, err)
	}
	return nil
}

var (
	errOthers  = errors.New("it is another user's schedule")
	errBuiltIn = errors.New("the schedule is built in")
)

// scheduleFault says what went wrong with a schedule in terms of the API.
func scheduleFault(err error, id string) error {
	switch {
	case errors.Is(err, schedule.ErrNotFound):
		return fault.Wrap(err, codes.NotFound, fault.ScheduleNotFound,
			"there is no schedule %q; \"weft schedules ls\" and ListSchedules list them", id).With("schedule_id", id)
	case errors.Is(err, schedule.ErrMost):
		return fault.Wrap(err, codes.ResourceExhausted, fault.LimitExceeded,
			"there are %d schedules already, which is the most a tenant may have; delete one", schedule.Most)
	case errors.Is(err, schedule.ErrReused):
		return fault.Wrap(err, codes.AlreadyExists, fault.RequestIDReused,
			"this request_id was already used for another schedule; use a new one")
	case errors.Is(err, errOthers):
		return fault.Wrap(err, codes.PermissionDenied, fault.NotAllowed,
			"schedule %q is another user's: only they change what it does; with the scope operate it can be paused, run and deleted", id).With("schedule_id", id)
	case errors.Is(err, errBuiltIn):
		return fault.Wrap(err, codes.FailedPrecondition, fault.ScheduleState,
			"schedule %q is the server's own: it can be paused and run now, and is changed in the server's configuration", id).With("schedule_id", id)
	}
	return api.RunFault(err, "")
}
