package scheduleapi

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/schedule"
)

// Labels that the runs of a schedule have.
const (
	LabelSchedule = "weft/schedule" // its id
	LabelTime     = "weft/time"     // for which they start, RFC 3339 in UTC
)

// A starting says what a schedule starts.
type starting interface {
	GetInput() *orchestratorv1.Input
	GetRun() *orchestratorv1.ScheduledRun
}

// acceptStart checks what a schedule is to start, and returns the graph that its runs walk and
// the words to keep.
func (s *Server) acceptStart(ctx context.Context, k *schedule.Schedule, what starting) (of string, kept []byte, err error) {
	var m proto.Message = what.GetInput()
	if run := what.GetRun(); run != nil {
		of, m = run.GetGraph(), run
		err = s.d.Runs.CheckStart(ctx, startOf(k, run))
	} else {
		of = notegraph.Name
		if err = checkTimeless(what.GetInput()); err == nil {
			err = s.d.Notes.CheckInput(ctx, inputOf(k, what.GetInput()))
		}
	}
	if err != nil {
		return "", nil, err
	}
	packed, err := anypb.New(m)
	if err == nil {
		kept, err = proto.Marshal(packed)
	}
	return of, kept, err
}

// checkTimeless refuses what an input says of one time, since it is started at many.
func checkTimeless(in *orchestratorv1.Input) error {
	switch {
	case in.GetNow() != nil:
		return fault.Invalid("input.now", "can't be set: each run has the time at which it starts")
	case len(in.GetSession()) > 0:
		return fault.Invalid("input.session", "can't be set: name a thread_id, or nothing")
	case len(in.GetLabels()) > 0:
		return fault.Invalid("input.labels", "can't be set: the runs have the labels of their schedule")
	}
	return nil
}

// checkLabels refuses the labels that the runs of a schedule have by themselves.
func checkLabels(labels map[string]string) error {
	for _, own := range []string{LabelSchedule, LabelTime} {
		if _, set := labels[own]; set {
			return fault.Invalid("labels", "%q is set by the server, for each run", own)
		}
	}
	return nil
}

func inputOf(k *schedule.Schedule, in *orchestratorv1.Input) *orchestratorv1.Input {
	out := proto.CloneOf(in)
	if out.GetTimeZone() == "" {
		out.TimeZone = k.Zone
	}
	return out
}

func startOf(k *schedule.Schedule, run *orchestratorv1.ScheduledRun) *orchestratorv1.StartRunRequest {
	return &orchestratorv1.StartRunRequest{Graph: run.GetGraph(), Input: run.GetInput(), ThreadId: run.GetThreadId(), Labels: k.Labels}
}

// startsOf reads what a schedule starts: an *Input or a *ScheduledRun.
func startsOf(k *schedule.Schedule) (proto.Message, error) {
	packed := &anypb.Any{}
	err := proto.Unmarshal(k.Starts, packed)
	if err != nil {
		return nil, fmt.Errorf("read what schedule %s starts: %w", k.ID, err)
	}
	m, err := packed.UnmarshalNew()
	if err != nil {
		return nil, fmt.Errorf("read what schedule %s starts: %w", k.ID, err)
	}
	return m, nil
}

// starter starts the runs of schedules through the API, as their owners.
type starter struct{ d Deps }

// Runs is what a schedule.Keeper starts runs by.
func (s *Server) Runs() schedule.Runs { return starter{s.d} }

// StartRun implements schedule.Runs.
func (s starter) StartRun(ctx context.Context, k *schedule.Schedule, at time.Time, requestID string) (string, error) {
	ctx = auth.With(ctx, principalOf(k))
	if k.BuiltIn != "" {
		do, known := s.d.BuiltIn[k.BuiltIn]
		if !known {
			return "", fault.New(codes.FailedPrecondition, fault.ScheduleState, "this server has no built-in schedule %q", k.BuiltIn)
		}
		return do(ctx, at, requestID)
	}
	m, err := startsOf(k)
	if err != nil {
		return "", err
	}
	labels := maps.Clone(k.Labels)
	if labels == nil {
		labels = map[string]string{}
	}
	labels[LabelSchedule], labels[LabelTime] = k.ID, at.UTC().Format(time.RFC3339)
	var made interface{ GetRun() *orchestratorv1.Run }
	switch what := m.(type) {
	case *orchestratorv1.Input:
		in := inputOf(k, what)
		in.Labels = labels
		made, err = s.d.Notes.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{Input: in, RequestId: requestID})
	case *orchestratorv1.ScheduledRun:
		req := startOf(k, what)
		req.Labels, req.RequestId = labels, requestID
		made, err = s.d.Runs.StartRun(ctx, req)
	default:
		return "", fmt.Errorf("schedule %s starts a %T", k.ID, m)
	}
	if reused, ok := errors.AsType[*runlog.ReusedError](err); ok {
		return reused.Run, nil // it started before the schedule was changed
	}
	if err != nil {
		return "", err
	}
	return made.GetRun().GetId(), nil
}

// principalOf is who the runs of a schedule are started by.
func principalOf(k *schedule.Schedule) auth.Principal {
	p := auth.Principal{Tenant: k.Tenant, User: k.Owner.User, Kind: auth.Kind(k.Owner.Kind)}
	for _, scope := range k.Owner.Scopes {
		p.Scopes = append(p.Scopes, auth.Scope(scope))
	}
	return p
}

// Ended implements schedule.Runs.
func (s starter) Ended(ctx context.Context, tenant, run string) (bool, error) {
	end, err := s.d.RunLog.End(ctx, runlog.Key{Tenant: tenant, Run: run})
	if errors.Is(err, runlog.ErrNotFound) {
		return true, nil
	}
	return end != nil, err
}

// CancelRun implements schedule.Runs.
func (s starter) CancelRun(ctx context.Context, k *schedule.Schedule, run, reason string) error {
	_, err := s.d.Runs.CancelRun(auth.With(ctx, principalOf(k)), &orchestratorv1.CancelRunRequest{RunId: run, Reason: reason})
	if told, ok := errors.AsType[*fault.Error](err); ok && told.Code == codes.NotFound {
		return nil
	}
	return err
}

// refusals are the codes of errors that come again.
var refusals = []codes.Code{
	codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.FailedPrecondition, codes.OutOfRange, codes.Unimplemented,
}

// Refused implements schedule.Runs.
func (starter) Refused(err error) (string, bool) {
	told, ok := errors.AsType[*fault.Error](err)
	if !ok || !slices.Contains(refusals, told.Code) {
		return "", false
	}
	return told.Message, true
}
