package retriever

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"buf.build/go/protovalidate"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

// AttachOptions say how a retriever takes part in the queue group. The zero
// value is good.
type AttachOptions struct {
	Version        string   // of this build, as semantic version; "" is 0.0.0
	Tenants        []string // whose requests it answers; empty is everybody's
	Concurrency    int      // requests of a subject answered at a time; 0 is one per processor
	TracerProvider trace.TracerProvider
	Propagator     propagation.TextMapPropagator // nil is W3C trace context
	Logger         *slog.Logger
	Validator      protovalidate.Validator // nil makes one
	// Drain bounds how long stop waits for requests under way; 0 is ten seconds.
	Drain time.Duration
}

func (o AttachOptions) withDefaults() (AttachOptions, error) {
	if o.Version == "" {
		o.Version = "0.0.0"
	}
	if o.Concurrency <= 0 {
		o.Concurrency = runtime.GOMAXPROCS(0)
	}
	if o.TracerProvider == nil {
		o.TracerProvider = tracenoop.NewTracerProvider()
	}
	if o.Propagator == nil {
		o.Propagator = propagation.TraceContext{}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Drain <= 0 {
		o.Drain = 10 * time.Second
	}
	var err error
	if o.Validator == nil {
		o.Validator, err = protovalidate.New()
	}
	return o, err
}

// subjects are those on which requests come.
func (o AttachOptions) subjects() []string {
	if len(o.Tenants) == 0 {
		return []string{fanout.RetrieveAll}
	}
	out := make([]string, len(o.Tenants))
	for i, tenant := range o.Tenants {
		out[i] = fanout.RetrieveSubject(tenant)
	}
	return out
}

// Attach has a retriever answer requests on NATS, as a member of the queue group
// of all retrievers. It registers as a NATS service, so that the tools of NATS
// list it with its load. stop takes no more requests and waits for those under
// way.
func Attach(nc *nats.Conn, svc pb.RetrieverServiceServer, opts AttachOptions) (stop func() error, err error) {
	if opts, err = opts.withDefaults(); err != nil {
		return nil, fmt.Errorf("attaching the retriever to NATS: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a := &attached{
		AttachOptions: opts, ctx: ctx, nc: nc, svc: svc,
		tracer: opts.TracerProvider.Tracer("github.com/weft-mesh/weft/services/retriever"),
	}
	service, err := micro.AddService(nc, micro.Config{
		Name: fanout.RetrieveService, Version: opts.Version, QueueGroup: fanout.RetrieveGroup,
		Description: "reads notes; " + fanout.RetrieveTemplate + " takes weft.retriever.v1.RetrieveRequest",
	})
	if err != nil {
		cancel()
		return nil, fmt.Errorf("attaching the retriever to NATS: %w", err)
	}
	// A subscription handles one message after the other, so there is one for
	// each request that may be under way; the queue group shares them out.
	for _, subject := range opts.subjects() {
		for i := range opts.Concurrency {
			if err := service.AddEndpoint(fmt.Sprintf("retrieve-%d", i+1), a, micro.WithEndpointSubject(subject)); err != nil {
				cancel()
				return nil, errors.Join(fmt.Errorf("attaching the retriever to NATS: %w", err), service.Stop())
			}
		}
	}
	if err := nc.Flush(); err != nil { // so that whoever asks from now on is heard
		cancel()
		return nil, errors.Join(fmt.Errorf("attaching the retriever to NATS: %w", err), service.Stop())
	}
	return sync.OnceValue(func() error {
		defer cancel()
		return drain(nc, service, opts.Drain)
	}), nil
}

// drain stops the service and waits until what it has taken is answered. The
// server must know of the stop before the wait: until it does, it sends requests
// here that nobody would wait for.
func drain(nc *nats.Conn, service micro.Service, patience time.Duration) error {
	if err := service.Stop(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		return fmt.Errorf("detaching the retriever from NATS: %w", err)
	}
	deadline := time.Now().Add(patience)
	if nc.IsConnected() {
		if err := nc.FlushTimeout(patience); errors.Is(err, nats.ErrTimeout) {
			return fmt.Errorf("detaching the retriever from NATS: the server has not confirmed it after %v", patience)
		}
	}
	done := make(chan struct{})
	if err := nc.Barrier(func() { close(done) }); err != nil {
		return nil // a closed connection has nothing under way
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		return fmt.Errorf("detaching the retriever from NATS: requests are still under way after %v", patience)
	}
}

// attached answers the requests of one connection.
type attached struct {
	AttachOptions
	ctx    context.Context // ends when the retriever is detached
	nc     *nats.Conn
	svc    pb.RetrieverServiceServer
	tracer trace.Tracer
}

// Handle answers one request.
func (a *attached) Handle(req micro.Request) {
	ctx := a.Propagator.Extract(a.ctx, telemetry.Header(req.Headers()))
	ctx, cancel := fanout.WithTimeout(ctx, req.Headers())
	defer cancel()
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
		if err = fanout.Answer(req, a.nc.MaxPayload(), resp); err == nil {
			return
		}
	} else if sendErr := fanout.Refuse(req, err); sendErr != nil {
		err = errors.Join(err, sendErr)
	}
	span.RecordError(err)
	span.SetStatus(codes.Error, err.Error())
	level := slog.LevelWarn
	if expected(ctx, err) {
		level = slog.LevelDebug
	}
	a.Logger.LogAttrs(ctx, level, "a retrieval failed", slog.String("subject", req.Subject()), slog.Any("error", err))
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
