package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// A Start is what a run begins with.
type Start struct {
	Key    runlog.Key
	User   string
	By     auth.Principal // who asked for it; nobody if Kind is ""
	Graph  string
	Input  proto.Message
	Urgent bool   // goes before other runs in the queue
	Thread string // that the run is a turn of; may be empty
	Labels map[string]string
	// RequestID makes a repeated start return the run of the first; Digest
	// stands for what the caller asked, so that an id used twice is noticed.
	RequestID string
	Digest    string
}

// An InputError is returned for an input that the graph can't begin with.
type InputError struct{ Err error }

func (e *InputError) Error() string { return "the graph does not take the input: " + e.Err.Error() }

// Unwrap returns why.
func (e *InputError) Unwrap() error { return e.Err }

// Start begins a run and queues it. When it returns the input is kept. It
// returns the run's key: the given one, or that of an earlier start with the
// same request id.
func (r *Runner) Start(ctx context.Context, s Start) (runlog.Key, error) {
	started, err := r.first(ctx, s)
	if err != nil {
		return s.Key, err
	}
	return toTheEnd(ctx, s.Key, func(ctx context.Context) (runlog.Key, error) {
		started := started
		if s.RequestID != "" {
			var err error
			if started, err = r.log.Claim(ctx, started, s.Digest); err != nil {
				return s.Key, err
			}
		}
		key := runlog.Key{Tenant: s.Key.Tenant, Run: started.GetStarted().GetRunId()}
		return key, r.begin(ctx, key, started)
	})
}

// CheckStart returns the error that Start would return for a run that can't begin, and starts
// none.
func (r *Runner) CheckStart(ctx context.Context, s Start) error {
	_, err := r.first(ctx, s)
	return err
}

// first is the first event of a run, once it is found that the run can begin by it.
func (r *Runner) first(ctx context.Context, s Start) (*runv1.Event, error) {
	input, err := anypb.New(s.Input)
	if err != nil {
		return nil, fmt.Errorf("pack the input of run %s: %w", s.Key.Run, err)
	}
	started, err := r.started(ctx, &runv1.Started{
		RunId:     s.Key.Run,
		Tenant:    s.Key.Tenant,
		User:      s.User,
		Principal: principal(s.By),
		Graph:     s.Graph,
		Input:     input,
		RequestId: s.RequestID,
		Urgent:    s.Urgent,
		ThreadId:  s.Thread,
		Labels:    s.Labels,
	})
	if err != nil {
		return nil, err
	}
	return started, r.begins(started)
}

// toTheEndTime bounds what goes on without the caller who asked for it.
const toTheEndTime = 30 * time.Second

// toTheEnd calls do, which goes on when the caller's time is over: of what is written in
// several places, nothing is left half done because a caller hung up. Who doesn't wait
// for its end gets the key and the context's error.
func toTheEnd(ctx context.Context, k runlog.Key, do func(context.Context) (runlog.Key, error)) (runlog.Key, error) {
	if err := ctx.Err(); err != nil {
		return k, err
	}
	type outcome struct {
		key runlog.Key
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), toTheEndTime)
		defer cancel()
		key, err := do(ctx)
		done <- outcome{key, err}
	}()
	select {
	case o := <-done:
		return o.key, o.err
	case <-ctx.Done():
		return k, ctx.Err()
	}
}

// started is the first event of a run, of the newest version of its graph.
func (r *Runner) started(ctx context.Context, s *runv1.Started) (*runv1.Event, error) {
	flow := r.graphs.Newest(s.GetGraph())
	if flow == nil {
		return nil, fmt.Errorf("start a run of %q: %w", s.GetGraph(), ErrUnknownGraph)
	}
	s.GraphVersion, s.TraceParent = flow.Version(), r.traceParent(ctx)
	return &runv1.Event{Sequence: 1, Time: timestamppb.New(r.o.Now()), Kind: &runv1.Event_Started{Started: s}}, nil
}

// begins returns why a run can't begin as its first event says: an *InputError, or the
// panic of its graph.
func (r *Runner) begins(started *runv1.Event) error {
	_, err := r.graphs.Of(started.GetStarted()).Inspect([]*runv1.Event{started})
	if _, panicked := errors.AsType[*graph.PanicError](err); err == nil || panicked {
		return err
	}
	return &InputError{err}
}

// begin writes the first event of a run, which may be there already.
func (r *Runner) begin(ctx context.Context, k runlog.Key, started *runv1.Event) error {
	err := r.log.Start(ctx, k, started)
	if errors.Is(err, graph.ErrFenced) { // an earlier start with this id, or a quick worker
		return nil
	}
	return err
}

// Cancel ends a run. Cancelling an ended run changes nothing.
func (r *Runner) Cancel(ctx context.Context, k runlog.Key, by auth.Principal, reason string) error {
	return r.change(ctx, k, func(run *opened, _ time.Time) ([]*runv1.Event, error) {
		if run.Progress().Status().Ended() {
			return nil, nil
		}
		c := &runv1.Cancelled{User: by.User, Principal: principal(by), Reason: reason}
		return []*runv1.Event{{Kind: &runv1.Event_Cancelled{Cancelled: c}}}, nil
	})
}

// A decision is what comes of a run as it stands at a time; nil is nothing.
type decision func(run *opened, now time.Time) ([]*runv1.Event, error)

// change appends what decide makes of a run as it stands, and queues the run. If someone
// else gets in between, it looks again.
func (r *Runner) change(ctx context.Context, k runlog.Key, decide decision) error {
	_, err := toTheEnd(ctx, k, func(ctx context.Context) (runlog.Key, error) {
		for {
			changed, err := r.changeOnce(ctx, k, decide)
			if errors.Is(err, graph.ErrFenced) {
				continue
			}
			if err == nil && changed {
				err = r.log.Enqueue(ctx, k)
			}
			return k, err
		}
	})
	return err
}

// changeOnce appends what decide makes of a run. It reports whether the run has something
// to do, also if that was written before: whoever did may have died before it was queued.
func (r *Runner) changeOnce(ctx context.Context, k runlog.Key, decide decision) (bool, error) {
	run, err := r.open(ctx, k)
	if err != nil {
		return false, err
	}
	now := r.o.Now()
	events, err := decide(run, now)
	if err != nil {
		return false, err
	}
	if len(events) == 0 {
		return run.Progress().Status() == graph.Running, nil
	}
	for _, e := range events {
		e.Time = timestamppb.New(now)
	}
	if run, err = run.append(ctx, events); err != nil {
		return false, err
	}
	r.memory.keep(k, run)
	// What only waits after a signal has nothing to do, and its worker reads the signal with
	// whatever comes next.
	return len(events) > 1 || events[0].GetSignalled() == nil || run.Progress().Status() == graph.Running, nil
}

// traceParent returns the W3C traceparent of ctx, "" without a span.
func (r *Runner) traceParent(ctx context.Context) string {
	c := propagation.MapCarrier{}
	r.o.Propagator.Inject(ctx, c)
	return c["traceparent"]
}
