package retriever

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"buf.build/go/protovalidate"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

// maxQueuedBytes bounds the requests that wait for their turn. One is some kilobytes, and
// a few hundred where it brings domains.
const maxQueuedBytes = 64 << 20

// attached answers the requests of one connection. Each is taken as soon as it arrives
// and waits for its turn here: what waited at NATS instead could not be counted, dropped
// or shared among tenants.
type attached struct {
	AttachOptions
	ctx    context.Context // ends when the retriever is detached
	cancel context.CancelFunc
	nc     *nats.Conn
	svc    pb.RetrieverServiceServer
	tracer trace.Tracer
	turns  *fair.Semaphore
	calls  *telemetry.AgentCalls
	work   sync.WaitGroup // requests that were taken
	queued atomic.Int64   // their bytes

	callers callers
}

func newAttached(nc *nats.Conn, svc pb.RetrieverServiceServer, opts AttachOptions) (*attached, error) {
	calls, err := telemetry.NewAgentCalls(opts.MeterProvider)
	if err != nil {
		return nil, err
	}
	calls.Expect(agentName)
	ctx, cancel := context.WithCancel(context.Background())
	return &attached{
		AttachOptions: opts, ctx: ctx, cancel: cancel, nc: nc, svc: svc, calls: calls,
		tracer: opts.TracerProvider.Tracer("github.com/weft-mesh/weft/services/retriever"),
		turns:  fair.New(2*opts.Concurrency, opts.Concurrency),
	}, nil
}

// Handle takes a request, and returns before it is answered.
func (a *attached) Handle(req micro.Request) {
	arrived := time.Now()
	deadline, late := fanout.Deadline(req.Headers(), arrived)
	call := a.calls.Arrive(a.ctx, agentName)
	if late > 0 {
		call.Drop("late")
		a.Logger.Warn("a request arrived after its deadline and was dropped: it was under way for too long, or the clocks of this machine and the orchestrator's differ",
			slog.Duration("late", late))
		return
	}
	size := int64(len(req.Data()))
	if a.queued.Add(size) > maxQueuedBytes {
		a.queued.Add(-size)
		call.Drop("busy")
		a.refuse(req, errQueueFull)
		return
	}
	a.work.Go(func() {
		defer a.queued.Add(-size)
		a.serve(req, deadline, call)
	})
}

// agentName is the retriever's name in measurements.
const agentName = "retriever"

var errQueueFull = fault.New(grpccodes.ResourceExhausted, fault.AgentBusy,
	"the requests that wait have more bytes than fit into memory; try again in a second").After(time.Second)

// serve answers a request when its turn comes, unless its caller has given up by then.
func (a *attached) serve(req micro.Request, deadline time.Time, call *telemetry.AgentCall) {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	if !deadline.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	if !a.callers.addWaiting(req.Reply(), cancel) {
		call.Drop("abandoned")
		return
	}
	defer a.callers.remove(req.Reply())
	permit, err := a.turns.Acquire(ctx, strings.TrimPrefix(req.Subject(), fanout.RetrieveSubject("")), 1)
	switch {
	case errors.Is(err, fault.AgentBusy):
		call.Drop("busy")
		a.refuse(req, err)
		return
	case errors.Is(err, context.DeadlineExceeded):
		call.Drop("late")
		return
	case err != nil:
		call.Drop("abandoned")
		return
	}
	defer permit.Release()
	call.Begin()
	call.End(a.answer(ctx, req).String())
}

// refuse answers with an error before anything was done. It fails only where the
// connection is closed, and then nobody can be told.
func (a *attached) refuse(req micro.Request, err error) { _ = fanout.Refuse(a.nc, req.Reply(), err) }

