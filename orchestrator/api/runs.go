package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// GetRun implements orchestratorv1.RunsServiceServer.
func (s *Server) GetRun(ctx context.Context, req *orchestratorv1.GetRunRequest) (*orchestratorv1.GetRunResponse, error) {
	key := s.key(ctx, req.GetRunId())
	run, err := s.runAt(ctx, key, req.GetSequence())
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.GetRunResponse{Run: run}, nil
}

// StatusOf returns how a run in a list stands, as the API tells it.
func StatusOf(r runlog.Summary) orchestratorv1.RunReport_Status {
	return statusOf(r.Status, r.Last.GetCompleted().GetDisposition())
}

func (s *Server) listed(r runlog.Summary) *orchestratorv1.Run {
	started := r.First.GetStarted()
	return &orchestratorv1.Run{
		Id:           r.Key.Run,
		Status:       StatusOf(r),
		Text:         s.d.Graphs.Describe(started),
		GraphUnknown: s.d.Graphs.Of(started) == nil,
		ParentRunId:  started.GetParentRunId(),
		ForkedRunId:  started.GetForkedRunId(),
		CreateTime:   r.First.GetTime(),
		UpdateTime:   r.Last.GetTime(),
		Graph:        started.GetGraph(),
		GraphVersion: started.GetGraphVersion(),
		Sequence:     r.Last.GetSequence(),
		ThreadId:     started.GetThreadId(),
		User:         started.GetUser(),
		Labels:       started.GetLabels(),
		Outage:       lastOutage(r.Last),
	}
}

// AnswerRun implements orchestratorv1.RunsServiceServer.
func (s *Server) AnswerRun(ctx context.Context, req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.AnswerRunResponse, error) {
	run, err := s.Answer(ctx, req, false)
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.AnswerRunResponse{Run: run}, nil
}

// Answer gives a run an answer, and returns the run. once has the same answer that comes
// again refused.
func (s *Server) Answer(ctx context.Context, req *orchestratorv1.AnswerRunRequest, once bool) (*orchestratorv1.Run, error) {
	key := s.key(ctx, req.GetRunId())
	said, err := s.said(req)
	if err != nil {
		return nil, err
	}
	if err := s.d.Room(ctx, proto.Size(req)); err != nil {
		return nil, err
	}
	a, err := s.answer(ctx, key, req.GetInterruptId(), said)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	a.Once = once
	switch err := s.d.Runs.Answer(ctx, key, a); {
	case errors.Is(err, runner.ErrAnswered):
		return nil, s.answered(ctx, err, key)
	case err != nil:
		return nil, s.WriteFault(ctx, err, key.Run)
	}
	return s.Run(ctx, key)
}

// answer turns what the caller said into the terms of the run's graph.
func (s *Server) answer(ctx context.Context, key runlog.Key, interrupt string, said graph.Said) (runner.Answer, error) {
	a := runner.Answer{Interrupt: interrupt}
	var err error
	a.By = s.Caller(ctx)
	events, _, err := s.d.RunLog.Load(ctx, key)
	if err != nil {
		return a, err
	}
	run, err := s.fold(events)
	if err != nil {
		return a, err
	}
	pause, err := run.pause(a.Interrupt)
	if err != nil {
		return a, err
	}
	if pause == nil && a.Interrupt == "" { // the last may have been given this very answer, or another
		pause = run.Pause(last(events))
	}
	if pause == nil {
		return a, nil // the runner says what the run waits for
	}
	a.Interrupt = pause.GetInterruptId()
	if err := run.of.Permit(events, a.Interrupt, a.By); err != nil {
		return a, err
	}
	// An answer that comes again is read as it was the first time: the run has gone on since,
	// and may not know what it was about.
	if i := slices.IndexFunc(events, func(e *runv1.Event) bool {
		return e.GetAnswered() != nil && e.GetAnswered().GetInterruptId() == a.Interrupt
	}); i > 0 {
		if run, err = s.fold(events[:i]); err != nil {
			return a, err
		}
	}
	a.Outcome, a.Payload, err = run.Read(pause, said)
	return a, err
}

