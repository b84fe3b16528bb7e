package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

var (
	errShutdown  = errors.New("the worker is shutting down")
	errCancelled = errors.New("the run was cancelled")
)

// Work takes runs from the queue and walks them until ctx ends. Then it takes
// no more, hands back those it has, and returns.
func (r *Runner) Work(ctx context.Context) error {
	walks, stopWalks := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stopWalks(nil)
	stopped := context.AfterFunc(ctx, func() { stopWalks(errShutdown) })
	defer stopped()

	silence, err := r.log.Bells(ctx, func(err error) {
		if ctx.Err() == nil {
			r.o.Log.Log(ctx, outage(err), "a waiting run could not be woken; trying again", "error", err)
		}
	})
	if err != nil {
		return err
	}
	defer silence()
	unwatch, err := r.metrics.watchDepth(r.log.Waiting)
	if err != nil {
		return err
	}
	defer unwatch()

	var busy sync.WaitGroup
	defer busy.Wait()
	busy.Go(func() {
		r.expire(ctx)                    // before others take what is half removed for damage
		busy.Go(func() { r.sweep(ctx) }) // before what is there is looked at, so that nothing falls between
		r.inspect(ctx)
		for lifecycle.Sleep(ctx, expireEvery) {
			r.expire(ctx)
		}
	})
	bounds := runlog.Bounds{Active: r.o.Active, Tenant: r.o.TenantActive, New: r.o.Workers, Stalled: r.slots.stalled}
	return r.log.Dispatch(ctx, bounds, runlog.Share{Pools: r.pools(), Tenants: r.o.Tenants}, func(job *runlog.Job) { r.do(walks, job) }, func(err error) {
		if ctx.Err() == nil {
			r.o.Report(err)
		}
	})
}

// pools are the graphs that this process walks.
func (r *Runner) pools() []runlog.Pool {
	var out []runlog.Pool
	for _, f := range r.graphs.All() {
		versioned := fmt.Sprintf("%s@%d", f.Name(), f.Version())
		if len(r.o.Serve) == 0 || slices.Contains(r.o.Serve, f.Name()) || slices.Contains(r.o.Serve, versioned) {
			out = append(out, runlog.Pool{Graph: f.Name(), Version: f.Version()})
		}
	}
	return out
}

// expireEvery is how often ended runs are removed. To find that there are none takes
// two calls.
const expireEvery = time.Minute

// expire removes ended runs whose time is over.
func (r *Runner) expire(ctx context.Context) {
	n, err := r.log.Expire(ctx, r.calls)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		r.o.Log.Log(ctx, outage(err), "ended runs could not be removed; trying again", "error", err)
	case n > 0:
		r.o.Log.InfoContext(ctx, "ended runs were removed", "runs", n)
	}
}

// calls reports whether runs of a pool may start others, as those of a graph that this
// process does not know may.
func (r *Runner) calls(p runlog.Pool) bool {
	f := r.graphs.Get(p.Graph, p.Version)
	return f == nil || f.Calls()
}

// outage is how loud a failure is that is tried again: that the bus is away is told
// once, by the health of the process.
func outage(err error) slog.Level {
	if bus.Gone(err) || errors.Is(err, context.DeadlineExceeded) {
		return slog.LevelDebug
	}
	return slog.LevelError
}

// sweep queues runs that nobody is at, as long as the process runs.
func (r *Runner) sweep(ctx context.Context) {
	found := func(k runlog.Key) {
		r.o.Log.InfoContext(ctx, "a run that lay in no queue was queued", "run", k.Run, "tenant", k.Tenant)
	}
	r.log.Sweep(ctx, found, func(err error) {
		r.o.Log.DebugContext(ctx, "runs without a place in the queue could not be looked for; trying again", "error", err)
	})
}

// inspect looks after runs that a crash or a damaged disk may have left behind.
func (r *Runner) inspect(ctx context.Context) {
	young := r.o.Verify && r.verified(ctx).Young
	// A crash may have come between a run's start and its place in the queue. Runs
	// that have one keep it.
	err := r.log.Unfinished(ctx, func(k runlog.Key) error { return r.log.Enqueue(ctx, k) })
	if err != nil && ctx.Err() == nil {
		r.o.Log.ErrorContext(ctx, "unfinished runs could not be listed", "error", err)
	}
	if !young {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(runlog.UnderWay):
		r.verified(ctx)
	}
}