// answer answers a request and returns how that went.
func (a *attached) answer(ctx context.Context, req micro.Request) grpccodes.Code {
	ctx = a.Propagator.Extract(ctx, telemetry.Header(req.Headers()))
	name, options := telemetry.Process(fanout.RetrieveTemplate, req.Subject())
	ctx, span := a.tracer.Start(ctx, name, append(options, trace.WithAttributes(
		semconv.MessagingConsumerGroupName(fanout.RetrieveGroup),
		semconv.MessagingMessageBodySize(len(req.Data())),
	))...)
	defer span.End()

	in, err := decode(req)
	ctx = telemetry.WithRun(ctx, in.GetContext().GetRunId())
	var resp *pb.RetrieveResponse
	if err == nil {
		resp, err = a.retrieve(ctx, req.Subject(), in)
	}
	if err == nil {
		span.SetAttributes(
			telemetry.Entries.Int(len(resp.GetEntries())),
			telemetry.Total.Int(int(resp.GetTotal())),
		)
		if err = fanout.Answer(a.nc, req.Reply(), resp); err == nil {
			return grpccodes.OK
		}
	} else if sendErr := fanout.Refuse(a.nc, req.Reply(), err); sendErr != nil {
		err = errors.Join(err, sendErr)
	}
	code := codeOf(err)
	if errors.Is(err, fault.DomainsNotHeld) { // the caller sends them along
		return code
	}
	span.RecordError(err)
	span.SetStatus(codes.Error, err.Error())
	level := slog.LevelWarn
	if expected(ctx, err) {
		level = slog.LevelDebug
	}
	a.Logger.LogAttrs(ctx, level, "a retrieval failed", slog.String("subject", req.Subject()), slog.Any("error", err))
	return code
}

func codeOf(err error) grpccodes.Code {
	if f, ok := errors.AsType[*fault.Error](fault.FromError(err)); ok {
		return f.Code
	}
	return grpccodes.Unknown
}

// expected reports whether a failure asks nothing of an operator that is not told
// elsewhere: that the notes can't be reached is told once, by the health of the process.
func expected(ctx context.Context, err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ctx.Err() != nil || errors.Is(err, store.ErrUnavailable) || ok && f.Code == grpccodes.Unavailable
}

func decode(msg micro.Request) (*pb.RetrieveRequest, error) {
	req := &pb.RetrieveRequest{}
	if err := proto.Unmarshal(msg.Data(), req); err != nil {
		return nil, fault.Invalid("request", "it can't be read as %s", req.ProtoReflect().Descriptor().FullName())
	}
	return req, nil
}

// retrieve does what the interceptors of gRPC do for a call: it checks the
// request and survives a panic.
func (a *attached) retrieve(ctx context.Context, came string, req *pb.RetrieveRequest) (resp *pb.RetrieveResponse, err error) {
	defer func() {
		if p := recover(); p != nil {
			a.Logger.LogAttrs(ctx, slog.LevelError, "the retriever panicked", slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
			resp, err = nil, fault.New(grpccodes.Internal, fault.Internal, "the retriever failed; its log has the cause")
		}
	}()
	if err := a.Validator.Validate(req); err != nil {
		return nil, invalid(err)
	}
	if subject := fanout.RetrieveSubject(req.GetContext().GetTenant()); came != subject {
		return nil, fault.Invalid("context.tenant", "the request came on %s and is for the tenant of %s", came, subject)
	}
	return a.svc.Retrieve(ctx, req)
}

// invalid makes a fault of what the rules of the contract say.
func invalid(err error) error {
	broken, ok := errors.AsType[*protovalidate.ValidationError](err)
	if !ok {
		return err
	}
	var e *fault.Error
	for _, v := range broken.Violations {
		field := protovalidate.FieldPathString(v.Proto.GetField())
		if e == nil {
			e = fault.Invalid(field, "%s", strings.TrimSpace(v.Proto.GetMessage()))
			continue
		}
		e.Violations = append(e.Violations, fault.Violation{Field: field, Description: v.Proto.GetMessage()})
	}
	if e == nil {
		return err
	}
	return e
}
