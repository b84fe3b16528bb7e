package command

import (
	"context"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/progress"
)

// trust lists the tools and agrees to them, as an operator would.
func (d *planDemo) trust(ctx context.Context) error {
	if err := d.title("The tools. An operator looks at each once and agrees to it; before that no plan can call it. The demo agrees", "weft tools ls"); err != nil {
		return err
	}
	all, err := d.s.api().ListTools(ctx, &orchestratorv1.ListToolsRequest{})
	if err != nil {
		return err
	}
	for _, s := range all.GetServers() {
		if s.GetProblem() != "" {
			return fault.New(codes.Unavailable, fault.ToolUnavailable, "%s: %s", s.GetName(), s.GetProblem())
		}
	}
	for _, t := range all.GetTools() {
		_, err := d.s.api().TrustTool(ctx, &orchestratorv1.TrustToolRequest{Server: t.GetServer(), Operation: t.GetOperation(), DefinitionHash: t.GetDefinitionHash()})
		if err != nil {
			return err
		}
	}
	if all, err = d.s.api().ListTools(ctx, &orchestratorv1.ListToolsRequest{}); err != nil {
		return err
	}
	return d.tell(render.Tools(d.outStyle, all, time.UTC))
}

// read shows the note and the plan, and returns what the plan says.
func (d *planDemo) read() (*planv1.Content, error) {
	note, err := os.ReadFile(d.in(demoVault, demoNote))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(d.in(demoPlan))
	if err != nil {
		return nil, err
	}
	file, err := d.readPlan(d.in(demoPlan))
	if err != nil {
		return nil, err
	}
	if err := d.scene("A note in the vault, on what a client owes", "cat vault/"+demoNote, string(note)); err != nil {
		return nil, err
	}
	return file.content, d.scene("The plan, as somebody has written it. “$from” takes a value from what an earlier step returns", "cat "+demoPlan, string(text))
}

func (d *planDemo) propose(ctx context.Context, content *planv1.Content) (*orchestratorv1.Plan, error) {
	got, err := d.s.api().ProposePlan(ctx, &orchestratorv1.ProposePlanRequest{Proposal: &planv1.Proposal{Content: content, Source: demoNote}})
	if err != nil {
		return nil, err
	}
	plan := got.GetPlan()
	if len(plan.GetPauses()) == 0 {
		if plan, err = d.untilWaits(ctx, d.s, plan, nil); err != nil {
			return nil, err
		}
	}
	return plan, d.scene("It is proposed, checked against the tools, and shown as it will be done", "weft plan "+demoPlan+" --source "+demoNote, render.Plan(d.outStyle, plan, d.zone))
}

func (d *planDemo) approve(ctx context.Context, plan *orchestratorv1.Plan) (*orchestratorv1.Plan, error) {
	ok, err := d.agrees(ctx, "Nothing has been done so far", "weft plans approve last", "Carry out this plan?", "")
	if err != nil || !ok {
		return nil, err
	}
	_, err = d.s.api().ApprovePlan(ctx, &orchestratorv1.ApprovePlanRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), Hash: plan.GetHash(), PauseId: openPause(plan)})
	if err != nil {
		return nil, err
	}
	if plan, err = d.follow(ctx, plan, orchestratorv1.PlanStep_STATE_APPROVAL); err != nil {
		return nil, err
	}
	return plan, d.scene("What is sent outside is asked for once more, with exactly what will be sent", "weft plans approve last", render.PlanCall(d.outStyle, plan, progress.Turn(plan).GetId(), d.zone))
}

// change tries what must not work: to have another mail sent, or another plan carried out,
// than what was approved.
func (d *planDemo) change(ctx context.Context, plan *orchestratorv1.Plan) (*orchestratorv1.Plan, error) {
	step := progress.Turn(plan)
	other, err := d.s.api().DryRunTool(ctx, &orchestratorv1.DryRunToolRequest{
		Server: "mailbox", Operation: "send_message", Arguments: strings.Replace(step.GetArguments(), "@acme-analytics.", "@acme-analyticz.", 1),
	})
	if err != nil {
		return nil, err
	}
	_, err = d.s.api().ApproveStep(ctx, &orchestratorv1.ApproveStepRequest{
		PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), ArgumentsHash: other.GetArgumentsHash(), PauseId: openPause(plan),
	})
	err = d.refused("The same mail to acme-analyticz.example, one letter off, has another hash, and is refused",
		"weft plans approve last send --hash "+brief(other.GetArgumentsHash()), err)
	if err != nil {
		return nil, err
	}
	content := proto.CloneOf(plan.GetContent())
	for _, s := range content.GetSteps() {
		s.Arguments = strings.Replace(s.GetArguments(), `"2026-01"`, `"2026-02"`, 1)
	}
	_, err = d.s.api().RevisePlan(ctx, &orchestratorv1.RevisePlanRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), Content: content, PauseId: openPause(plan)})
	return plan, d.refused("So is another plan in place of the approved one, if only for month 2026-02",
		"weft plans revise last february.md", err)
}

func (d *planDemo) send(ctx context.Context, plan *orchestratorv1.Plan) (*orchestratorv1.Plan, error) {
	step := progress.Turn(plan)
	ok, err := d.agrees(ctx, "The mail that was shown has this hash", "weft plans approve last send --hash "+brief(step.GetArgumentsHash()),
		"Make this call, with exactly these arguments?", render.CantTakeBack(plan, step.GetId()))
	if err != nil || !ok {
		return nil, err
	}
	_, err = d.s.api().ApproveStep(ctx, &orchestratorv1.ApproveStepRequest{
		PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), ArgumentsHash: step.GetArgumentsHash(), PauseId: openPause(plan),
	})
	if err != nil {
		return nil, err
	}
	return d.follow(ctx, plan, orchestratorv1.PlanStep_STATE_BY_HAND)
}

func (d *planDemo) skip(ctx context.Context, plan *orchestratorv1.Plan) (*orchestratorv1.Plan, error) {
	step := progress.Turn(plan)
	if err := d.title("The last step is for a person and may be left out. The demo leaves it out", "weft plans skip last "+step.GetId()); err != nil {
		return nil, err
	}
	_, err := d.s.api().SkipStep(ctx, &orchestratorv1.SkipStepRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: step.GetId(), PauseId: openPause(plan)})
	if err != nil {
		return nil, err
	}
	if plan, err = d.follow(ctx, plan, orchestratorv1.PlanStep_STATE_UNSPECIFIED); err != nil {
		return nil, err
	}
	return plan, d.tell(render.PlanOutcome(d.outStyle, plan))
}
