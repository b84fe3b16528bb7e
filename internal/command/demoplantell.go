package command

import (
	"context"
	"fmt"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/progress"
)

// demoPlansBegin and demoPlansEnd are what is told before the story, and what to do after it.
const (
	demoPlansBegin = "A plan writes an invoice, mails it, and enters into a calendar when it is due. It all happens in a new folder, with a vault, an invoice book, a calendar, and a mailbox whose mails are files: nothing leaves this machine. After “$” is what you would type."
	demoPlansEnd   = `What to do next:
  weft demo plans --ask     the same, but you decide
  weft plan --help          how a plan is written
  weft tools --help         how tools of your own can be called by plans
`
)

// perform goes through the story. A person who says no comes to its end at once.
func (d *planDemo) perform(ctx context.Context) error {
	if err := d.tell(d.outStyle.Wrap(demoPlansBegin, "", "") + "\n"); err != nil {
		return err
	}
	if err := d.trust(ctx); err != nil {
		return err
	}
	content, err := d.read()
	if err != nil {
		return err
	}
	plan, err := d.propose(ctx, content)
	if err != nil {
		return err
	}
	for _, scene := range []func(context.Context, *orchestratorv1.Plan) (*orchestratorv1.Plan, error){d.approve, d.change, d.send, d.skip} {
		next, err := scene(ctx, plan)
		if err != nil {
			return err
		}
		if next == nil {
			break
		}
		plan = next
	}
	if d.flags.json() {
		return d.printJSON(plan)
	}
	return d.look()
}

// title begins a scene, with the command that does the same.
func (d *planDemo) title(about, command string) error {
	return d.tell(fmt.Sprintf("\n%s\n%s %s\n\n", d.outStyle.Wrap(d.outStyle.Dim(about+":"), "", ""), d.outStyle.Accent("$"), d.outStyle.Bold(command)))
}

func (d *planDemo) scene(about, command, text string) error {
	if err := d.title(about, command); err != nil {
		return err
	}
	return d.tell(text)
}

// tell prints a part of the story, which is no result.
func (d *planDemo) tell(text string) error {
	if d.flags.json() || d.flags.quiet {
		return nil
	}
	return d.print(text)
}

// agrees has the person decide, or else the demo.
func (d *planDemo) agrees(ctx context.Context, about, command, question, warning string) (bool, error) {
	if !d.ask {
		about += ". Here you would be asked y/n; the demo says yes"
	}
	if err := d.title(about, command); err != nil {
		return false, err
	}
	return d.looksAt(ctx, decision{yes: !d.ask}, "", question, warning)
}

// follow shows what comes of the steps until the plan waits for a step as it should, or, if
// for none, has been carried out.
func (d *planDemo) follow(ctx context.Context, before *orchestratorv1.Plan, should orchestratorv1.PlanStep_State) (*orchestratorv1.Plan, error) {
	stood := map[string]orchestratorv1.PlanStep_State{}
	render.PlanSteps(d.outStyle, before, stood, d.zone)
	plan, err := d.untilWaits(ctx, d.s, before, func(e *orchestratorv1.PlanEvent) error {
		return d.tell(render.PlanSteps(d.outStyle, e.GetPlan(), stood, d.zone))
	})
	if err != nil {
		return nil, err
	}
	if progress.Turn(plan).GetState() != should || progress.Turn(plan) == nil && plan.GetState() != orchestratorv1.Plan_STATE_COMPLETED {
		return nil, fmt.Errorf("the plan did not go as it should: it %s", render.PlanStands(plan))
	}
	return plan, nil
}

// refused shows how something was refused, and fails if it was not.
func (d *planDemo) refused(about, command string, err error) error {
	if err == nil {
		return fmt.Errorf("%q was not refused, as it should be", command)
	}
	f := describe(err)
	return d.scene(about, command, d.outStyle.Wrap(d.outStyle.Bad("weft: ")+f.Message+"  "+d.outStyle.Dim("("+f.Reason+")"), "", "")+"\n")
}

// brief is a hash, shortened.
func brief(hash string) string { return hash[:min(12, len(hash))] + "…" }
