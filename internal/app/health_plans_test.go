package app

import (
	"context"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
)

// planCalls are calls of the API that are about plans, by method.
func planCalls(api client) map[string]func(context.Context) error {
	const plan = "PLAN-01KJ5Q3XW8A0T5Y2M7B9C4D6EF"
	return map[string]func(context.Context) error{
		"ProposePlan": func(ctx context.Context) error {
			_, err := api.ProposePlan(ctx, &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: &planv1.Content{Objective: "a", Steps: []*planv1.Step{{Id: "1", Description: "a"}}}}})
			return err
		},
		"GetPlanStats": func(ctx context.Context) error {
			_, err := api.GetPlanStats(ctx, &orchestratorv1.GetPlanStatsRequest{})
			return err
		},
		"GetPlan": func(ctx context.Context) error {
			_, err := api.GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: plan})
			return err
		},
		"ListPlans": func(ctx context.Context) error {
			_, err := api.ListPlans(ctx, &orchestratorv1.ListPlansRequest{})
			return err
		},
		"RevisePlan": func(ctx context.Context) error {
			_, err := api.RevisePlan(ctx, &orchestratorv1.RevisePlanRequest{PlanId: plan, Version: 1, Content: &planv1.Content{Objective: "a", Steps: []*planv1.Step{{Id: "1", Description: "a"}}}})
			return err
		},
		"ApprovePlan": func(ctx context.Context) error {
			_, err := api.ApprovePlan(ctx, &orchestratorv1.ApprovePlanRequest{PlanId: plan, Version: 1, Hash: strings.Repeat("0", 64)})
			return err
		},
		"RejectPlan": func(ctx context.Context) error {
			_, err := api.RejectPlan(ctx, &orchestratorv1.RejectPlanRequest{PlanId: plan, Version: 1})
			return err
		},
		"ReopenPlan": func(ctx context.Context) error {
			_, err := api.ReopenPlan(ctx, &orchestratorv1.ReopenPlanRequest{PlanId: plan, Version: 1})
			return err
		},
		"CancelPlan": func(ctx context.Context) error {
			_, err := api.CancelPlan(ctx, &orchestratorv1.CancelPlanRequest{PlanId: plan})
			return err
		},
		"AbandonPlan": func(ctx context.Context) error {
			_, err := api.AbandonPlan(ctx, &orchestratorv1.AbandonPlanRequest{PlanId: plan, Version: 1})
			return err
		},
		"ApproveStep": func(ctx context.Context) error {
			_, err := api.ApproveStep(ctx, &orchestratorv1.ApproveStepRequest{PlanId: plan, Version: 1, StepId: "1", ArgumentsHash: strings.Repeat("0", 64)})
			return err
		},
		"RetryStep": func(ctx context.Context) error {
			_, err := api.RetryStep(ctx, &orchestratorv1.RetryStepRequest{PlanId: plan, Version: 1, StepId: "1", ArgumentsHash: strings.Repeat("0", 64)})
			return err
		},
		"SkipStep": func(ctx context.Context) error {
			_, err := api.SkipStep(ctx, &orchestratorv1.SkipStepRequest{PlanId: plan, Version: 1, StepId: "1"})
			return err
		},
		"MarkDone": func(ctx context.Context) error {
			_, err := api.MarkDone(ctx, &orchestratorv1.MarkDoneRequest{PlanId: plan, Version: 1, StepId: "1"})
			return err
		},
		"ListApprovals": func(ctx context.Context) error {
			_, err := api.ListApprovals(ctx, &orchestratorv1.ListApprovalsRequest{})
			return err
		},
		"WatchPlans": func(ctx context.Context) error {
			s, err := api.WatchPlans(ctx, &orchestratorv1.WatchPlansRequest{})
			if err == nil {
				_, err = s.Recv()
			}
			return err
		},
	}
}
