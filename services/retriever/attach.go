package retriever

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"buf.build/go/protovalidate"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/weft-mesh/weft/kit/fanout"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// AttachOptions say how a retriever takes part in the queue group. The zero
// value is good.
type AttachOptions struct {
	Version        string   // of this build, as semantic version; "" is 0.0.0
	Tenants        []string // whose requests it answers; empty is everybody's
	Concurrency    int      // requests of one tenant answered at a time; all tenants together have twice as many; 0 is one per processor
	TracerProvider trace.TracerProvider
	Propagator     propagation.TextMapPropagator // nil is W3C trace context
	MeterProvider  metric.MeterProvider
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
	a, err := newAttached(nc, svc, opts)
	if err != nil {
		return nil, fmt.Errorf("attaching the retriever to NATS: %w", err)
	}
	service, err := a.listen()
	if err != nil {
		a.cancel()
		return nil, fmt.Errorf("attaching the retriever to NATS: %w", err)
	}
	return sync.OnceValue(func() error {
		defer a.cancel()
		return a.drain(service)
	}), nil
}

// listen registers with NATS. Requests come from then on.
func (a *attached) listen() (service micro.Service, err error) {
	service, err = micro.AddService(a.nc, micro.Config{
		Name: fanout.RetrieveService, Version: a.Version, QueueGroup: fanout.RetrieveGroup,
		Description:  "reads notes; " + fanout.RetrieveTemplate + " takes weft.retriever.v1.RetrieveRequest",
		StatsHandler: func(*micro.Endpoint) any { return a.turns.Load() },
	})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, service.Stop())
		}
	}()
	for i, subject := range a.subjects() {
		if err := service.AddEndpoint(fmt.Sprintf("retrieve-%d", i+1), a, micro.WithEndpointSubject(subject)); err != nil {
			return nil, err
		}
		abandoned, err := a.nc.Subscribe(fanout.AbandonedSubject(subject), func(m *nats.Msg) { a.callers.abandon(string(m.Data)) })
		if err != nil {
			return nil, err
		}
		context.AfterFunc(a.ctx, func() { _ = abandoned.Unsubscribe() }) // fails only when the connection is closed
	}
	return service, a.nc.Flush() // so that whoever asks from now on is heard
}

// drain stops the service and waits until what it has taken is answered. The
// server must know of the stop before the wait: until it does, it sends requests
// here that nobody would wait for.
func (a *attached) drain(service micro.Service) error {
	if err := service.Stop(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		return fmt.Errorf("detaching the retriever from NATS: %w", err)
	}
	deadline := time.Now().Add(a.Drain)
	if a.nc.IsConnected() {
		if err := a.nc.FlushTimeout(a.Drain); errors.Is(err, nats.ErrTimeout) {
			return fmt.Errorf("detaching the retriever from NATS: the server has not confirmed it after %v", a.Drain)
		}
	}
	done := make(chan struct{})
	if err := a.nc.Barrier(func() { // what came before the stop has been taken
		go func() {
			a.work.Wait()
			close(done)
		}()
	}); err != nil {
		return nil // a closed connection has nothing under way
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		return fmt.Errorf("detaching the retriever from NATS: requests are still under way after %v", a.Drain)
	}
}
