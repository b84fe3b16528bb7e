package command

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) plansReviseCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "revise PLAN FILE | WORDS",
		Short: "Give a plan another version, from a file or in words",
		Long: `Proposes what a file says as the next version of a plan ("-" is standard input).
A plan that was drafted from words is drafted again from more of them.
"weft plans show PLAN --markdown" prints the plan as such a file; if somebody
else gives it another version while you edit, yours is refused. As long as a
version waits for its approval, this needs the scope approve.
` + planArg,
		Example: `  weft plans show last --markdown > plan.md
  weft plans revise last plan.md
  weft plans revise last "to the new address, please"`,
		Args: between(2, -1, "a plan, and the file of its next version or what should be different in words"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return nil, cobra.ShellCompDirectiveDefault // a file
			}
			return completeLast(cmd, args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if isWish(args[1:]) {
				return p.redraft(cmd.Context(), args[0], strings.Join(args[1:], " "))
			}
			file, err := p.readPlan(args[1])
			if err != nil {
				return err
			}
			return p.withPlan(cmd.Context(), args[0], openStates(), func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				version, err := file.isOf(plan)
				if err != nil {
					return err
				}
				got, err := s.api().RevisePlan(ctx, &orchestratorv1.RevisePlanRequest{
					PlanId: plan.GetId(), Version: version, Content: file.content, PauseId: openPause(plan),
				})
				if err != nil {
					return err
				}
				return p.showChecked(ctx, s, got.GetPlan())
			})
		},
	}
}

// redraft has a plan drafted again.
func (p *program) redraft(ctx context.Context, ref, feedback string) error {
	return p.withPlan(ctx, ref, openStates(), func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
		if plan.GetWish() == "" {
			return usage("there is no file %q, and a plan that was not drafted from words is not drafted again from them; write its next version", feedback)
		}
		var now *orchestratorv1.Plan
		if plan.GetState() == orchestratorv1.Plan_STATE_PROPOSED {
			got, err := s.api().RejectPlan(ctx, &orchestratorv1.RejectPlanRequest{
				PlanId: plan.GetId(), Version: plan.GetVersion(), Feedback: feedback, PauseId: openPause(plan),
			})
			if err != nil {
				return err
			}
			now = got.GetPlan()
		} else {
			got, err := s.api().RevisePlan(ctx, &orchestratorv1.RevisePlanRequest{
				PlanId: plan.GetId(), Version: plan.GetVersion(), Feedback: feedback, PauseId: openPause(plan),
			})
			if err != nil {
				return err
			}
			now = got.GetPlan()
		}
		return p.showChecked(ctx, s, now)
	})
}

// isOf returns the version of a plan that a file was made from: the one that it names, or
// else the last. A file of another plan is refused.
func (f planInFile) isOf(plan *orchestratorv1.Plan) (int32, error) {
	if id := f.Field("id"); id != "" && id != plan.GetId() {
		return 0, usage("%s is the file of %s, not of %s", f.name, id, plan.GetId())
	}
	text := f.Field("version")
	if text == "" {
		return plan.GetVersion(), nil
	}
	version, err := strconv.ParseInt(text, 10, 32)
	if err != nil || version < 1 {
		return 0, usage("%s: the version %q is no number; take the line out, or write the version that you have looked at", f.name, text)
	}
	return int32(version), nil
}

func (p *program) plansReopenCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reopen PLAN",
		Short: "Propose a plan again that nobody decided on in time",
		Long: `Checks a plan that has expired against the tools as they are now, and proposes it
again.
` + planArg,
		Example:           `  weft plans reopen last`,
		Args:              between(1, 1, "a plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			expired := []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_EXPIRED}
			return p.withPlan(cmd.Context(), args[0], expired, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				got, err := s.api().ReopenPlan(ctx, &orchestratorv1.ReopenPlanRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), PauseId: openPause(plan)})
				if err != nil {
					return err
				}
				return p.showChecked(ctx, s, got.GetPlan())
			})
		},
	}
}

func (p *program) plansCancelCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "cancel PLAN",
		Short: "Cancel a plan",
		Long: `Cancels a plan. What is done stays done, and a call that is under way is not
taken back.
` + planArg,
		Example:           `  weft plans cancel last --reason "not needed any more"`,
		Args:              between(1, 1, "a plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withPlan(cmd.Context(), args[0], openStates(), func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				got, err := s.api().CancelPlan(ctx, &orchestratorv1.CancelPlanRequest{PlanId: plan.GetId(), Reason: reason})
				if err != nil {
					return err
				}
				return p.showOutcome(got.GetPlan())
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "`reason`, for the record")
	complete(c, "reason")
	return c
}
