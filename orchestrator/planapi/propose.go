package planapi

import (
	"context"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// checkedWithin is how long a caller waits for a plan to be drafted and checked, who else
// would have to ask again for what is wrong with it. Tool servers may have to be started for
// that.
const checkedWithin = 10 * time.Second

// ProposePlan implements orchestratorv1.PlansServiceServer.
func (s *Server) ProposePlan(ctx context.Context, req *orchestratorv1.ProposePlanRequest) (*orchestratorv1.ProposePlanResponse, error) {
	id, err := s.start(ctx, req)
	if err != nil {
		return nil, err
	}
	plan, err := s.read(ctx, id)
	if err != nil {
		return nil, err
	}
	plan, err = s.checked(ctx, plan)
	return &orchestratorv1.ProposePlanResponse{Plan: plan}, err
}

// start starts the run that a proposed plan is, and returns its id.
func (s *Server) start(ctx context.Context, req *orchestratorv1.ProposePlanRequest) (string, error) {
	proposal, err := s.written(ctx, req)
	if err != nil {
		return "", err
	}
	if proposal.GetWish() != "" && proposal.GetContent() == nil && !s.d.Drafts {
		return "", fault.New(codes.FailedPrecondition, fault.ModelUnavailable,
			"a plan is drafted from words by a model, and none is configured for the planner (\"weft configure\" sets one up), or plans.draft_tokens or plans.draft_micro_usd is 0; write its steps in a file, or use a template (\"weft plan --help\" shows both)")
	}
	input, err := anypb.New(proposal)
	if err != nil {
		return "", fault.Invalid("proposal", "%v", err)
	}
	started, err := s.d.API.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: plangraph.Name, Input: input, RequestId: req.GetRequestId()})
	return started.GetRun().GetId(), err
}

// checked returns a plan once it is checked and asks what it has to ask, or as it stands when
// a caller has waited long enough for that.
func (s *Server) checked(ctx context.Context, plan *orchestratorv1.Plan) (*orchestratorv1.Plan, error) {
	if plan.GetState() != orchestratorv1.Plan_STATE_CHECKING && plan.GetState() != orchestratorv1.Plan_STATE_DRAFTING {
		return plan, nil
	}
	within, cancel := context.WithTimeout(ctx, checkedWithin)
	defer cancel()
	key := runlog.Key{Tenant: s.d.API.Caller(ctx).Tenant, Run: plan.GetRunId()}
	s.d.API.Settled(within, key)
	return s.read(ctx, plan.GetRunId())
}
