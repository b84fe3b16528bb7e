package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// segment walks one stretch of a run, from where it stands to its next pause or
// its end, as one span.
func (r *Runner) segment(ctx context.Context, h *holding, run *opened) (*graph.Progress, error) {
	job, flow, p := h.job, run.flow, run.Progress()
	if p.Status().Ended() { // by someone else, or by a worker who could not tell
		r.tellEnd(telemetry.WithRun(ctx, job.Key.Run), flow, p)
		return p, nil
	}
	if job.Delivery > 1 && p.Released != job.Delivery-1 && !r.trouble.returned(job.Key, job.Delivery-1) && r.died(p) {
		if err := r.takeOver(ctx, job, run); err != nil {
			return nil, err
		}
		if p = run.Progress(); p.Status().Ended() {
			return p, nil
		}
	}

	start := time.Now()
	ctx = telemetry.WithRun(r.answered(ctx, run.Events()), job.Key.Run)
	_, options := telemetry.Process(runlog.QueueTemplate, job.Subject())
	ctx, span := r.o.Tracer.Start(ctx, telemetry.SpanRun+" "+flow.Name(), append(options,
		trace.WithLinks(r.links(run.Events())...),
		trace.WithAttributes(
			telemetry.RunID.String(job.Key.Run),
			telemetry.RunGraph.String(flow.Name()),
			telemetry.Tenant.String(job.Key.Tenant),
			telemetry.ConversationID.String(cmp.Or(p.Started.GetThreadId(), job.Key.Run)),
			telemetry.Attempt.Int(int(job.Delivery)),
		))...)
	defer span.End()

	o := r.options(ctx, job, flow)
	o.Heard = h.heard
	h.children(&o, p)
	after, err := run.Resume(ctx, run.journal, o)
	if after != nil {
		run.Folded = after
		r.memory.keep(job.Key, run)
	}
	if err != nil {
		span.RecordError(err)
		if _, rests := errors.AsType[*graph.Yield](err); !rests {
			span.SetStatus(codes.Error, err.Error())
		}
		return nil, err
	}
	p = run.Progress()
	span.SetAttributes(telemetry.RunStatus.String(p.Status().String()))
	r.metrics.segment(ctx, flow.Name(), p.Status(), time.Since(start))
	if p.Status().Ended() {
		r.tellEnd(ctx, flow, p)
		if r.o.Ended != nil && !slices.ContainsFunc(run.Events(), func(e *runv1.Event) bool { return e.GetInterrupted() != nil }) {
			r.o.Ended(job.Key, flow, job.Urgent, p.LastTime.Sub(p.StartTime))
		}
	}
	return p, nil
}

// tellEnd writes the one line of a run that all is well with.
func (r *Runner) tellEnd(ctx context.Context, flow graph.Flow, p *graph.Progress) {
	about := []any{"graph", flow.Name(), "status", cmp.Or(p.Disposition, p.Status().String()), "took", p.LastTime.Sub(p.StartTime)}
	if p.Failure != nil {
		about = append(about, "state", p.Failure.GetState(), "code", p.Failure.GetCode())
	}
	r.o.Log.InfoContext(ctx, "run ended", about...)
}

// answered returns ctx with the trace of whoever ended the last pause. The message that a
// worker took the run from may be of the trace before: the worker that let go of the run
// found the answer, and queued it.
func (r *Runner) answered(ctx context.Context, events []*runv1.Event) context.Context {
	for _, e := range slices.Backward(events) {
		if e.GetInterrupted() != nil {
			break
		}
		if parent := e.GetAnswered().GetTraceParent(); parent != "" {
			return r.o.Propagator.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
		}
	}
	return ctx
}

// links ties a resumed segment to the one that ended at the pause: a pause of
// days is no open span.
func (r *Runner) links(events []*runv1.Event) []trace.Link {
	for i := len(events) - 1; i >= 0; i-- {
		if in := events[i].GetInterrupted(); in != nil {
			c := propagation.MapCarrier{"traceparent": in.GetTraceParent()}
			if sc := trace.SpanContextFromContext(r.o.Propagator.Extract(context.Background(), c)); sc.IsValid() {
				return []trace.Link{{SpanContext: sc}}
			}
			return nil
		}
	}
	return nil
}

