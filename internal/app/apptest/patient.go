// Package apptest has what tests share that call a server.
package apptest

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	pause    = 100 * time.Millisecond
	patience = time.Minute
)

// Patient returns a client that does what a refusal says: on a machine with much else to
// do the bus can't store anything now and then, or an agent is taken for gone, and whoever
// is told so tries again, with the same request_id.
func Patient(api weftapi.Client) weftapi.Client {
	return patient{api}
}

type patient struct {
	weftapi.Client
}

func (p patient) SubmitInput(ctx context.Context, req *orchestratorv1.SubmitInputRequest, o ...grpc.CallOption) (*orchestratorv1.SubmitInputResponse, error) {
	return again(ctx, fault.BusUnavailable, p.Client.SubmitInput, req, o)
}

func (p patient) StartRun(ctx context.Context, req *orchestratorv1.StartRunRequest, o ...grpc.CallOption) (*orchestratorv1.StartRunResponse, error) {
	return again(ctx, fault.BusUnavailable, p.Client.StartRun, req, o)
}

func (p patient) ForkRun(ctx context.Context, req *orchestratorv1.ForkRunRequest, o ...grpc.CallOption) (*orchestratorv1.ForkRunResponse, error) {
	return again(ctx, fault.BusUnavailable, p.Client.ForkRun, req, o)
}

func (p patient) AnswerRun(ctx context.Context, req *orchestratorv1.AnswerRunRequest, o ...grpc.CallOption) (*orchestratorv1.AnswerRunResponse, error) {
	return again(ctx, fault.BusUnavailable, p.Client.AnswerRun, req, o)
}

func (p patient) ProposePlan(ctx context.Context, req *orchestratorv1.ProposePlanRequest, o ...grpc.CallOption) (*orchestratorv1.ProposePlanResponse, error) {
	return again(ctx, fault.BusUnavailable, p.Client.ProposePlan, req, o)
}

func (p patient) ListTools(ctx context.Context, req *orchestratorv1.ListToolsRequest, o ...grpc.CallOption) (*orchestratorv1.ListToolsResponse, error) {
	return again(ctx, fault.AgentUnavailable, p.Client.ListTools, req, o)
}

// ProcessInput returns with the first event: only then it is known whether the input is taken.
func (p patient) ProcessInput(ctx context.Context, req *orchestratorv1.ProcessInputRequest, o ...grpc.CallOption) (stream, error) {
	begin := func(ctx context.Context, req *orchestratorv1.ProcessInputRequest, o ...grpc.CallOption) (stream, error) {
		s, err := p.Client.ProcessInput(ctx, req, o...)
		if err != nil {
			return nil, err
		}
		first, err := s.Recv()
		return &begun{s, first}, err
	}
	return again(ctx, fault.BusUnavailable, begin, req, o)
}

type stream = grpc.ServerStreamingClient[orchestratorv1.ProcessInputResponse]

// begun is a stream of which the first event was received already.
type begun struct {
	stream
	first *orchestratorv1.ProcessInputResponse
}

func (b *begun) Recv() (*orchestratorv1.ProcessInputResponse, error) {
	if first := b.first; first != nil {
		b.first = nil
		return first, nil
	}
	return b.stream.Recv()
}

// again makes a call, and makes it again while it is refused for a reason.
func again[Req proto.Message, Res any](ctx context.Context, reason fault.Reason, call func(context.Context, Req, ...grpc.CallOption) (Res, error), req Req, o []grpc.CallOption) (Res, error) {
	req = named(req)
	late := time.After(patience)
	for {
		res, err := call(ctx, req, o...)
		if !errors.Is(fault.FromError(err), reason) {
			return res, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return res, err
		case <-late:
			return res, err
		}
	}
}

// named returns a request with a request_id, if it can have one.
func named[Req proto.Message](req Req) Req {
	field := req.ProtoReflect().Descriptor().Fields().ByName("request_id")
	if field == nil || req.ProtoReflect().Has(field) {
		return req
	}
	req = proto.CloneOf(req)
	req.ProtoReflect().Set(field, protoreflect.ValueOfString(rand.Text()))
	return req
}
