package api

import (
	"context"
	"errors"
	"fmt"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// maxPortBytes bounds what a signal or a query is given. With graph.MaxSignals it bounds what
// a run that waits may be made to hold: 16 MB.
const maxPortBytes = 16 << 10

// SendSignal implements orchestratorv1.RunsServiceServer.
func (s *Server) SendSignal(ctx context.Context, req *orchestratorv1.SendSignalRequest) (*orchestratorv1.SendSignalResponse, error) {
	key := s.key(ctx, req.GetRunId())
	payload, err := s.portInput(req.GetInput())
	if err != nil {
		return nil, err
	}
	if err := s.d.Room(ctx, proto.Size(req)); err != nil {
		return nil, err
	}
	at, err := s.d.Runs.Signal(ctx, key, runner.Signal{Name: req.GetName(), Payload: payload, By: s.Caller(ctx), RequestID: req.GetRequestId()})
	if err != nil {
		return nil, s.WriteFault(ctx, err, key.Run)
	}
	return &orchestratorv1.SendSignalResponse{Sequence: at}, nil
}

// QueryRun implements orchestratorv1.RunsServiceServer.
func (s *Server) QueryRun(ctx context.Context, req *orchestratorv1.QueryRunRequest) (*orchestratorv1.QueryRunResponse, error) {
	key := s.key(ctx, req.GetRunId())
	input, err := s.portInput(req.GetInput())
	if err != nil {
		return nil, err
	}
	events, _, err := s.d.RunLog.Load(ctx, key)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	run, err := s.fold(events)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	told, err := run.Query(req.GetName(), input)
	if err != nil {
		return nil, RunFault(err, key.Run)
	}
	out, err := anypb.New(told)
	if err != nil {
		return nil, fmt.Errorf("pack the answer of run %s to the query %s: %w", key.Run, req.GetName(), err)
	}
	return &orchestratorv1.QueryRunResponse{Output: out, Sequence: run.Progress().Sequence}, nil
}

// portInput returns what a signal or a query is given, nil if nothing is.
func (s *Server) portInput(a *anypb.Any) (proto.Message, error) {
	if a == nil {
		return nil, nil
	}
	if len(a.GetValue()) > maxPortBytes {
		return nil, fault.New(codes.InvalidArgument, fault.InputTooLong,
			"input is %d bytes, and the limit is %d; send less, such as a reference to the rest", len(a.GetValue()), maxPortBytes).At("input")
	}
	return s.message("input", a)
}

// portFault says why a run does not take a signal or answer a query.
func portFault(e *graph.PortError, id string) error {
	of := map[graph.PortKind]fault.Reason{graph.SignalPort: fault.SignalUnknown, graph.QueryPort: fault.QueryUnknown}
	_, told := errors.AsType[*fault.Error](e.Err)
	switch {
	case e.Unknown:
		return fault.Wrap(e, codes.NotFound, of[e.Kind], "%v", e).With("run_id", id).With("graph", e.Graph)
	case told:
		return e.Err
	case e.Refused && e.Kind == graph.SignalPort:
		return fault.Wrap(e, codes.FailedPrecondition, fault.SignalRefused,
			"run %s can't take the signal %s: %v", id, e.Name, e.Err).With("run_id", id).With("graph", e.Graph)
	case e.Refused:
		return fault.Invalid("input", "the query %s does not take it: %v", e.Name, e.Err)
	}
	return fault.Invalid("input", "%v", e.Err)
}

// signalFault says why a run takes no signals.
func signalFault(err error, id string) error {
	if errors.Is(err, runner.ErrEnded) {
		return fault.Wrap(err, codes.FailedPrecondition, fault.RunEnded,
			"run %s has ended, so it takes no signals; read the run to see what it came to", id).With("run_id", id)
	}
	return fault.Wrap(err, codes.ResourceExhausted, fault.TooManySignals,
		"run %s has been sent %d signals since it last got on, and takes no more until then; answer what it waits for, or try again later with the same request_id",
		id, graph.MaxSignals).With("run_id", id)
}
