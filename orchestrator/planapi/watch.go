package planapi

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/plans/progress"
)

// WatchPlans implements orchestratorv1.PlansServiceServer.
func (s *Server) WatchPlans(req *orchestratorv1.WatchPlansRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchPlansResponse]) error {
	ctx := stream.Context()
	if req.GetPlanId() != "" {
		if plan, err := s.plan(ctx, req.GetPlanId()); err != nil {
			return err
		} else if progress.Ended(plan.GetState()) {
			return stream.Send(&orchestratorv1.WatchPlansResponse{Event: &orchestratorv1.PlanEvent{Plan: plan, Sequence: req.GetFromSequence()}})
		}
	}
	only := strings.TrimPrefix(req.GetPlanId(), plangraph.ID(""))
	err := s.watch(ctx, uint64(req.GetFromSequence()), only, func(e *orchestratorv1.PlanEvent, caughtUp bool) error {
		err := stream.Send(&orchestratorv1.WatchPlansResponse{Event: e})
		if err == nil && (only != "" && progress.Ended(e.GetPlan().GetState()) || caughtUp && req.GetUntilCaughtUp()) {
			return runlog.Stop()
		}
		return err
	})
	if errors.Is(err, runlog.ErrBeyond) {
		return fault.Invalid("from_sequence", "%v; begin anew with 0", err)
	}
	return api.RunFault(err, "")
}

// watch tells of the caller's plans, or of one by its run, whenever something happens to
// them, from a place in the log on; with 0 all that have not ended first.
func (s *Server) watch(ctx context.Context, from uint64, only string, f func(e *orchestratorv1.PlanEvent, caughtUp bool) error) error {
	tenant := s.d.API.Caller(ctx).Tenant
	of := map[string]string{} // the runs that plans are, by those that carry them out
	sent := map[string]string{}
	graphs := []string{plangraph.Name, executegraph.Name}
	return s.d.RunLog.Records(ctx, tenant, from, graphs, func(c runlog.Change) error {
		e := &orchestratorv1.PlanEvent{Sequence: int64(c.Sequence)}
		run, err := only, error(nil)
		switch c.Kind {
		case runlog.Missed:
			return nil // plans that are there are told in full
		case runlog.Stands:
			if run, err = s.parent(ctx, of, tenant, c); err != nil || run == "" || only != "" && run != only {
				return err
			}
		}
		if run != "" { // of one plan also when all is shown: it may have ended just before
			e.Plan, err = s.readAt(ctx, run, c.AsOf)
			if errors.Is(err, fault.RunNotFound) || errors.Is(err, fault.GraphUnknown) || errors.Is(err, fault.PlanNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			if sent[run] == e.Plan.GetEtag() { // it was read after this, too
				if c.Kind == runlog.Stands {
					return nil
				}
				e.Plan = nil
			}
			if sent[run] = cmp.Or(e.Plan.GetEtag(), sent[run]); progress.Ended(e.Plan.GetState()) {
				delete(sent, run)
			}
		}
		return f(e, c.Kind == runlog.CaughtUp)
	})
}

// parent returns the run that the plan is whose record was shown, "" if it is gone.
func (s *Server) parent(ctx context.Context, of map[string]string, tenant string, c runlog.Change) (string, error) {
	if c.Pool.Graph == plangraph.Name {
		return c.Run, nil
	}
	if run, known := of[c.Run]; known {
		if c.Ended() {
			delete(of, c.Run)
		}
		return run, nil
	}
	events, err := s.d.RunLog.LoadAt(ctx, runlog.Key{Tenant: tenant, Run: c.Run}, c.Sequence)
	if errors.Is(err, runlog.ErrNotFound) || errors.Is(err, graph.ErrLog) {
		return "", nil // removed meanwhile, or damaged
	}
	if err != nil {
		return "", err
	}
	parent := events[0].GetStarted().GetParentRunId()
	if !c.Ended() {
		of[c.Run] = parent
	}
	return parent, nil
}

// A planAt is a plan as of a place in the log, or later.
type planAt struct {
	plan  runlog.Key
	place uint64
}

// readAt is read for a watcher who has been shown a record. All watchers of the tenant share
// what is read of the plan, and each is told for itself which pauses it may answer.
func (s *Server) readAt(ctx context.Context, id string, place uint64) (*orchestratorv1.Plan, error) {
	by := s.d.API.Caller(ctx)
	key := planAt{runlog.Key{Tenant: by.Tenant, Run: id}, place}
	plan, err := s.watched.Get(ctx, key, func(ctx context.Context) (*orchestratorv1.Plan, error) { return s.read(ctx, id) })
	if err != nil {
		return nil, err
	}
	return toldTo(by, plan), nil
}

// toldTo returns a plan as it is told to a caller.
func toldTo(by auth.Principal, plan *orchestratorv1.Plan) *orchestratorv1.Plan {
	may := func(p *orchestratorv1.Pause) bool {
		return graph.May(by, &runv1.Interrupted{Scope: p.GetScope(), Users: p.GetUsers()})
	}
	if !slices.ContainsFunc(plan.GetPauses(), func(p *orchestratorv1.Pause) bool { return p.GetMine() != may(p) }) {
		return plan
	}
	own := proto.CloneOf(plan)
	for _, p := range own.GetPauses() {
		p.Mine = may(p)
	}
	return own
}