func (r *Runner) options(ctx context.Context, job *runlog.Job, flow graph.Flow) graph.Options {
	k := job.Key
	had := &share{tenant: k.Tenant, run: k.Run, urgent: job.Urgent, begun: job.Begun}
	return graph.Options{
		Durability:  r.o.Durability,
		Attempts:    r.o.Attempts,
		Timeout:     r.o.Timeout,
		WallTime:    r.o.WallTime,
		Backoff:     backoff,
		Classify:    r.o.Classify,
		RetryAfter:  r.o.RetryAfter,
		Reason:      r.o.Reason,
		Tell:        r.o.Tell,
		OutageLimit: r.o.OutageLimit,
		Missing:     r.o.Missing,
		Steps:       r.o.Steps[flow.Name()],
		Rest:        rest,
		Delivery:    job.Delivery,
		Now:         r.o.Now,
		TraceParent: r.traceParent(ctx),
		Meter: func(ctx context.Context, _ graph.Step) (context.Context, func() []*commonv1.ModelUsage) {
			return usage.Meter(ctx)
		},
		Allow: func(ctx context.Context, spent budget.Spent, own ...budget.Limit) (context.Context, error) {
			return r.o.Budget.Allow(ctx, k.Tenant, spent, own...)
		},
		Step: func(ctx context.Context, s graph.Step) (context.Context, func(graph.Result, error)) {
			leave := r.slots.enter(ctx, had)
			ctx, ended := r.step(ctx, flow.Name(), s)
			return ctx, func(res graph.Result, err error) {
				leave()
				ended(res, err)
			}
		},
		Panicked: func(p *graph.PanicError) { r.panicked(ctx, p) },
		Entered: func(s graph.Step) {
			entered := &runv1.StepStarted{Branch: s.Branch, State: string(s.State)}
			r.log.Show(k, &runv1.Live{RunId: k.Run, Kind: &runv1.Live_Entered{Entered: entered}})
		},
		Draft: func(_ graph.Step, words string) {
			r.log.Show(k, &runv1.Live{RunId: k.Run, Kind: &runv1.Live_Draft{Draft: words}})
		},
	}
}

// step makes each attempt of a step a span and a measurement.
func (r *Runner) step(ctx context.Context, of string, s graph.Step) (context.Context, func(graph.Result, error)) {
	start := time.Now()
	ctx, span := r.o.Tracer.Start(ctx, telemetry.SpanStep+" "+string(s.State), trace.WithAttributes(
		telemetry.RunID.String(s.RunID),
		telemetry.State.String(string(s.State)),
		telemetry.Branch.Int(int(s.Branch)),
		telemetry.Attempt.Int(s.Attempt),
	))
	return ctx, func(res graph.Result, err error) {
		defer span.End()
		if err != nil {
			span.RecordError(err)
			span.SetStatus(codes.Error, err.Error())
			r.panicked(ctx, err)
		}
		span.SetAttributes(telemetry.Outcome.String(string(res.Outcome)), telemetry.Degraded.Bool(res.Degraded))
		r.metrics.step(ctx, of, s.State, res, err, time.Since(start))
	}
}

// backoff doubles from 100 ms to half a minute, with jitter so that many runs that failed
// together don't come back together.
func backoff(attempt int) time.Duration {
	d := min(100*time.Millisecond<<min(max(0, attempt-2), 16), 30*time.Second)
	return d/2 + rand.N(d/2+1)
}

// died reports whether the worker that had a run before may have died. A run whose worker
// died comes back when the queue has waited for its next beat. One that comes sooner was
// given back by a process that had trouble with the log, and lives. Of one that waits
// nothing was at work.
func (r *Runner) died(p *graph.Progress) bool {
	return p.Status() == graph.Running && r.o.Now().Sub(p.WorkTime) >= r.o.AckWait/2 // a beat comes at each third of it
}

// takeOver notes that a worker has let go of the run without a word, and gives up
// what the run was at if too many have.
func (r *Runner) takeOver(ctx context.Context, job *runlog.Job, run *opened) error {
	was := run.Progress()
	more := []*runv1.Event{{
		Sequence: was.Sequence + 1,
		Time:     timestamppb.New(r.o.Now()),
		Kind:     &runv1.Event_TakenOver{TakenOver: &runv1.TakenOver{Delivery: job.Delivery}},
	}}
	after, err := run.With(more...)
	if err != nil {
		return err
	}
	if was.Takeovers+1 > r.o.MaxCrashes {
		ends, panicked := after.GiveUp(fmt.Sprintf("%d workers died while they were at it", was.Takeovers+1), r.o.Now())
		r.panicked(ctx, panicked)
		if after, err = after.With(ends...); err != nil {
			return err
		}
		more = append(more, ends...)
	}
	run.Folded = after
	return run.journal.Append(ctx, more, after.Progress().Standing())
}