// verified is Verify for who has nobody to tell an error to.
func (r *Runner) verified(ctx context.Context) *runlog.Verification {
	v, err := r.Verify(ctx)
	if err == nil {
		return v
	}
	if ctx.Err() == nil {
		r.o.Log.ErrorContext(ctx, "the log of runs could not be verified", "error", err)
	}
	return &runlog.Verification{}
}

// Verify compares the log of runs with the queue and the request ids, and reads
// every run. What a damaged disk has taken is logged, whoever asks, without its text: a
// run that is begun anew is whole when the next one looks. See runlog.Log.Verify.
//
// A run that its graph here can't fold is whole, and stays as it is: another build has gone
// on with it, whose states or kinds of events this one does not know.
func (r *Runner) Verify(ctx context.Context) (*runlog.Verification, error) {
	v, err := r.log.Verify(ctx, func(events []*runv1.Event) {
		flow, err := r.flow(events)
		if err == nil {
			_, err = flow.Inspect(events)
		}
		if err != nil && !r.panicked(ctx, err) {
			r.o.Log.WarnContext(ctx, "a run is left as it is, since it comes from another build; to list all of them: weft graph check",
				"cause", telemetry.SameCause(""), "run", events[0].GetStarted().GetRunId(), "error", err)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, p := range v.Problems {
		r.o.Log.ErrorContext(ctx, "the log of runs is damaged", "problem", p.Text)
	}
	for _, lost := range v.Lost {
		r.o.Log.ErrorContext(ctx, "a run is damaged", "run", lost.Key.Run, "tenant", lost.Key.Tenant, "problem", lost.Problem,
			"recovered", lost.Recovered, "text_bytes", len(r.graphs.Describe(lost.Started)))
	}
	for _, k := range v.Begun {
		r.o.Log.InfoContext(ctx, "a run that lay in no queue was queued", "run", k.Run, "tenant", k.Tenant)
	}
	return v, nil
}

// do walks one run and settles its job.
func (r *Runner) do(ctx context.Context, job *runlog.Job) {
	walkCtx, cancel := context.WithCancelCause(job.Context(ctx, r.o.Propagator))
	defer cancel(nil)
	h, release := r.hold(walkCtx, job, cancel)
	defer release()

	defer r.metrics.taken(walkCtx, job.Class(), job.QueuedFor)()
	err := cause(ctx, nil)
	if err == nil {
		err = r.walk(walkCtx, h)
	}
	log := r.o.Log.With("run", job.Key.Run, "delivery", job.Delivery)
	var yield *graph.Yield
	switch {
	case err == nil:
		r.fine(job.Key)
	case errors.As(err, &yield):
		r.fine(job.Key)
		log.DebugContext(walkCtx, "the run rests", "state", yield.State, "for", yield.After, "error", yield.Err)
		_ = job.Return(yield.After)
	case errors.Is(err, graph.ErrFenced):
		// Another worker has the run. It settles the job.
		log.DebugContext(walkCtx, "another worker has taken the run; dropping it")
	case errors.Is(err, errShutdown):
		if err := r.handBack(walkCtx, job); err != nil {
			log.WarnContext(walkCtx, "the run is handed back without a word", "error", err)
		}
		_ = job.Return(0)
	case errors.Is(err, graph.ErrTooLarge):
		r.fail(walkCtx, h, graph.CodeTooLarge, err)
	case errors.Is(err, graph.ErrEncoding):
		r.fail(walkCtx, h, graph.CodeStepFailed, err)
	case errors.Is(err, ErrUnknownGraph), errors.Is(err, graph.ErrLog):
		log.ErrorContext(walkCtx, "the run is left alone", "cause", telemetry.SameCause(""), "error", err)
		_ = job.Return(time.Minute)
	case r.panicked(walkCtx, err):
		log.ErrorContext(walkCtx, "the run is left alone, since its graph can't fold what its log has", "cause", telemetry.SameCause(""), "error", err)
		_ = job.Return(time.Minute)
	default:
		// The log of runs can't be read or written.
		r.o.Report(err)
		after := r.trouble.note(job.Key, job.Delivery)
		log.DebugContext(walkCtx, "the walk broke off; it will be taken up again", "in", after, "error", err)
		_ = job.Return(after)
	}
}

func (r *Runner) fine(k runlog.Key) {
	r.trouble.over(k)
	r.o.Report(nil)
}

// handBack notes in a run's log that its worker lets go of it.
func (r *Runner) handBack(ctx context.Context, job *runlog.Job) error {
	_, _, err := r.note(ctx, job, &runv1.Event{Kind: &runv1.Event_Released{Released: &runv1.Released{
		Reason: runv1.Released_REASON_SHUTDOWN, Delivery: job.Delivery,
	}}})
	return err
}

// fail ends a run whose next event can't be kept.
func (r *Runner) fail(ctx context.Context, h *holding, code string, why error) {
	p, j, err := r.note(ctx, h.job, &runv1.Event{Kind: &runv1.Event_Failed{Failed: &runv1.Failed{Code: code, Reason: why.Error()}}})
	if err == nil {
		err = r.settle(ctx, h, p, j)
	}
	if err != nil {
		_ = h.job.Return(time.Second)
	}
}

// panicked reports whether an error is a panic of a graph, and logs it then.
func (r *Runner) panicked(ctx context.Context, err error) bool {
	p, ok := errors.AsType[*graph.PanicError](err)
	if ok {
		r.o.Log.ErrorContext(ctx, "a graph panicked", "error", p, "stack", p.Trace())
	}
	return ok
}

// note appends an event to a run that is under way, whatever becomes of ctx, and
// returns how the run then stands.
func (r *Runner) note(ctx context.Context, job *runlog.Job, e *runv1.Event) (*graph.Progress, *runlog.Journal, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	run, err := r.openJob(ctx, job)
	if err != nil {
		return nil, nil, err
	}
	if p := run.Progress(); p.Status() != graph.Running {
		return p, run.journal, nil
	}
	e.Time = timestamppb.New(r.o.Now())
	if run, err = run.append(ctx, []*runv1.Event{e}); err != nil {
		return nil, nil, err
	}
	return run.Progress(), run.journal, nil
}

// walk goes on with a run until it waits or ends. When it returns nil the job
// is settled.
func (r *Runner) walk(ctx context.Context, h *holding) error {
	job := h.job
	for {
		run, err := r.openJob(ctx, job)
		if err != nil && errors.Is(context.Cause(ctx), errCancelled) { // it has ended; let go of it
			run, err = r.openJob(context.WithoutCancel(ctx), job)
		}
		if errors.Is(err, runlog.ErrNotFound) {
			if job.Delivery <= notFoundAgain { // a server that has just become the leader may know it a moment later
				return &graph.Yield{After: notFoundPause, Err: err}
			}
			return r.log.Done(ctx, job, nil) // expired
		}
		if err != nil {
			return cause(ctx, err)
		}
		p, err := r.segment(ctx, h, run)
		switch {
		case err == nil:
			return r.settle(ctx, h, p, run.journal)
		case errors.Is(err, graph.ErrFenced), errors.Is(err, errCancelled):
			now, err := r.openJob(context.WithoutCancel(ctx), job)
			if err != nil {
				return err
			}
			if !fromOutside(now.Events(), run.journal.Sequence()) {
				return graph.ErrFenced
			}
			if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errShutdown) {
				return r.settle(ctx, h, now.Progress(), nil)
			}
		default:
			return cause(ctx, err)
		}
	}
}

// fromOutside reports whether everything after an event came from outside, and not
// from another worker.
func fromOutside(events []*runv1.Event, after int64) bool {
	return !slices.ContainsFunc(events, func(e *runv1.Event) bool {
		return e.GetSequence() > after && !graph.FromOutside(e)
	})
}

// A run in the queue of which the log has nothing is looked for some times before it is
// taken for one that has expired.
const (
	notFoundAgain = 3
	notFoundPause = 500 * time.Millisecond
)

// settleTime bounds how long a worker takes to let go of a run.
const settleTime = 10 * time.Second

// settle lets go of a run that waits or has ended. It does so even when the
// worker is being stopped: the run's work is done.
func (r *Runner) settle(ctx context.Context, h *holding, p *graph.Progress, j *runlog.Journal) error {
	job := h.job
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	if at := p.Due(); !at.IsZero() && !p.Status().Ended() {
		if err := r.log.Wake(ctx, job.Key, at); err != nil {
			return err
		}
	} else if p.Status().Ended() && p.Timed {
		if err := r.log.ClearTimer(ctx, job.Key); err != nil {
			return err
		}
	}
	if err := r.family(ctx, job.Key.Tenant, p); err != nil {
		return err
	}
	h.close()
	if err := r.log.Done(ctx, job, j); err != nil {
		return err
	}
	return r.missed(ctx, job.Key, p)
}

// cause prefers why a context ended over the error that its end led to.
func cause(ctx context.Context, err error) error {
	if c := context.Cause(ctx); c != nil {
		return c
	}
	return err
}
