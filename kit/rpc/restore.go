package rpc

import (
	"context"
	"errors"
	"io"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func callUnary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := shorten(ctx)
	defer cancel()
	ctx, left := withSent(withTenant(ctx, req))
	err := restore(method, unsent(req, invoke(ctx, method, req, reply, cc, opts...)))
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Reason == fault.AgentUnavailable && !left.Load() {
		err = f.With(NotSent, "true")
	}
	count(ctx, method, reply, err)
	return err
}

func callStream(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, open grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	ctx, cancel := shorten(ctx)
	stream, err := open(ctx, desc, cc, method, opts...)
	if err != nil {
		cancel()
		return nil, restore(method, err)
	}
	return &restoredStream{stream, ctx, method, desc.ServerStreams, cancel}, nil
}

// A restoredStream restores the error that ends it, and then lets go of its
// context.
type restoredStream struct {
	grpc.ClientStream
	ctx    context.Context
	method string
	many   bool // the server sends more than one message
	cancel context.CancelFunc
}

func (s *restoredStream) RecvMsg(m any) error {
	err := s.ClientStream.RecvMsg(m)
	if err != nil || !s.many {
		s.cancel()
	}
	err = restore(s.method, err)
	count(s.ctx, s.method, m, err)
	return err
}

func (s *restoredStream) SendMsg(m any) error {
	return restore(s.method, unsent(m, s.ClientStream.SendMsg(m)))
}

// unsent makes of an error the fault for a request that never left because a
// text in it is no text. gRPC calls that INTERNAL.
func unsent(req any, err error) error {
	if status.Code(err) != codes.Internal {
		return err
	}
	if m, ok := req.(proto.Message); ok {
		if _, refused := proto.Marshal(m); refused != nil {
			return notUTF8("a text of the request")
		}
	}
	return err
}

// restore makes a fault of the error of a call. That a service can't be reached
// is said in words that don't tell callers where it was looked for. What the service
// itself said, of another that it can't reach, stays as it is.
func restore(method string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	restored := fault.FromError(err)
	f, ok := errors.AsType[*fault.Error](restored)
	if !ok || f.Code != codes.Unavailable || f.Reason != fault.AgentUnavailable || len(status.Convert(err).Details()) > 0 {
		return restored
	}
	service := serviceOf(method)
	return fault.Wrap(err, codes.Unavailable, fault.AgentUnavailable,
		"%s can't be reached; try again in a moment", service).With("service", service)
}

// count tells whoever listens what the models of an answer have cost, or those that
// were asked in vain before an error.
func count(ctx context.Context, method string, reply any, err error) {
	if err != nil {
		usage.Tell(ctx, usage.OfError(agentOf(method), err))
		return
	}
	if answer, ok := reply.(interface{ GetProvenance() *commonv1.Provenance }); ok {
		usage.Tell(ctx, usage.Of(agentOf(method), answer.GetProvenance()))
	}
}

// agentOf returns router of /weft.router.v1.RouterService/Route.
func agentOf(method string) string {
	_, rest, _ := strings.Cut(method, ".")
	agent, _, _ := strings.Cut(rest, ".")
	return agent
}

// serviceOf returns weft.router.v1.RouterService of
// /weft.router.v1.RouterService/Route.
func serviceOf(method string) string {
	service, _, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	return service
}
