// Package planapi is what of the public API is about plans: runs of the graph "plan" and of
// the graph "execute", told as one. What it is asked to decide it answers to the pauses of
// those runs, as any caller might by AnswerRun.
package planapi

import (
	"context"
	"errors"
	"strings"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/shared"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/plans/template"
)

// Deps are what the API of plans stands on.
type Deps struct {
	API          *api.Server // of runs
	RunLog       *runlog.Log
	Executor     executorv1.ExecutorServiceClient             // nil where there are no tools
	Drafts       bool                                         // plans can be drafted from words
	Templates    func(tenant string) ([]template.File, error) // of plans, by name; nil where there are none
	MessageBytes int                                          // the longest message; pages of lists fit into it. 0 is any length
}

// Server implements what of the public API is about plans.
type Server struct {
	d       Deps
	tools   tools
	watched shared.Reads[planAt, *orchestratorv1.Plan] // by those who watch
}

// New returns the API of plans.
func New(d Deps) *Server { return &Server{d: d} }

// GetPlan implements orchestratorv1.PlansServiceServer.
func (s *Server) GetPlan(ctx context.Context, req *orchestratorv1.GetPlanRequest) (*orchestratorv1.GetPlanResponse, error) {
	plan, err := s.plan(ctx, req.GetPlanId())
	if err != nil {
		return nil, err
	}
	return &orchestratorv1.GetPlanResponse{Plan: plan}, nil
}

// plan reads a plan.
func (s *Server) plan(ctx context.Context, id string) (*orchestratorv1.Plan, error) {
	run, ok := strings.CutPrefix(id, plangraph.ID(""))
	if !ok || run == "" {
		return nil, notFound(id)
	}
	plan, err := s.read(ctx, run)
	if errors.Is(err, fault.RunNotFound) {
		return nil, notFound(id)
	}
	return plan, err
}

// read reads the plan that a run is.
func (s *Server) read(ctx context.Context, id string) (*orchestratorv1.Plan, error) {
	tenant := s.d.API.Caller(ctx).Tenant
	run, err := s.d.API.Run(ctx, runlog.Key{Tenant: tenant, Run: id})
	if err != nil {
		return nil, err
	}
	if run.GetGraph() != plangraph.Name {
		return nil, notFound(plangraph.ID(id))
	}
	var report planv1.PlanReport
	if err := run.GetReport().GetDetail().UnmarshalTo(&report); err != nil {
		return nil, api.RunFault(errors.Join(graph.ErrLog, err), id)
	}
	child := report.GetExecutionRunId()
	if child == "" {
		return told(run, &report, nil, nil), nil
	}
	execution, err := s.d.API.Run(ctx, runlog.Key{Tenant: tenant, Run: child})
	if errors.Is(err, fault.RunNotFound) { // it begins in a moment, or was removed
		return told(run, &report, nil, nil), nil
	}
	if err != nil {
		return nil, err
	}
	var progress planv1.ExecutionReport
	if err := execution.GetReport().GetDetail().UnmarshalTo(&progress); err != nil {
		return nil, api.RunFault(errors.Join(graph.ErrLog, err), child)
	}
	return told(run, &report, execution, &progress), nil
}

func notFound(id string) error {
	return fault.New(codes.NotFound, fault.PlanNotFound, "there is no plan %q; \"weft plans ls\" lists the plans", id).With("plan_id", id)
}
