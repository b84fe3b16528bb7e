package api

import (
	"context"
	"errors"
	"slices"
	"strings"

	"buf.build/go/protovalidate"
	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// StartRun implements orchestratorv1.RunsServiceServer.
func (s *Server) StartRun(ctx context.Context, req *orchestratorv1.StartRunRequest) (*orchestratorv1.StartRunResponse, error) {
	start, err := s.startOf(ctx, req)
	if err != nil {
		return nil, err
	}
	if err := s.d.Room(ctx, proto.Size(req)); err != nil {
		return nil, err
	}
	if err := s.d.Queue(ctx, start.Key.Tenant); err != nil {
		return nil, err
	}
	if s.d.Prepare != nil {
		if err := s.d.Prepare(ctx, start); err != nil {
			return nil, err
		}
	}
	key, err := s.d.Runs.Start(ctx, start)
	if err != nil {
		return nil, s.WriteFault(ctx, err, key.Run)
	}
	run, err := s.Run(ctx, key)
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.StartRunResponse{Run: run}, nil
}

// CheckStart returns the error of a StartRun whose run can't begin, and starts none.
func (s *Server) CheckStart(ctx context.Context, req *orchestratorv1.StartRunRequest) error {
	start, err := s.startOf(ctx, req)
	if err == nil && s.d.Prepare != nil {
		err = s.d.Prepare(ctx, start)
	}
	if err != nil {
		return err
	}
	return s.WriteFault(ctx, s.d.Runs.CheckStart(ctx, start), start.Key.Run)
}

// startOf is the start that a caller asks for.
func (s *Server) startOf(ctx context.Context, req *orchestratorv1.StartRunRequest) (runner.Start, error) {
	input, err := s.startsWith(req)
	if err != nil {
		return runner.Start{}, err
	}
	sum, err := Digest(&orchestratorv1.StartRunRequest{Graph: req.GetGraph(), Input: req.GetInput(), ThreadId: req.GetThreadId(), Labels: req.GetLabels()})
	by := s.Caller(ctx)
	return runner.Start{
		Key:  runlog.Key{Tenant: by.Tenant, Run: ulid.Make().String()},
		User: by.User, By: by, Graph: req.GetGraph(), Input: input, Thread: req.GetThreadId(), Labels: req.GetLabels(), RequestID: req.GetRequestId(), Digest: sum,
	}, err
}

// startsWith returns the input of a run that a caller may start.
func (s *Server) startsWith(req *orchestratorv1.StartRunRequest) (proto.Message, error) {
	of := s.d.Graphs.Newest(req.GetGraph())
	if of == nil {
		return nil, fault.New(codes.NotFound, fault.GraphUnknown, "this server has no graph %q%s", req.GetGraph(), s.public()).At("graph")
	}
	if !of.Public() {
		return nil, fault.Invalid("graph", "callers can't start runs of %s%s", of.Name(), s.public())
	}
	input, err := s.message("input", req.GetInput())
	if err != nil {
		return nil, err
	}
	if is, want := input.ProtoReflect().Descriptor().FullName(), of.Input().ProtoReflect().Descriptor().FullName(); is != want {
		return nil, fault.Invalid("input", "is a %s; runs of %s begin with a %s", is, of.Name(), want)
	}
	return input, nil
}

// public says which graphs callers may start.
func (s *Server) public() string {
	var names []string
	for _, f := range s.d.Graphs.All() {
		if s.d.Graphs.Newest(f.Name()).Public() && !slices.Contains(names, f.Name()) {
			names = append(names, f.Name())
		}
	}
	if names == nil {
		return "; a note or a question begins with SubmitInput"
	}
	return "; they can start runs of " + strings.Join(names, ", ")
}

// message returns what a caller has sent as a message of any type, once it is found to
// keep to the rules of its type.
func (s *Server) message(field string, a *anypb.Any) (proto.Message, error) {
	if most := s.d.InputBytes; len(a.GetValue()) > most {
		return nil, fault.New(codes.InvalidArgument, fault.InputTooLong,
			"%s is %d bytes, and the limit is %d; shorten it, or raise limits.input_bytes", field, len(a.GetValue()), most).At(field)
	}
	m, err := a.UnmarshalNew()
	switch {
	case errors.Is(err, protoregistry.NotFound):
		return nil, fault.Invalid(field, "is of a type that this server does not know: %q", a.GetTypeUrl())
	case err != nil:
		return nil, fault.Invalid(field, "can't be read as a %s", a.MessageName())
	}
	err = protovalidate.Validate(m)
	if broken, ok := errors.AsType[*protovalidate.ValidationError](err); ok && len(broken.Violations) > 0 {
		first := broken.Violations[0].Proto
		return nil, fault.Invalid(field+"."+protovalidate.FieldPathString(first.GetField()), "%s", first.GetMessage())
	}
	return m, err
}
