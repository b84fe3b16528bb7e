package rpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// answered tells clients that a call came through, so that they don't make it again
// as one whose server was gone.
var answered = metadata.Pairs("grpc-retry-pushback-ms", "-1")

// A guard stands before the handlers of a server.
type guard struct {
	Options
	taken   *fair.Semaphore // of large messages that are taken in
	decoded chan struct{}   // of large messages that are decoded and checked
	open    *crowd          // of calls that anybody may make, by the host of the caller
	calls   *telemetry.AgentCalls
}

// unary returns the handler of a method with the guard before it. gRPC has a
// generated handler read and decode the request before an interceptor is asked; here
// it is known who calls before a byte of it is taken in.
func (g *guard) unary(method string, generated grpc.MethodHandler) grpc.MethodHandler {
	return func(srv any, ctx context.Context, _ func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		c := g.newCall(ctx, method)
		var resp any
		err := g.around(c, func() (err error) {
			resp, err = generated(srv, c.ctx, func(m any) error { return g.receiveOnly(c, m) }, c.handle)
			if err == nil {
				resp = g.shown(c, resp)
				err = g.fits(resp)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		return resp, nil
	}
}

// handle is a grpc.UnaryServerInterceptor.
func (c *call) handle(_ context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	c.about(req)
	if err := c.turn(req); err != nil {
		return nil, err
	}
	resp, err := handle(c.ctx, req)
	if err == nil {
		c.about(resp)
	}
	return resp, err
}

func (g *guard) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	c := g.newCall(ss.Context(), info.FullMethod)
	receive := g.receiveOnly
	if info.IsClientStream {
		receive = g.receive
	}
	return g.around(c, func() error {
		defer cutOff(c.ctx)()
		if err := handle(srv, &guardedStream{ss, g, c, receive}); err != nil {
			return err
		}
		return endOf(c.ctx)
	})
}

// stuckTime is how long the handler of a stream that has been ended may take to return.
const stuckTime = time.Second

// cutOff ends a stream whose context was ended with a fault, should its handler not notice:
// it may wait for a caller that takes nothing in. left is called when the handler returns.
func cutOff(ctx context.Context) (left func()) {
	out, ok := grpc.ServerTransportStreamFromContext(ctx).(interface{ WriteStatus(*status.Status) error })
	if !ok {
		return func() {}
	}
	gone := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		f, ok := errors.AsType[*fault.Error](context.Cause(ctx))
		if !ok {
			return
		}
		timer := time.NewTimer(stuckTime)
		defer timer.Stop()
		select {
		case <-timer.C:
			_ = out.WriteStatus(f.GRPCStatus()) // what waits for the caller returns
		case <-gone:
		}
	})
	return func() {
		stop()
		close(gone)
	}
}

// limitSend ends a stream whose caller does not take in what is sent for as long as a caller
// may take. sent is called when it has been.
func (g *guard) limitSend(ctx context.Context) (sent func()) {
	out, ok := grpc.ServerTransportStreamFromContext(ctx).(interface{ WriteStatus(*status.Status) error })
	if !ok || g.ReceiveTime <= 0 || fromHere(ctx) {
		return func() {}
	}
	late := time.AfterFunc(g.ReceiveTime, func() {
		_ = out.WriteStatus(fault.New(codes.DeadlineExceeded, fault.RequestTimeout,
			"the caller read nothing of its answer for %v (limits.receive_timeout)", g.ReceiveTime).GRPCStatus())
	})
	return func() { late.Stop() }
}

// endOf returns the fault that a call was ended with, nil if it was not.
func endOf(ctx context.Context) error {
	if f, ok := errors.AsType[*fault.Error](context.Cause(ctx)); ok {
		return f
	}
	return nil
}

// unknown answers calls of methods that the server doesn't have.
func unknown(_ any, ss grpc.ServerStream) error {
	method, _ := grpc.Method(ss.Context())
	return fault.New(codes.Unimplemented, fault.Unimplemented, "this server has no method %s", method)
}

// A guardedStream checks each message that comes in.
type guardedStream struct {
	grpc.ServerStream
	guard   *guard
	call    *call
	receive func(*call, any) error
}

func (s *guardedStream) Context() context.Context { return s.call.ctx }

func (s *guardedStream) RecvMsg(m any) error {
	if err := s.receive(s.call, m); err != nil {
		return err
	}
	s.call.about(m)
	return s.call.turn(m)
}

func (s *guardedStream) SendMsg(m any) error {
	if err := endOf(s.call.ctx); err != nil {
		return err
	}
	s.call.about(m)
	m = s.guard.shown(s.call, m)
	if err := s.guard.fits(m); err != nil {
		return err
	}
	defer s.guard.limitSend(s.call.ctx)()
	return s.ServerStream.SendMsg(m)
}

// shown returns what the caller gets of a response.
func (g *guard) shown(c *call, response any) any {
	m, ok := response.(proto.Message)
	if !ok || g.Shown == nil {
		return response
	}
	return g.Shown(c.ctx, c.method, m)
}

// fits refuses a response that is larger than a message may be, which gRPC would answer
// by itself.
func (g *guard) fits(m any) error {
	message, ok := m.(proto.Message)
	if !ok || proto.Size(message) <= g.MaxMessageBytes {
		return nil
	}
	return fault.New(codes.ResourceExhausted, fault.LimitExceeded,
		"the answer is longer than a message can be (%d bytes, limits.max_message_bytes); ask for less at a time", g.MaxMessageBytes)
}

