package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) plansRejectCommand() *cobra.Command {
	var feedback string
	c := &cobra.Command{
		Use:   "reject PLAN",
		Short: "Turn a plan down, and say what should be different",
		Long: `Turns down the version of a plan that waits for an approval; it then waits for
another version. It needs the scope approve.
` + planArg,
		Example:           `  weft plans reject last --feedback "to the new address, please"`,
		Args:              between(1, 1, "a plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			proposed := []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_PROPOSED}
			return p.withPlan(cmd.Context(), args[0], proposed, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				if err := asksOthers(plan); err != nil {
					return err
				}
				if feedback == "" && p.interactive() && plan.GetState() == orchestratorv1.Plan_STATE_PROPOSED {
					p.say("Version " + fmt.Sprint(plan.GetVersion()) + " of: " + plan.GetContent().GetObjective())
					p.say("What should be different?")
					_, _ = fmt.Fprint(p.err, p.errStyle.Bold("> "))
					if feedback, _ = p.in.next(ctx); ctx.Err() != nil {
						return ctx.Err()
					}
				}
				got, err := s.api().RejectPlan(ctx, &orchestratorv1.RejectPlanRequest{
					PlanId: plan.GetId(), Version: plan.GetVersion(), Feedback: feedback, PauseId: openPause(plan),
				})
				if err != nil {
					return err
				}
				return p.showOutcome(got.GetPlan())
			})
		},
	}
	c.Flags().StringVar(&feedback, "feedback", "", "what should be different, in `words`")
	complete(c, "feedback")
	return c
}
