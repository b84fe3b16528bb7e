package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/progress"
)

// A decision is how a person says that they have looked at what they decide on.
type decision struct {
	yes   bool
	hash  string // of what was looked at
	watch bool
}

// flags adds the flags of a decision.
func (d *decision) flags(c *cobra.Command) {
	c.Flags().BoolVarP(&d.yes, "yes", "y", false, "don't ask; you have looked at it")
	c.Flags().StringVar(&d.hash, "hash", "", "don't ask; you have looked at what has this `hash`, and nothing else is meant")
	d.follows(c)
	complete(c, "hash")
}

func (d *decision) follows(c *cobra.Command) {
	c.Flags().BoolVar(&d.watch, "watch", false, "follow the plan until it ends or waits for a person")
}

func (p *program) plansApproveCommand() *cobra.Command {
	var d decision
	c := &cobra.Command{
		Use:   "approve PLAN [STEP]",
		Short: "Approve a plan, or the call of the step whose turn it is",
		Long: `Shows what you decide on, asks you, and approves exactly that: if it has changed
meanwhile, nothing is approved. Without STEP it is the plan, or the call that the
plan waits for. A call that is sent outside is asked for twice.

Without a terminal, look first with "weft plans show", then say so: --hash names
what you have looked at, and --yes takes what is there. This needs the scope
approve.
` + planArg,
		Example: `  weft plans approve last
  weft plans approve last --watch
  weft plans approve 4AJ3PG send --hash 5f0c21a9be74…`,
		Args:              between(1, 2, "a plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			waiting := []orchestratorv1.Plan_State{orchestratorv1.Plan_STATE_PROPOSED, orchestratorv1.Plan_STATE_WAITING}
			return p.withPlan(cmd.Context(), args[0], waiting, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				switch {
				case plan.GetState() == orchestratorv1.Plan_STATE_WAITING:
					return p.approveStep(ctx, s, plan, args[1:], d)
				case len(args) > 1:
					return usage("no step of %s waits for an approval: %s; leave out the step", plan.GetId(), render.PlanStands(plan))
				}
				return p.approvePlan(ctx, s, plan, d)
			})
		},
	}
	d.flags(c)
	return c
}

// approvePlan approves a version of a plan, as a person has looked at it.
func (p *program) approvePlan(ctx context.Context, s *connection, plan *orchestratorv1.Plan, d decision) error {
	if plan.GetState() != orchestratorv1.Plan_STATE_PROPOSED {
		return fault.New(codes.FailedPrecondition, fault.PlanState, "%s doesn't wait for an approval: it %s", plan.GetId(), render.PlanStands(plan))
	}
	if err := asksOthers(plan); err != nil {
		return err
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	show := func(plan *orchestratorv1.Plan) string { return render.Plan(p.outStyle, plan, zone) }
	ok, err := p.looksAt(ctx, d, show(plan), "Carry out this plan?", "")
	if err != nil || !ok {
		return err
	}
	req := &orchestratorv1.ApprovePlanRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), Hash: plan.GetHash(), PauseId: openPause(plan)}
	if d.hash != "" {
		req.Hash = d.hash
	}
	got, err := s.api().ApprovePlan(ctx, req)
	if err != nil {
		return p.showChanged(ctx, s, plan.GetId(), err, show)
	}
	done := fmt.Sprintf("version %d is approved", plan.GetVersion())
	if n, needed := len(got.GetPlan().GetApprovals()), int(plan.GetApprovalsNeeded()); n < needed {
		done = fmt.Sprintf("your approval of version %d counts: %d of %d", plan.GetVersion(), n, needed)
	}
	return p.goOn(ctx, s, plan, got.GetPlan(), done, d.watch)
}

// approveStep approves the call of the step whose turn it is.
func (p *program) approveStep(ctx context.Context, s *connection, plan *orchestratorv1.Plan, ref []string, d decision) error {
	step := progress.Turn(plan)
	if len(ref) > 0 {
		named, err := findStep(plan, ref[0])
		if err != nil {
			return err
		}
		if step.GetId() != named.GetId() {
			return fault.New(codes.FailedPrecondition, fault.PlanState, "it is not the turn of step %s; %s", named.GetId(), render.PlanTurn(plan))
		}
	}
	if step.GetState() != orchestratorv1.PlanStep_STATE_APPROVAL {
		return fault.New(codes.FailedPrecondition, fault.PlanState, "no call of %s waits for an approval (%s); \"weft plans show %s\" says how to go on", plan.GetId(), render.PlanTurn(plan), plan.GetId())
	}
	return p.decideStep(ctx, s, plan, step, d, "Make this call, with exactly these arguments?",
		func(hash, pause string) (*orchestratorv1.Plan, error) {
			got, err := s.api().ApproveStep(ctx, &orchestratorv1.ApproveStepRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), ArgumentsHash: hash, PauseId: pause})
			return got.GetPlan(), err
		})
}

