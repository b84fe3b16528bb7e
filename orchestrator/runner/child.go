package runner

import (
	"context"
	"errors"
	"fmt"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// That a run has ended its own log says. Its parent is told, and takes the end into its
// log itself: by the worker that holds it, or by the next one, for which it is queued.

// manyAtOnce is how many children are looked at, or cancelled, side by side.
const manyAtOnce = 16

// startChild begins a run that another one waits for, if it has not begun.
func (r *Runner) startChild(ctx context.Context, parent *runv1.Started, c *runv1.ChildStarted) error {
	started, err := r.started(ctx, &runv1.Started{
		RunId:       c.GetRunId(),
		Tenant:      parent.GetTenant(),
		User:        parent.GetUser(),
		Graph:       c.GetGraph(),
		Input:       c.GetInput(),
		Urgent:      parent.GetUrgent(),
		ParentRunId: parent.GetRunId(),
		Labels:      parent.GetLabels(),
	})
	if err == nil {
		err = r.begins(started)
	}
	if err != nil {
		return fmt.Errorf("start run %s: %w", c.GetRunId(), err)
	}
	if err := r.begin(ctx, runlog.Key{Tenant: parent.GetTenant(), Run: c.GetRunId()}, started); err != nil {
		return fmt.Errorf("start run %s: %w", c.GetRunId(), err)
	}
	return nil
}

// childEnd returns how a run has ended, for the one that waits for it; nil if it goes on.
func (r *Runner) childEnd(ctx context.Context, k runlog.Key) (*runv1.ChildEnded, error) {
	e, err := r.log.End(ctx, k)
	if err != nil || e == nil {
		return nil, err
	}
	end := &runv1.ChildEnded{RunId: k.Run}
	switch kind := e.GetKind().(type) {
	case *runv1.Event_Completed:
		end.Status = graph.Completed.String()
		end.Disposition, end.Result = kind.Completed.GetDisposition(), kind.Completed.GetResult()
	case *runv1.Event_Failed:
		end.Status, end.Reason = graph.Failed.String(), kind.Failed.GetReason()
	case *runv1.Event_Cancelled:
		end.Status, end.Reason = graph.Cancelled.String(), graph.CancelReason(kind.Cancelled)
	}
	return end, nil
}

// family tells the parent of a run that has ended, and cancels its children.
func (r *Runner) family(ctx context.Context, tenant string, p *graph.Progress) error {
	if !p.Status().Ended() {
		return nil
	}
	if err := eachChild(ctx, p, func(ctx context.Context, child string) error {
		err := r.Cancel(ctx, runlog.Key{Tenant: tenant, Run: child}, auth.Principal{User: p.Started.GetUser()}, "the run that waited for it has ended")
		if errors.Is(err, runlog.ErrNotFound) {
			return nil
		}
		return err
	}); err != nil {
		return err
	}
	parent, end := runlog.Key{Tenant: tenant, Run: p.Started.GetParentRunId()}, &runv1.ChildEnded{
		RunId: p.Started.GetRunId(), Status: p.Status().String(), Disposition: p.Disposition, Result: p.Result, Reason: p.Reason(),
	}
	if parent.Run == "" || r.holders.hear(parent, end) {
		return nil
	}
	return r.log.EnqueueFor(ctx, parent, end.GetRunId())
}

// missed queues a run that was let go of while it waits for others, if one of them has
// ended: whoever tells of that may have taken it for held.
func (r *Runner) missed(ctx context.Context, k runlog.Key, p *graph.Progress) error {
	if p.Status().Ended() {
		return nil
	}
	errEnded := errors.New("one has ended")
	err := eachChild(ctx, p, func(ctx context.Context, child string) error {
		end, err := r.childEnd(ctx, runlog.Key{Tenant: k.Tenant, Run: child})
		if end != nil {
			return errEnded
		}
		if errors.Is(err, runlog.ErrNotFound) {
			return nil
		}
		return err
	})
	if errors.Is(err, errEnded) {
		return r.log.Enqueue(ctx, k)
	}
	return err
}

// eachChild calls f with the id of each run that a run waits for, some side by side.
func eachChild(ctx context.Context, p *graph.Progress, f func(ctx context.Context, child string) error) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(manyAtOnce)
	for _, c := range p.Children() {
		all.Go(func() error { return f(ctx, c.GetRunId()) })
	}
	return all.Wait()
}