// last returns the id of the last pause, "" if there has been none.
func last(events []*runv1.Event) string {
	for _, e := range slices.Backward(events) {
		if i := e.GetInterrupted(); i != nil {
			return i.GetInterruptId()
		}
	}
	return ""
}

// ForkRun implements orchestratorv1.RunsServiceServer.
func (s *Server) ForkRun(ctx context.Context, req *orchestratorv1.ForkRunRequest) (*orchestratorv1.ForkRunResponse, error) {
	from := s.key(ctx, req.GetRunId())
	by := s.Caller(ctx)
	if err := s.d.Room(ctx, proto.Size(req)); err != nil {
		return nil, err
	}
	if err := s.d.Queue(ctx, by.Tenant); err != nil {
		return nil, err
	}
	var changes []graph.Override
	for i, c := range req.GetChanges() {
		if c.GetValue() != "" {
			if err := s.CheckText(fmt.Sprintf("changes[%d].value", i), c.GetValue()); err != nil {
				return nil, err
			}
		}
		changes = append(changes, graph.Override{Name: c.GetName(), Value: c.GetValue()})
	}
	sum, err := Digest(req)
	if err != nil {
		return nil, err
	}
	key, err := s.d.Runs.Fork(ctx, from, runner.Fork{
		Key: runlog.Key{Tenant: from.Tenant, Run: ulid.Make().String()}, At: req.GetSequence(), Set: changes, By: by,
		RequestID: req.GetRequestId(), Digest: sum,
	})
	var change *graph.ChangeError
	var barred *graph.ForkError
	switch {
	case errors.As(err, &barred):
		return nil, forkFault(barred, from.Run)
	case errors.As(err, &change):
		return nil, fault.Invalid(fmt.Sprintf("changes[%d]", change.Index), "%v", change)
	case errors.Is(err, graph.ErrNoPoint) && req.GetSequence() > 0:
		return nil, fault.Invalid("sequence", "%v; \"weft runs show\" lists its events", err)
	case errors.Is(err, graph.ErrNoPoint):
		return nil, fault.New(codes.FailedPrecondition, fault.RunEnded, "run %s has ended, so there is nothing left to do; give an earlier event to fork it from", from.Run).With("run_id", from.Run)
	case err != nil:
		return nil, s.WriteFault(ctx, err, from.Run)
	}
	run, err := s.Run(ctx, key)
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.ForkRunResponse{Run: run}, nil
}

// VerifyRuns implements orchestratorv1.RunsServiceServer.
func (s *Server) VerifyRuns(ctx context.Context, req *orchestratorv1.VerifyRunsRequest) (*orchestratorv1.VerifyRunsResponse, error) {
	scope := s.Caller(ctx)
	v, err := s.d.Runs.Verify(ctx)
	if err != nil {
		return nil, RunFault(err, "")
	}
	mine := func(tenant string) bool { return tenant == scope.Tenant }
	alone := !slices.ContainsFunc(slices.Collect(maps.Keys(v.Runs)), func(tenant string) bool { return !mine(tenant) })
	out := &orchestratorv1.VerifyRunsResponse{Runs: int32(v.Runs[scope.Tenant])}
	for _, p := range v.Problems {
		if mine(p.Tenant) || p.Tenant == "" && alone {
			out.Problems = append(out.Problems, p.Text)
		}
	}
	for _, k := range v.Begun {
		if mine(k.Tenant) {
			out.BegunRunIds = append(out.BegunRunIds, k.Run)
		}
	}
	for _, lost := range v.Lost {
		if !mine(lost.Key.Tenant) {
			continue
		}
		text := s.d.Graphs.Describe(lost.Started)
		r := &orchestratorv1.LostRun{RunId: lost.Key.Run, TextBytes: int64(len(text)), Problem: lost.Problem, Recovered: lost.Recovered}
		if req.GetWithText() {
			r.Text = text
		}
		out.Lost = append(out.Lost, r)
	}
	return out, nil
}

// settleTime bounds how long a call waits for a run's worker to let go of it.
const settleTime = 2 * time.Second

