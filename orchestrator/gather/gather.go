package gather

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	grpccodes "google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fanout"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/telemetry"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// How many retrievals a process has under way at once: at first, and at most.
const (
	firstWindow = 16
	maxWindow   = 256
)

// Options say how long and how hard a Gatherer tries. The zero value is good.
type Options struct {
	Deadline    time.Duration // for a whole retrieval; 0 is ten seconds
	Retries     int           // more attempts at a shard that nobody answered
	ShardDays   int           // longer ranges are cut into parts of so many days; 0 is 366, below 0 never
	Concurrency int           // shards asked at a time; 0 is 16

	TracerProvider trace.TracerProvider
	Propagator     propagation.TextMapPropagator // nil is W3C trace context
	Logger         *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.Deadline <= 0 {
		o.Deadline = 10 * time.Second
	}
	if o.ShardDays == 0 {
		o.ShardDays = 366
	}
	if o.Concurrency <= 0 {
		o.Concurrency = 16
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
	return o
}

// A Gatherer retrieves notes through the queue group of retrievers. It is safe
// for concurrent use.
type Gatherer struct {
	Options
	nc      *nats.Conn
	tracer  trace.Tracer
	schemas fanout.SchemaHasher
	sent    sentDomains
	// window bounds how many retrievals a process has under way, by what the retrievers
	// can do. So requests wait here, where a retrieval waits as a whole, and not at a
	// retriever, which would answer some of its shards for nothing.
	window *fair.Window
}

// New returns a Gatherer that asks over the given connection.
func New(nc *nats.Conn, opts Options) *Gatherer {
	opts = opts.withDefaults()
	return &Gatherer{
		Options: opts, nc: nc, window: fair.NewWindow(firstWindow, maxWindow),
		tracer: opts.TracerProvider.Tracer("github.com/weft-mesh/weft/orchestrator/gather"),
	}
}

// backoff is how long after a failed attempt the next one waits at first; it
// doubles each time.
const backoff = 50 * time.Millisecond

// An outcome is what became of a shard.
type outcome struct {
	shard
	response *pb.RetrieveResponse
	err      error
	attempts int
	refusals int // by retrievers that had too much to do
}

// Retrieve carries out a request on all retrievers that run. It returns what
// came; see the package on what happens to parts that did not.
//
// Errors: UNAVAILABLE if no shard was answered; RESOURCE_EXHAUSTED (AGENT_BUSY), with the
// time after which another attempt may succeed, if the retrievers have more to do than
// they can do in time, also where some shards were answered: the rest comes later; what a
// retriever refused the request with.
func (g *Gatherer) Retrieve(ctx context.Context, req *pb.RetrieveRequest) (*pb.RetrieveResponse, error) {
	shards, err := g.cut(req)
	if err != nil {
		return nil, err
	}
	if len(shards) == 0 {
		return nil, fault.Invalid("instructions", "there is none")
	}
	ctx, span := g.tracer.Start(ctx, telemetry.SpanRetrieve, trace.WithAttributes(
		telemetry.Instructions.Int(len(req.GetInstructions())),
		telemetry.Shards.Int(len(shards)),
	))
	defer span.End()
	resp, err := g.inTurn(ctx, req, shards)
	if err != nil {
		span.RecordError(err)
		span.SetStatus(codes.Error, err.Error())
		return nil, err
	}
	span.SetAttributes(
		telemetry.Entries.Int(len(resp.GetEntries())),
		telemetry.Total.Int(int(resp.GetTotal())),
		telemetry.Truncated.Bool(resp.GetTruncated()),
	)
	return resp, nil
}

// cut makes the shards of a request.
func (g *Gatherer) cut(req *pb.RetrieveRequest) ([]shard, error) {
	var vocabularyHash, schemasHash []byte
	if len(req.GetVocabulary()) > 0 {
		vocabularyHash = fanout.HashVocabulary(req.GetVocabulary())
	}
	if len(req.GetSchemas()) > 0 {
		var err error
		if schemasHash, err = g.schemas.Hash(req.GetSchemas()); err != nil {
			return nil, err
		}
	}
	return cut(req, g.ShardDays, vocabularyHash, schemasHash), nil
}

// inTurn gathers when the retrievers can take another retrieval.
func (g *Gatherer) inTurn(ctx context.Context, req *pb.RetrieveRequest, shards []shard) (*pb.RetrieveResponse, error) {
	place, err := g.window.Acquire(ctx, req.GetContext().GetTenant(), 1)
	if err != nil {
		return nil, fault.FromError(err)
	}
	defer place.Release()
	begun := time.Now()
	resp, busy, err := g.gather(ctx, req, shards)
	if busy {
		g.window.Shrink(begun)
	} else {
		g.window.Grow(begun)
	}
	return resp, err
}

// gather asks for the shards. busy tells whether a retriever refused one at first.
func (g *Gatherer) gather(ctx context.Context, req *pb.RetrieveRequest, shards []shard) (_ *pb.RetrieveResponse, busy bool, _ error) {
	caller := ctx
	patience := g.patience(caller)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	outcomes := g.askAll(ctx, shards)

	answered := 0
	var failed, refused error
	for _, o := range outcomes {
		busy = busy || o.refusals > 0
		switch {
		case o.err == nil:
			answered++
		case !retryable(o.err):
			return nil, busy, o.err // the request itself is at fault, not a retriever
		default:
			failed = o.err
			if errors.Is(o.err, fault.AgentBusy) {
				refused = o.err
			}
		}
	}
	switch {
	case caller.Err() != nil:
		return nil, busy, fault.FromError(caller.Err())
	case refused != nil:
		return nil, busy, refused
	case answered > 0:
		return merge(req, outcomes), busy, nil
	case patience < g.Deadline && ctx.Err() != nil:
		return nil, busy, fault.FromError(context.DeadlineExceeded) // the caller's
	}
	return nil, busy, fault.Wrap(failed, grpccodes.Unavailable, fault.AgentUnavailable,
		"no retriever answered; check that one is running (%v)", failed).With("service", "retriever")
}

// patience is how long the retrievers are waited for. Of the caller's time a
// tenth is kept back, to hand over what came.
func (g *Gatherer) patience(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return g.Deadline
	}
	return min(g.Deadline, time.Until(deadline)*9/10)
}

