package planapi

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/plans/progress"
)

const (
	pageOfPlans = 50
	readAtOnce  = 8 // plans
)

// ListPlans implements orchestratorv1.PlansServiceServer.
func (s *Server) ListPlans(ctx context.Context, req *orchestratorv1.ListPlansRequest) (*orchestratorv1.ListPlansResponse, error) {
	before, err := paging.Cursor(req, func(run string) error {
		_, err := ulid.ParseStrict(run)
		return err
	})
	if err != nil {
		return nil, err
	}
	tenant, size := s.d.API.Caller(ctx).Tenant, cmp.Or(int(req.GetPageSize()), pageOfPlans)
	only := func(r runlog.Standing) bool {
		return (r.Graph == plangraph.Name || r.Graph == "") && perhaps(r, req.GetStates())
	}
	wanted := func(r runlog.Summary) bool { return r.First.GetStarted().GetGraph() == plangraph.Name }
	out := &orchestratorv1.ListPlansResponse{}
	for more := true; more && len(out.Plans) < size; {
		var runs []runlog.Summary
		if runs, more, err = s.d.RunLog.List(ctx, tenant, before, size-len(out.Plans), only, wanted); err != nil {
			return nil, api.RunFault(err, "")
		}
		plans, err := s.readAll(ctx, runs)
		if err != nil {
			return nil, err
		}
		for i, p := range plans {
			if p != nil && (len(req.GetStates()) == 0 || slices.Contains(req.GetStates(), p.GetState())) {
				out.Plans = append(out.Plans, p)
			}
			before = runs[i].Key.Run
		}
		if n := paging.Fits(out.Plans, s.d.MessageBytes); n < len(out.Plans) {
			out.Plans = out.Plans[:n]
			out.NextPageToken = paging.Token(req, out.Plans[n-1].GetRunId())
			return out, nil
		}
		out.NextPageToken = ""
		if more {
			out.NextPageToken = paging.Token(req, before)
		}
	}
	return out, nil
}

// readAll reads the plans that runs are, nil for one that is gone meanwhile, or that this
// server can't read.
func (s *Server) readAll(ctx context.Context, runs []runlog.Summary) ([]*orchestratorv1.Plan, error) {
	out := make([]*orchestratorv1.Plan, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readAtOnce)
	for n, run := range runs {
		group.Go(func() (err error) {
			out[n], err = s.read(ctx, run.Key.Run)
			if errors.Is(err, fault.RunNotFound) || errors.Is(err, fault.GraphUnknown) {
				return nil
			}
			return err
		})
	}
	return out, group.Wait()
}

// perhaps reports whether a run may be a plan in one of the states, any if there are none.
func perhaps(r runlog.Standing, states []orchestratorv1.Plan_State) bool {
	if len(states) == 0 {
		return true
	}
	return slices.ContainsFunc(states, func(s orchestratorv1.Plan_State) bool {
		if !r.Ended() || !progress.Ended(s) {
			return r.Ended() == progress.Ended(s)
		}
		completed := r.Status == graph.Completed.String() && r.Disposition == ""
		return completed == (s == orchestratorv1.Plan_STATE_COMPLETED)
	})
}
