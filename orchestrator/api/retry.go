package api

import (
	"cmp"
	"context"
	"errors"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// RetryRun implements orchestratorv1.RunsServiceServer.
func (s *Server) RetryRun(ctx context.Context, req *orchestratorv1.RetryRunRequest) (*orchestratorv1.RetryRunResponse, error) {
	key := s.key(ctx, req.GetRunId())
	if err := s.d.Runs.Retry(ctx, key, s.Caller(ctx)); err != nil {
		return nil, RunFault(err, key.Run)
	}
	run, err := s.Run(ctx, key)
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.RetryRunResponse{Run: run}, nil
}

// retriedAtOnce is how many failed runs go on by one call, unless it says how many;
// refusedMost how many are named that its caller may not retry.
const (
	retriedAtOnce = 100
	refusedMost   = 1000
)

// RetryRuns implements orchestratorv1.RunsServiceServer.
func (s *Server) RetryRuns(ctx context.Context, req *orchestratorv1.RetryRunsRequest) (*orchestratorv1.RetryRunsResponse, error) {
	by, most := s.Caller(ctx), cmp.Or(int(req.GetLimit()), retriedAtOnce)
	failed := func(r runlog.Summary) bool {
		return r.Status == graph.Failed.String() &&
			(req.GetSince() == nil || !r.LastTime.Before(req.GetSince().AsTime())) &&
			(req.GetGraph() == "" || r.First.GetStarted().GetGraph() == req.GetGraph())
	}
	out := &orchestratorv1.RetryRunsResponse{}
	for before := ""; ; {
		runs, more, err := s.d.RunLog.List(ctx, by.Tenant, before, most, nil, failed)
		if err != nil {
			return nil, RunFault(err, "")
		}
		for _, r := range runs {
			if len(out.RunIds) == most {
				out.More = true
				return out, nil
			}
			before = r.Key.Run
			err := s.d.Runs.Retry(ctx, r.Key, by)
			if _, refused := errors.AsType[*graph.RetryError](err); refused {
				if len(out.RefusedRunIds) < refusedMost {
					out.RefusedRunIds = append(out.RefusedRunIds, r.Key.Run)
				}
				continue
			}
			switch {
			case errors.Is(err, runner.ErrNotFailed), errors.Is(err, runlog.ErrNotFound): // somebody else was quicker
			case err != nil:
				return nil, s.WriteFault(ctx, err, r.Key.Run)
			default:
				out.RunIds = append(out.RunIds, r.Key.Run)
			}
		}
		if out.More = more; !more || len(out.RunIds) == most {
			return out, nil
		}
	}
}

// retryFault says why somebody may not retry a run.
func retryFault(e *graph.RetryError, id string) error {
	why := ""
	switch {
	case e.Pause != nil:
		why = ", since it goes on behind what was decided at " + e.Pause.GetInterruptId() + " of run " + e.Run + " (" + e.Pause.GetState() + ")"
	case e.Run != "":
		why = ", since it does a part of run " + e.Run + ", where that may have been approved, and which this server can't read any more"
	}
	f := fault.Wrap(e, codes.PermissionDenied, fault.ScopeMissing,
		"a retry of run %s needs the scope %s%s; your credential doesn't have it", id, e.Scope, why).
		With("scope", string(e.Scope)).With("run_id", id)
	if e.Pause != nil {
		f = f.With("interrupt_id", e.Pause.GetInterruptId())
	}
	if e.Run != "" && e.Run != id {
		f = f.With("parent_run_id", e.Run)
	}
	return f
}
