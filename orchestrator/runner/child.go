package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

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
	})
	if err != nil {
		return err
	}
	if err := r.begin(ctx, runlog.Key{Tenant: parent.GetTenant(), Run: c.GetRunId()}, started); err != nil {
		return fmt.Errorf("start run %s: %w", c.GetRunId(), err)
	}
	return nil
}

// family tells the parent of a run that has ended, and cancels its children.
func (r *Runner) family(ctx context.Context, tenant string, p *graph.Progress) error {
	if !p.Status().Ended() {
		return nil
	}
	for _, c := range p.Children() {
		err := r.Cancel(ctx, runlog.Key{Tenant: tenant, Run: c.GetRunId()}, p.Started.GetUser(), "the run that waited for it has ended")
		if err != nil && !errors.Is(err, runlog.ErrNotFound) {
			return err
		}
	}
	parent := p.Started.GetParentRunId()
	if parent == "" {
		return nil
	}
	err := r.change(ctx, runlog.Key{Tenant: tenant, Run: parent}, func(run *opened, _ time.Time) (*runv1.Event, error) {
		return run.ChildEnded(&runv1.ChildEnded{
			RunId: p.Started.GetRunId(), Status: p.Status().String(), Disposition: p.Disposition, Result: p.Result, Reason: p.Reason(),
		})
	})
	if errors.Is(err, runlog.ErrNotFound) {
		return nil // its log has expired
	}
	return err
}
