package planapi

import (
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/fault"
)

// ApproveStep implements orchestratorv1.PlansServiceServer.
func (s *Server) ApproveStep(ctx context.Context, req *orchestratorv1.ApproveStepRequest) (*orchestratorv1.ApproveStepResponse, error) {
	plan, err := s.decide(ctx, decision{
		plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), step: req.GetStepId(), hash: req.GetArgumentsHash(), option: approve,
	})
	return &orchestratorv1.ApproveStepResponse{Plan: plan}, err
}

// RetryStep implements orchestratorv1.PlansServiceServer.
func (s *Server) RetryStep(ctx context.Context, req *orchestratorv1.RetryStepRequest) (*orchestratorv1.RetryStepResponse, error) {
	plan, err := s.decide(ctx, decision{
		plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), step: req.GetStepId(), hash: req.GetArgumentsHash(), option: "again",
	})
	return &orchestratorv1.RetryStepResponse{Plan: plan}, err
}

// SkipStep implements orchestratorv1.PlansServiceServer.
func (s *Server) SkipStep(ctx context.Context, req *orchestratorv1.SkipStepRequest) (*orchestratorv1.SkipStepResponse, error) {
	plan, err := s.decide(ctx, decision{
		plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), step: req.GetStepId(), option: "skip",
	})
	return &orchestratorv1.SkipStepResponse{Plan: plan}, err
}

// MarkDone implements orchestratorv1.PlansServiceServer.
func (s *Server) MarkDone(ctx context.Context, req *orchestratorv1.MarkDoneRequest) (*orchestratorv1.MarkDoneResponse, error) {
	d := decision{plan: req.GetPlanId(), version: req.GetVersion(), pause: req.GetPauseId(), step: req.GetStepId(), option: "done"}
	if req.GetStructured() != "" {
		returned, err := anypb.New(&planv1.Returned{Structured: req.GetStructured()})
		if err != nil {
			return nil, fault.Invalid("structured", "%v", err)
		}
		d.answer = &orchestratorv1.AnswerRunRequest{Payload: returned}
	}
	plan, err := s.decide(ctx, d)
	return &orchestratorv1.MarkDoneResponse{Plan: plan}, err
}
