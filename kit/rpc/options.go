package rpc

import (
	"context"
	"crypto/tls"
	"log/slog"
	"time"

	"buf.build/go/protovalidate"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/filters"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fair"
)

// DefaultMaxMessageBytes bounds a message if Options don't.
const DefaultMaxMessageBytes = 4 << 20

// defaultMaxCalls is more than an orchestrator ever has under way at an agent.
const defaultMaxCalls = 8192

// Options are what servers and clients share. The zero Options work: nothing is
// traced, measured or logged.
type Options struct {
	TracerProvider trace.TracerProvider
	MeterProvider  metric.MeterProvider
	Propagator     propagation.TextMapPropagator
	Logger         *slog.Logger
	// MaxMessageBytes bounds a message in either direction.
	MaxMessageBytes int
	// Gzip takes compressed messages, too. Servers only.
	Gzip bool
	// MaxCalls is how many calls one connection may have under way. Servers only.
	MaxCalls int
	// ReceiveTime is how long a caller may take to send a message, and between two of
	// a stream. 0 is for ever. Servers only.
	ReceiveTime time.Duration
	// Validator checks requests. Nil makes one; servers of one process had
	// better share theirs, since each compiles the rules of what it sees.
	Validator protovalidate.Validator
	// MaxConnectionAge makes clients connect anew now and then, so that they
	// find new pods. Calls under way are let finish. 0 is for ever. Servers only.
	MaxConnectionAge time.Duration
	// Authenticate admits calls. Nil admits all. Calls from this process (see
	// Local) and health checks are never asked. Servers only.
	Authenticate Authenticator
	// TLS encrypts connections and says who may be at their other end. Nil does
	// neither. The pipe of Local is never encrypted.
	TLS *tls.Config
	// Credential is shown with each call. Nil shows none. Clients only.
	Credential credentials.PerRPCCredentials
	// Bound is asked before a call is handled. It may refuse the call, or end it
	// early by the context that it returns; a *fault.Error as the cause of that end
	// is what the caller is told. done is called when the call has ended. Servers
	// only.
	Bound func(ctx context.Context, method string) (_ context.Context, done context.CancelFunc, _ error)
	// OnShutdown is called when a server begins to shut down, to end calls that have no end of
	// their own. Servers only.
	OnShutdown func()
	// Shown returns what a caller gets of a response, whose handler may have more. Nil is
	// all. Servers only.
	Shown func(ctx context.Context, method string, response proto.Message) proto.Message
	// Turns bounds how many calls are handled at once, in all and of the tenant that the
	// CallContext of a request names. Nil bounds nothing. Servers only.
	Turns *fair.Semaphore
	// Agent is the name under which calls are measured, with those that wait for their turn.
	// Empty: they are not. Servers only.
	Agent string
	// Translate may make a fault of an error that a handler returned, such as a
	// store's sentinel. It returns others as they are. Servers only.
	Translate func(context.Context, error) error
}

// WithoutCredential returns options of a client that shows nothing of its own.
func (o Options) WithoutCredential() Options {
	o.Credential = nil
	return o
}

func (o Options) withDefaults() Options {
	if o.TracerProvider == nil {
		o.TracerProvider = tracenoop.NewTracerProvider()
	}
	if o.MeterProvider == nil {
		o.MeterProvider = metricnoop.NewMeterProvider()
	}
	if o.Propagator == nil {
		o.Propagator = propagation.TraceContext{}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.MaxMessageBytes <= 0 {
		o.MaxMessageBytes = DefaultMaxMessageBytes
	}
	if o.MaxCalls <= 0 {
		o.MaxCalls = defaultMaxCalls
	}
	if o.Bound == nil {
		o.Bound = func(ctx context.Context, _ string) (context.Context, context.CancelFunc, error) {
			return ctx, func() {}, nil
		}
	}
	if o.Translate == nil {
		o.Translate = func(_ context.Context, err error) error { return err }
	}
	return o
}

// otel returns the options of otelgrpc. Health checks are not traced: they come
// every few seconds and say nothing.
func (o Options) otel() []otelgrpc.Option {
	return []otelgrpc.Option{
		otelgrpc.WithTracerProvider(o.TracerProvider),
		otelgrpc.WithMeterProvider(o.MeterProvider),
		otelgrpc.WithPropagators(o.Propagator),
		otelgrpc.WithFilter(filters.Not(filters.HealthCheck())),
	}
}