// askAll asks for every shard, so many at a time as the options allow.
func (g *Gatherer) askAll(ctx context.Context, shards []shard) []outcome {
	outcomes := make([]outcome, len(shards))
	places := make(chan struct{}, g.Concurrency)
	var wg sync.WaitGroup
	for i, s := range shards {
		places <- struct{}{}
		wg.Go(func() {
			defer func() { <-places }()
			outcomes[i] = g.ask(ctx, s)
		})
	}
	wg.Wait()
	return outcomes
}

// ask gets the answer to one shard, in several attempts if need be.
func (g *Gatherer) ask(ctx context.Context, s shard) outcome {
	ctx, span := g.tracer.Start(ctx, telemetry.SpanShard, trace.WithAttributes(
		telemetry.Instruction.Int(int(s.request.GetInstructions()[0].GetId())),
		telemetry.ShardFrom.String(s.days.GetStart()),
		telemetry.ShardTo.String(s.days.GetEnd()),
	))
	defer span.End()
	o := outcome{shard: s}
	request := s.request
	if g.sent.has(request) {
		request = s.brief()
	}
	for o.attempts <= g.Retries {
		if o.attempts > 0 && !lifecycle.Sleep(ctx, backoff<<(o.attempts-1)) {
			break
		}
		o.response, o.err = g.attempt(ctx, s, request, g.Retries+1-o.attempts)
		switch wait := busyFor(o.err); {
		case wait > 0: // it was not tried
			o.refusals++
			if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || !lifecycle.Sleep(ctx, wait/2+rand.N(wait)) {
				return g.reportOutcome(ctx, o)
			}
			continue
		case request != s.request && s.named() && (errors.Is(o.err, fault.DomainsNotHeld) || o.err == nil && !o.response.GetKnowsHashes()):
			request = s.request
			continue
		}
		o.attempts++
		if o.err == nil {
			g.sent.add(s.request)
		}
		if o.err == nil || !retryable(o.err) {
			break
		}
	}
	return g.reportOutcome(ctx, o)
}

// busyFor returns how long a retriever that has too much to do asks to wait, 0 for every
// other error.
func busyFor(err error) time.Duration {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Reason == fault.AgentBusy {
		return max(f.RetryAfter, backoff)
	}
	return 0
}

// reportOutcome tells of the outcome of a shard in its span and, if it is bad, in the log.
func (g *Gatherer) reportOutcome(ctx context.Context, o outcome) outcome {
	span := trace.SpanFromContext(ctx)
	span.SetAttributes(telemetry.Attempts.Int(o.attempts))
	if o.err != nil {
		span.RecordError(o.err)
		span.SetStatus(codes.Error, o.err.Error())
		// While no retriever is there it is every shard of every question.
		g.Logger.LogAttrs(ctx, slog.LevelWarn, "a shard was not answered", slog.Any("cause", telemetry.SameCause("")),
			slog.String("shard", o.shard.String()), slog.Int("attempts", o.attempts), slog.Any("error", o.err))
	}
	return o
}

// attempt asks for a shard once. left is how many attempts share the time that is left.
func (g *Gatherer) attempt(ctx context.Context, s shard, request *pb.RetrieveRequest, left int) (*pb.RetrieveResponse, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(max(left, 1)))
		defer cancel()
	}
	subject := fanout.RetrieveSubject(request.GetContext().GetTenant())
	name, options := telemetry.Publish(fanout.RetrieveTemplate, subject)
	ctx, span := g.tracer.Start(ctx, name, options...)
	defer span.End()
	header := nats.Header{}
	g.Propagator.Inject(ctx, telemetry.Header(header))
	resp := &pb.RetrieveResponse{}
	if err := fanout.Ask(ctx, g.nc, subject, header, request, resp); err != nil {
		span.RecordError(err)
		span.SetStatus(codes.Error, err.Error())
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	return resp, nil
}

// retryable reports whether another retriever may answer what this one did not.
func retryable(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return true
	}
	if f.Reason == fault.AgentBusy {
		return true
	}
	switch f.Code {
	case grpccodes.Unavailable, grpccodes.DeadlineExceeded, grpccodes.Canceled, grpccodes.Internal, grpccodes.Unknown:
		return true
	}
	return false
}
