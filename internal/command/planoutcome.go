package command

import (
	"context"
	"errors"
	"fmt"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/progress"
)

// goOn tells that a plan goes on, and follows it if that is wanted. A mesh of the command's
// own is followed anyway: it carries the plan out for as long as the command runs.
func (p *program) goOn(ctx context.Context, s *connection, before, now *orchestratorv1.Plan, said string, watch bool) error {
	if !watch && p.flags.json() {
		var err error
		if s.inProcess() {
			now, err = p.untilWaits(ctx, s, before, nil)
		}
		if err != nil {
			return err
		}
		return p.printJSON(now)
	}
	if !watch && !s.inProcess() {
		if err := p.print(said + "\n"); err != nil {
			return err
		}
		if progress.Ended(now.GetState()) {
			return p.showOutcome(now)
		}
		p.notice("to follow it: weft plans watch %s", now.GetId())
		return nil
	}
	p.notice("%s", said)
	err := p.followPlan(ctx, s, before)
	if silent := (exitError{}); !watch && errors.As(err, &silent) {
		return nil // what was asked for is done
	}
	return err
}

// showOutcome says where a plan stands now, and what to type next.
func (p *program) showOutcome(plan *orchestratorv1.Plan) error {
	if p.flags.json() {
		return p.printJSON(plan)
	}
	if err := p.print(fmt.Sprintf("%s  %s\n", plan.GetId(), render.PlanStands(plan))); err != nil {
		return err
	}
	p.tellWays(plan)
	return nil
}

// cameTo says what a plan that was followed has come to.
func (p *program) cameTo(plan *orchestratorv1.Plan) error {
	if !p.flags.json() {
		zone, err := p.zone()
		if err != nil {
			return err
		}
		text := render.PlanOutcome(p.outStyle, plan)
		switch step := progress.Turn(plan); {
		case plan.GetState() == orchestratorv1.Plan_STATE_WAITING && step != nil:
			text = "\n" + render.PlanCall(p.outStyle, plan, step.GetId(), zone)
		case !progress.Ended(plan.GetState()):
			text = render.Plan(p.outStyle, plan, zone)
		}
		if err := p.print(text); err != nil {
			return err
		}
		p.tellWays(plan)
	}
	switch plan.GetState() {
	case orchestratorv1.Plan_STATE_COMPLETED:
		return nil
	case orchestratorv1.Plan_STATE_FAILED, orchestratorv1.Plan_STATE_CANCELLED:
		return exitError{exitFailed}
	}
	return exitError{exitWaiting}
}