// decideStep has a person look at a call and do something that makes it.
func (p *program) decideStep(ctx context.Context, s *connection, plan *orchestratorv1.Plan, step *orchestratorv1.PlanStep, d decision, question string,
	do func(hash, pause string) (*orchestratorv1.Plan, error),
) error {
	if err := asksOthers(plan); err != nil {
		return err
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	show := func(plan *orchestratorv1.Plan) string { return render.PlanCall(p.outStyle, plan, step.GetId(), zone) }
	ok, err := p.looksAt(ctx, d, show(plan), question, render.CantTakeBack(plan, step.GetId()))
	if err != nil || !ok {
		return err
	}
	hash := step.GetArgumentsHash()
	if d.hash != "" {
		hash = d.hash
	}
	got, err := do(hash, openPause(plan))
	if err != nil {
		return p.showChanged(ctx, s, plan.GetId(), err, show)
	}
	done := fmt.Sprintf("step %s is approved", step.GetId())
	if now, err := findStep(got, step.GetId()); err == nil {
		if n, needed := len(now.GetApprovals()), int(plan.GetApprovalsNeeded()); n > 0 && n < needed {
			done = fmt.Sprintf("your approval of step %s counts: %d of %d", step.GetId(), n, needed)
		}
	}
	return p.goOn(ctx, s, plan, got, done, d.watch)
}

// asksOthers is the error for a plan that waits for others alone: nobody is asked twice, and
// then refused.
func asksOthers(plan *orchestratorv1.Plan) error {
	if len(plan.GetPauses()) == 0 || progress.Mine(plan) {
		return nil
	}
	return fault.New(codes.PermissionDenied, fault.NotAllowed, "%s is not yours to decide on: %s", plan.GetId(), render.PlanAsks(plan.GetPauses()[0]))
}

// looksAt shows what there is to decide on, and asks; once more if it can't be taken back.
func (p *program) looksAt(ctx context.Context, d decision, what, question, warning string) (bool, error) {
	sure := d.yes || d.hash != ""
	if !sure && !p.interactive() {
		return false, usage("look at it with \"weft plans show\", then approve it with --hash HASH, or with --yes whatever is there now")
	}
	if d.hash == "" && !p.flags.json() { // who names a hash has seen it
		if err := p.print(what); err != nil {
			return false, err
		}
	}
	if sure {
		return true, nil
	}
	p.say("")
	answer, err := p.ask(ctx, question, "y/n> ")
	agreed := answer == "y" || answer == "yes"
	if agreed && warning != "" && err == nil {
		answer, err = p.ask(ctx, p.errStyle.Warn(warning)+" Type yes", "yes> ")
		agreed = answer == "yes"
	}
	if !agreed {
		p.notice("nothing was done")
	}
	return agreed, err
}

// ask asks a person for a line. No line is an empty one.
func (p *program) ask(ctx context.Context, question, prompt string) (string, error) {
	p.say(p.errStyle.Wrap(question, "", ""))
	_, _ = fmt.Fprint(p.err, p.errStyle.Bold(prompt))
	said, _ := p.in.next(ctx)
	return folded(said), ctx.Err()
}

// showChanged shows anew what has changed since it was looked at.
func (p *program) showChanged(ctx context.Context, s *connection, id string, err error, show func(*orchestratorv1.Plan) string) error {
	if !errors.Is(fault.FromError(err), fault.PlanChanged) || p.flags.json() {
		return err
	}
	got, failed := s.api().GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
	if failed != nil {
		return err
	}
	p.notice("it has changed since, and nothing was done; this is how it stands now:")
	if failed := p.print("\n" + show(got.GetPlan())); failed != nil {
		return failed
	}
	p.tellWays(got.GetPlan())
	return err
}
