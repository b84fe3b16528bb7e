package noteapi

import (
	"context"

	"github.com/oklog/ulid/v2"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/store"
)

// SubmitInput implements orchestratorv1.NotesServiceServer.
func (s *Server) SubmitInput(ctx context.Context, req *orchestratorv1.SubmitInputRequest) (*orchestratorv1.SubmitInputResponse, error) {
	key, err := s.start(ctx, req.GetInput(), req.GetRequestId())
	if err != nil {
		return nil, err
	}
	run, err := s.d.API.Run(ctx, key)
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.SubmitInputResponse{Run: run}, nil
}

// ProcessInput implements orchestratorv1.NotesServiceServer.
func (s *Server) ProcessInput(req *orchestratorv1.ProcessInputRequest, stream grpc.ServerStreamingServer[orchestratorv1.ProcessInputResponse]) error {
	key, err := s.start(stream.Context(), req.GetInput(), req.GetRequestId())
	if err != nil {
		return err
	}
	return s.d.API.Watch(stream.Context(), key, 1, true, func(e *orchestratorv1.RunEvent) error {
		return stream.Send(&orchestratorv1.ProcessInputResponse{Event: e})
	})
}

// mayAsk refuses a question of a caller that may not read its answer.
func mayAsk(ctx context.Context, in *orchestratorv1.Input) error {
	by, known := auth.From(ctx)
	if !known || by.May(auth.Read) || in.GetIntent() != commonv1.InputType_INPUT_TYPE_QUERY {
		return nil
	}
	return fault.New(codes.PermissionDenied, fault.ScopeMissing,
		"an answer tells what notes say, so a question needs the scope %s too, and your credential doesn't have it", auth.Read).
		With("scope", string(auth.Read))
}

// CheckInput returns the error of a SubmitInput whose input is refused, and submits none.
func (s *Server) CheckInput(ctx context.Context, in *orchestratorv1.Input) error {
	_, _, err := s.accepted(ctx, in)
	return err
}

// accepted returns a caller's input, completed by the server's settings, and whose it is.
func (s *Server) accepted(ctx context.Context, in *orchestratorv1.Input) (*notegraphv1.Input, store.Scope, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, scope, err
	}
	input, err := s.input(in, scope, ofInput())
	if err != nil {
		return nil, scope, err
	}
	if in.GetIntent() == commonv1.InputType_INPUT_TYPE_LOG {
		if err := s.d.Agents.Store.Writable(scope); err != nil {
			return nil, scope, notegraph.Fault(err)
		}
	}
	return input, scope, mayAsk(ctx, in)
}

// start begins a run for an input.
func (s *Server) start(ctx context.Context, in *orchestratorv1.Input, requestID string) (runlog.Key, error) {
	input, scope, err := s.accepted(ctx, in)
	if err != nil {
		return runlog.Key{}, err
	}
	sum, err := api.Digest(in)
	if err != nil {
		return runlog.Key{}, err
	}
	if err := s.d.Room(ctx, len(in.GetText())); err != nil {
		return runlog.Key{}, err
	}
	if err := s.d.Queue(ctx, scope.Tenant); err != nil {
		return runlog.Key{}, err
	}
	if in.GetIntent() == commonv1.InputType_INPUT_TYPE_QUERY && s.d.Answers != nil {
		if err := s.d.Answers(ctx, scope.Tenant); err != nil {
			return runlog.Key{}, err
		}
	}
	id := ulid.Make().String()
	input.Context.RunId = id
	start := runner.Start{
		Key:       runlog.Key{Tenant: scope.Tenant, Run: id},
		User:      scope.User,
		By:        s.d.API.Caller(ctx),
		Graph:     notegraph.Name,
		Input:     input,
		Urgent:    in.GetIntent() != commonv1.InputType_INPUT_TYPE_QUERY, // notes, and what may be one
		Thread:    in.GetThreadId(),
		Labels:    in.GetLabels(),
		RequestID: requestID,
		Digest:    sum,
	}
	if start.Thread != "" {
		before, err := s.join(ctx, start)
		if err != nil {
			return runlog.Key{}, s.d.API.WriteFault(ctx, err, id)
		}
		before.onto(input)
	}
	s.settle(ctx, input)
	key, err := s.d.Runs.Start(ctx, start)
	return key, s.d.API.WriteFault(ctx, err, key.Run)
}
