package command

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
)

// withStep is withPlan for a plan that waits for a person at a step.
func (p *program) withStep(ctx context.Context, args []string, do func(context.Context, *connection, *orchestratorv1.Plan, *orchestratorv1.PlanStep) error) error {
	waiting := []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_WAITING}
	return p.withPlan(ctx, args[0], waiting, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
		step, err := findStep(plan, args[1])
		if err != nil {
			return err
		}
		return do(ctx, s, plan, step)
	})
}

func (p *program) plansRetryCommand() *cobra.Command {
	var d decision
	c := &cobra.Command{
		Use:   "retry PLAN STEP",
		Short: "Have a step that failed called once more",
		Long: `Has a step called once more, with the same arguments: one that was not done, or
of which nobody knows whether it was. If it may have been done, look first: this
may do it twice. Shows and asks as "weft plans approve" does, and needs the scope
approve.
` + planArg,
		Example: `  weft plans retry last send
  weft plans retry last 2 --watch`,
		Args:              between(2, 2, "a plan and a step"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withStep(cmd.Context(), args, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan, step *orchestratorv1.PlanStep) error {
				question := "Call it once more, with exactly these arguments?"
				switch step.GetState() {
				case orchestratorv1.PlanStep_STATE_FAILED:
				case orchestratorv1.PlanStep_STATE_UNKNOWN:
					question = "It may have been done already; then this does it twice. Call it once more, with exactly these arguments?"
				default:
					return fault.New(codes.FailedPrecondition, fault.PlanState, "step %s did not fail; \"weft plans show %s\" says how it stands", step.GetId(), plan.GetId())
				}
				return p.decideStep(ctx, s, plan, step, d, question, func(hash, pause string) (*orchestratorv1.Plan, error) {
					got, err := s.api().RetryStep(ctx, &orchestratorv1.RetryStepRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), ArgumentsHash: hash, PauseId: pause})
					return got.GetPlan(), err
				})
			})
		},
	}
	d.flags(c)
	return c
}

func (p *program) plansSkipCommand() *cobra.Command {
	var d decision
	c := &cobra.Command{
		Use:   "skip PLAN STEP",
		Short: "Leave out an optional step whose turn it is",
		Long: `Leaves out the step that a plan waits at, if the plan says that it is optional.
` + planArg,
		Example:           `  weft plans skip last note`,
		Args:              between(2, 2, "a plan and a step"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withStep(cmd.Context(), args, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan, step *orchestratorv1.PlanStep) error {
				got, err := s.api().SkipStep(ctx, &orchestratorv1.SkipStepRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), PauseId: openPause(plan)})
				if err != nil {
					return err
				}
				return p.goOn(ctx, s, plan, got.GetPlan(), "step "+step.GetId()+" is left out", d.watch)
			})
		},
	}
	d.follows(c)
	return c
}

func (p *program) plansDoneCommand() *cobra.Command {
	var d decision
	var returned string
	c := &cobra.Command{
		Use:   "done PLAN STEP",
		Short: "Say that a step is done: by you, or although nobody knew",
		Long: `Says that the step that a plan waits at is done: one that is yours to do, or one
of which nobody knew, or that failed and was done otherwise. Nothing is called.
If later steps take something from it, say with --returned what it returned.
` + planArg,
		Example: `  weft plans done last call
  weft plans done last make --returned '{"path": "Invoices/7.pdf"}'`,
		Args:              between(2, 2, "a plan and a step"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			if returned != "" && !json.Valid([]byte(returned)) {
				return usage("--returned %q is no JSON", returned)
			}
			return p.withStep(cmd.Context(), args, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan, step *orchestratorv1.PlanStep) error {
				if needs := render.PlanNeeds(plan, step.GetId()); returned == "" && len(needs) > 0 {
					return usage("say with --returned what it returned, as JSON: %s", strings.Join(needs, ", "))
				}
				got, err := s.api().MarkDone(ctx, &orchestratorv1.MarkDoneRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), Structured: returned, PauseId: openPause(plan)})
				if err != nil {
					return err
				}
				return p.goOn(ctx, s, plan, got.GetPlan(), "step "+step.GetId()+" is done", d.watch)
			})
		},
	}
	c.Flags().StringVar(&returned, "returned", "", "what it returned, as `JSON`, for later steps")
	complete(c, "returned")
	d.follows(c)
	return c
}

func (p *program) plansAbandonCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "abandon PLAN",
		Short: "Give up a plan that waits for a person while it is carried out",
		Long: `Gives up a plan that waits for a person while it is carried out. What is done
stays done; nothing more is done.
` + planArg,
		Example:           `  weft plans abandon last`,
		Args:              between(1, 1, "a plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			waiting := []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_WAITING}
			return p.withPlan(cmd.Context(), args[0], waiting, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				_, err := s.api().AbandonPlan(ctx, &orchestratorv1.AbandonPlanRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), PauseId: openPause(plan)})
				if err != nil {
					return err
				}
				if plan, err = p.untilWaits(ctx, s, plan, nil); err != nil {
					return err
				}
				return p.showOutcome(plan)
			})
		},
	}
}
