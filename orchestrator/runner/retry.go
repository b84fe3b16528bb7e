package runner

import (
	"context"
	"errors"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// Retry has a failed run go on where it failed, and queues it. What failed may have been
// approved, in the run or in one that it does a part of; then whoever has it done again
// needs the scope that the approval needed. The error is a *graph.RetryError for others.
func (r *Runner) Retry(ctx context.Context, k runlog.Key, by auth.Principal) error {
	return r.change(ctx, k, func(run *opened, _ time.Time) ([]*runv1.Event, error) {
		if err := r.mayRetry(ctx, run, by); err != nil {
			return nil, err
		}
		if run.Progress().Status() != graph.Failed {
			return nil, ErrNotFailed
		}
		return []*runv1.Event{{Kind: &runv1.Event_Retried{Retried: &runv1.Retried{User: by.User, Principal: principal(by)}}}}, nil
	})
}

// mayRetry returns why somebody may not retry a run, nil if they may.
func (r *Runner) mayRetry(ctx context.Context, run *opened, by auth.Principal) error {
	why, err := r.behind(ctx, run)
	if err != nil || by.May(why.Scope) {
		return err
	}
	return why
}

// behind tells what whoever retries a run needs, and why.
func (r *Runner) behind(ctx context.Context, run *opened) (*graph.RetryError, error) {
	for {
		started := run.Progress().Started
		if pause := run.flow.Approved(run.Events()); pause != nil {
			return &graph.RetryError{Scope: auth.Approve, Run: started.GetRunId(), Pause: pause}, nil
		}
		parent := runlog.Key{Tenant: started.GetTenant(), Run: started.GetParentRunId()}
		if parent.Run == "" {
			return &graph.RetryError{Scope: auth.Write}, nil
		}
		var err error
		if run, err = r.open(ctx, parent); errors.Is(err, runlog.ErrNotFound) || errors.Is(err, ErrUnknownGraph) {
			return &graph.RetryError{Scope: auth.Approve, Run: parent.Run}, nil // it may have been approved there
		}
		if err != nil {
			return nil, err
		}
	}
}