// around runs one call and makes of its end what the caller and the log get.
func (g *guard) around(c *call, run func() error) error {
	started := time.Now()
	defer func() { c.done() }()
	err := g.survive(func() error {
		if err := g.enter(c); err != nil {
			return err
		}
		return run()
	})
	sent := g.fault(c.ctx, err)
	if sent != nil {
		c.outcome = sent.Code
	}
	g.log(c.ctx, c.method, time.Since(started), err, sent)
	if sent == nil {
		return nil
	}
	if sent.Code == codes.Unavailable {
		_ = grpc.SetTrailer(c.ctx, answered) // it fails only where there is no caller
	}
	return sent.GRPCStatus().Err()
}

// enter finds out who calls, and bounds the call.
func (g *guard) enter(c *call) error {
	if err := g.checkEncoding(c.ctx); err != nil {
		return err
	}
	ctx, err := g.admit(c)
	if err != nil {
		return err
	}
	if c.open {
		host := hostOf(c.ctx)
		if !g.open.enter(host) {
			return errCrowded
		}
		c.done = func() { g.open.leave(host) }
	}
	ctx, done, err := g.Bound(ctx, c.method)
	if err != nil {
		return err
	}
	left := c.done
	c.ctx, c.done = ctx, func() { done(); left() }
	return c.refuseUnread()
}

// A panicError is what a handler left in the place of a result.
type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// Trace returns the stack.
func (p *panicError) Trace() string { return string(p.stack) }

// A traced error knows the stack of the panic that it was.
type traced interface {
	error
	Trace() string
}

func (g *guard) survive(call func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
	}()
	return call()
}

// check returns the fault for a message that breaks the rules of its contract. Of a
// large one the first that is wrong is enough.
func (g *guard) check(message proto.Message, large bool) error {
	var how []protovalidate.ValidationOption
	if large {
		how = append(how, protovalidate.WithFailFast())
	}
	err := g.Validator.Validate(message, how...)
	if err == nil {
		return nil
	}
	broken, ok := errors.AsType[*protovalidate.ValidationError](err)
	if !ok {
		return fmt.Errorf("apply the rules of %s: %w", message.ProtoReflect().Descriptor().FullName(), err)
	}
	f := fault.New(codes.InvalidArgument, fault.FieldInvalid, "")
	said := make([]string, 0, len(broken.Violations))
	for _, v := range broken.Violations {
		field := protovalidate.FieldPathString(v.Proto.GetField())
		wrong := v.Proto.GetMessage()
		if values := allowed(v); values != "" {
			wrong = "must be one of " + values
		}
		f.Violations = append(f.Violations, fault.Violation{Field: field, Description: wrong})
		said = append(said, strings.TrimPrefix(field+": "+wrong, ": "))
	}
	f.Message = strings.Join(said, "; ")
	return f
}

// allowed names the values of an enum that a field may have, where the contract says
// that by their numbers and the field has another; "" for anything else.
func allowed(v *protovalidate.Violation) string {
	if v.Proto.GetRuleId() != "enum.in" || v.FieldDescriptor == nil {
		return ""
	}
	rules, err := protovalidate.ResolveFieldRules(v.FieldDescriptor)
	if err != nil {
		return ""
	}
	var names []string
	for _, n := range rules.GetEnum().GetIn() {
		if value := v.FieldDescriptor.Enum().Values().ByNumber(protoreflect.EnumNumber(n)); value != nil {
			names = append(names, string(value.Name()))
		}
	}
	return strings.Join(names, ", ")
}

// fault returns what the caller is told of err. Nothing that was not meant for
// callers gets out: such an error becomes fault.Internal. Of a call that was ended
// with a fault, the caller is told that.
func (g *guard) fault(ctx context.Context, err error) *fault.Error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*panicError](err); ok {
		return internal(ctx)
	}
	if f, ok := errors.AsType[*fault.Error](context.Cause(ctx)); ok {
		return f
	}
	err = g.Translate(ctx, err)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		if f.Code == codes.Internal {
			return underTrace(ctx, f)
		}
		return f
	}
	if f, ok := errors.AsType[*fault.Error](fault.FromError(err)); ok && f.Code != codes.Internal && f.Code != codes.Unknown {
		return f
	}
	return internal(ctx)
}

// internal is the fault for a mistake of Weft. The trace id leads from the
// caller to the log.
func internal(ctx context.Context) *fault.Error {
	return underTrace(ctx, fault.New(codes.Internal, fault.Internal, "something went wrong in Weft; the server's log has the cause"))
}

// underTrace adds the trace id to a fault whose cause is in the log.
func underTrace(ctx context.Context, f *fault.Error) *fault.Error {
	span := trace.SpanContextFromContext(ctx)
	if !span.HasTraceID() || f.Metadata["trace_id"] != "" { // of whoever was called
		return f
	}
	f = f.With("trace_id", span.TraceID().String())
	f.Message += " under trace " + span.TraceID().String()
	return f
}

// log writes a line for each call but health checks: failures of Weft as errors
// with all that is known of them, the rest for those who debug.
func (g *guard) log(ctx context.Context, method string, took time.Duration, err error, sent *fault.Error) {
	if strings.HasPrefix(method, "/grpc.health.") {
		return
	}
	attrs := []slog.Attr{slog.String("method", strings.TrimPrefix(method, "/")), slog.Duration("took", took)}
	level, message := slog.LevelDebug, "call answered"
	if sent != nil {
		message = "call failed"
		attrs = append(attrs, slog.String("code", status.Code(sent).String()),
			slog.String("reason", string(sent.Reason)), slog.String("error", err.Error()))
		if ourMistake(sent.Code) {
			level = slog.LevelError
		}
	}
	if p, ok := errors.AsType[traced](err); ok {
		attrs = append(attrs, slog.String("stack", p.Trace()))
	}
	g.Logger.LogAttrs(ctx, level, message, attrs...)
}

func ourMistake(code codes.Code) bool {
	return code == codes.Internal || code == codes.Unknown || code == codes.DataLoss
}