// letGo waits until no worker is at a run that was cancelled, so that what it was
// writing is written and can be told.
func (s *Server) letGo(ctx context.Context, key runlog.Key) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if queued, err := s.d.RunLog.Queued(ctx, key); err != nil || !queued {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// CancelRun implements orchestratorv1.RunsServiceServer.
func (s *Server) CancelRun(ctx context.Context, req *orchestratorv1.CancelRunRequest) (*orchestratorv1.CancelRunResponse, error) {
	key := s.key(ctx, req.GetRunId())
	by := s.Caller(ctx)
	if err := s.d.Runs.Cancel(ctx, key, by, req.GetReason()); err != nil {
		return nil, s.WriteFault(ctx, err, key.Run)
	}
	s.letGo(ctx, key)
	run, err := s.Run(ctx, key)
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.CancelRunResponse{Run: run}, nil
}

// key names a run within the caller's own tenant, whatever the caller sent.
func (s *Server) key(ctx context.Context, id string) runlog.Key {
	return runlog.Key{Tenant: s.Caller(ctx).Tenant, Run: id}
}

// Run reads a run and tells it as the API does.
func (s *Server) Run(ctx context.Context, key runlog.Key) (*orchestratorv1.Run, error) {
	return s.runAt(ctx, key, 0)
}

// runAt tells a run as it stood after an event; 0 is the last.
func (s *Server) runAt(ctx context.Context, key runlog.Key, at int64) (*orchestratorv1.Run, error) {
	events, _, err := s.d.RunLog.Load(ctx, key)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	if last := int64(len(events)); at > last {
		return nil, fault.Invalid("sequence", "run %s has no event %d; its last is %d", key.Run, at, last)
	}
	if at > 0 {
		events = events[:at]
	}
	r, err := s.fold(events)
	if errors.Is(err, runner.ErrUnknownGraph) {
		return s.stranger(ctx, key, events)
	}
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	report, err := r.report(ctx)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	by := s.Caller(ctx)
	p := r.Progress()
	return &orchestratorv1.Run{
		Pauses:       r.pauses(by),
		Id:           key.Run,
		Status:       report.GetStatus(),
		Text:         r.text,
		CreateTime:   timestamppb.New(p.StartTime),
		UpdateTime:   timestamppb.New(p.LastTime),
		Graph:        p.Started.GetGraph(),
		GraphVersion: p.Started.GetGraphVersion(),
		Sequence:     p.Sequence,
		Report:       report,
		Result:       p.Result,
		ParentRunId:  p.Started.GetParentRunId(),
		ThreadId:     p.Started.GetThreadId(),
		User:         p.Started.GetUser(),
		Labels:       p.Started.GetLabels(),

		ForkedRunId:    p.Started.GetForkedRunId(),
		ForkedSequence: p.Started.GetForkedSequence(),
		Outage:         outage(p),
	}, nil
}

// stranger tells of a run whose graph this server does not know what can be told
// without it.
func (s *Server) stranger(ctx context.Context, key runlog.Key, events []*runv1.Event) (*orchestratorv1.Run, error) {
	status, err := s.d.RunLog.Status(ctx, key)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	return s.listed(runlog.Summary{Key: key, First: events[0], Last: events[len(events)-1], Status: status}), nil
}

// WriteFault says why something could not be written to a run. JetStream is
// silent when its disk is full, so the disk is looked at.
func (s *Server) WriteFault(ctx context.Context, err error, id string) error {
	if errors.Is(err, runlog.ErrStorage) {
		if full := s.d.Room(ctx, 0); full != nil {
			return full
		}
	}
	return RunFault(err, id)
}

// panicFault says that what a graph's author has written panicked, and where.
func panicFault(p *graph.PanicError, id string) error {
	of := ""
	if p.State != "" {
		of = " of state " + string(p.State)
	}
	return fault.Wrap(p, codes.Internal, fault.Internal,
		"graph %s@%d has a bug: its %s%s panicked; the server's log has the cause", p.Graph, p.Version, p.Func, of).
		With("run_id", id).With("graph", p.Graph).With("state", string(p.State))
}

// RunFault says what went wrong with a run in terms of the API.
func RunFault(err error, id string) error {
	var reused *runlog.ReusedError
	var late *graph.ExpiredError
	var barred *graph.ScopeError
	var stranger *graph.UserError
	var refused *graph.AnswerError
	var port *graph.PortError
	var several errSeveral
	var input *runner.InputError
	var unapproved *graph.RetryError
	var panicked *graph.PanicError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, runlog.ErrNotFound):
		return fault.Wrap(err, codes.NotFound, fault.RunNotFound,
			"there is no run %q; \"weft runs ls\" lists the runs", id).With("run_id", id)
	case errors.Is(err, runlog.ErrFull):
		return fault.Wrap(err, codes.ResourceExhausted, fault.DiskFull,
			"the NATS server that keeps the runs is full; give it more disk space or raise its limits, then try again")
	case errors.Is(err, runlog.ErrStorage):
		return fault.Wrap(err, codes.Unavailable, fault.BusUnavailable,
			"the run log is unavailable right now; try again in a moment with the same request_id")
	case errors.As(err, &reused):
		return fault.Wrap(err, codes.AlreadyExists, fault.RequestIDReused,
			"this request_id was already used for another input (run %s); use a new one", reused.Run).With("run_id", reused.Run)
	case errors.As(err, &barred):
		pause := barred.Pause
		return fault.Wrap(err, codes.PermissionDenied, fault.ScopeMissing,
			"an answer to %s of run %s (%s) needs the scope %s, and your credential doesn't have it", pause.GetInterruptId(), id, pause.GetState(), barred.Scope).
			With("scope", string(barred.Scope)).With("run_id", id).With("interrupt_id", pause.GetInterruptId())
	case errors.As(err, &panicked):
		return panicFault(panicked, id)
	case errors.As(err, &unapproved):
		return retryFault(unapproved, id)
	case errors.As(err, &input):
		return fault.Invalid("input", "the graph does not take it: %v", input.Err)
	case errors.As(err, &stranger):
		pause := stranger.Pause
		return fault.Wrap(err, codes.PermissionDenied, fault.NotAllowed,
			"%s of run %s (%s) asks somebody else: %s", pause.GetInterruptId(), id, pause.GetState(), strings.Join(pause.GetUsers(), ", ")).
			With("run_id", id).With("interrupt_id", pause.GetInterruptId())
	case errors.As(err, &several):
		return fault.Wrap(err, codes.FailedPrecondition, fault.InterruptMismatch,
			"run %s waits for several answers; name the pause that yours is for: %s", id, several.ids()).
			With("run_id", id).With("interrupt_ids", several.ids())
	case errors.As(err, &port):
		return portFault(port, id)
	case errors.Is(err, runner.ErrEnded), errors.Is(err, runner.ErrTooManySignals):
		return signalFault(err, id)
	case errors.As(err, &refused):
		return answerFault(refused, id)
	case errors.As(err, &late):
		over := late.Pause.GetExpireTime().AsTime().Format(time.RFC3339)
		return fault.Wrap(err, codes.FailedPrecondition, fault.RunNotWaiting,
			"run %s waited for an answer until %s, so this one comes too late; read the run to see how it goes on, or ask again", id, over).
			With("run_id", id).With("interrupt_id", late.Pause.GetInterruptId()).With("expire_time", over)
	case errors.Is(err, runner.ErrNotWaiting):
		return fault.Wrap(err, codes.FailedPrecondition, fault.RunNotWaiting,
			"run %s isn't waiting for an answer", id).With("run_id", id)
	case errors.Is(err, runner.ErrOtherInterrupt):
		return fault.Wrap(err, codes.FailedPrecondition, fault.InterruptMismatch,
			"run %s is waiting for a different answer; read the run and answer its current question", id).With("run_id", id)
	case errors.Is(err, runner.ErrNotFailed):
		return fault.Wrap(err, codes.FailedPrecondition, fault.RunNotFailed,
			"run %s has not failed; there is nothing to retry", id).With("run_id", id)
	case errors.Is(err, runner.ErrUnknownGraph), errors.Is(err, graph.ErrLog):
		return fault.Wrap(err, codes.FailedPrecondition, fault.GraphUnknown,
			"can't read run %s: it comes from another version of Weft, or a damaged disk has lost part of it; to find out: weft runs verify", id).With("run_id", id)
	}
	return err
}
