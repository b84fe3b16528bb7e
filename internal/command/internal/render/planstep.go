package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/progress"
	"github.com/weft-mesh/weft/plans/source"
)

// A planStep is a step with all that is known of it.
type planStep struct {
	*planv1.Step
	number int
	tool   *planv1.Binding          // nil if it isn't known
	stands *orchestratorv1.PlanStep // nil before the plan is proposed
	wrong  []string
}

// stepsOf returns the steps of a plan.
func stepsOf(p *orchestratorv1.Plan) []planStep {
	var out []planStep
	for i, s := range p.GetContent().GetSteps() {
		step := planStep{Step: s, number: i + 1}
		for _, b := range p.GetBindings() {
			if b.GetStepId() == s.GetId() {
				step.tool = b
			}
		}
		for _, is := range p.GetSteps() {
			if is.GetId() == s.GetId() {
				step.stands = is
			}
		}
		for _, problem := range p.GetProblems() {
			if problem.GetStepId() == s.GetId() {
				step.wrong = append(step.wrong, problem.GetMessage())
			}
		}
		out = append(out, step)
	}
	return out
}

// PlanCall returns one step of a plan as a person decides on it.
func PlanCall(style screen.Style, p *orchestratorv1.Plan, id string, zone *time.Location) string {
	steps := stepsOf(p)
	i := slices.IndexFunc(steps, func(s planStep) bool { return s.GetId() == id })
	if i < 0 {
		return ""
	}
	t := table{style: style}
	t.row("plan", fmt.Sprintf("%s, version %d: %s", p.GetId(), p.GetVersion(), shown(p.GetContent().GetObjective())))
	if p.GetReason() != steps[i].stands.GetResult().GetText() {
		t.row("why", shown(p.GetReason()))
	}
	return t.String() + "\n" + steps[i].text(style, p, zone)
}

const (
	stepIndent = "   "
	rowWidth   = len("arguments") + 2
	// resultMost is how many lines of what a tool said are shown, and of what it returned.
	resultMost = 12
)

// text returns a step with its arguments and what came of it.
func (s planStep) text(style screen.Style, p *orchestratorv1.Plan, zone *time.Location) string {
	var out strings.Builder
	row := func(name, text string) {
		if text != "" {
			lead := stepIndent + style.Dim(name) + strings.Repeat(" ", rowWidth-style.Columns(name))
			out.WriteString(style.Wrap(text, lead, stepIndent+strings.Repeat(" ", rowWidth)) + "\n")
		}
	}
	out.WriteString(style.Wrap(s.title(style), "", stepIndent) + "\n")
	for _, w := range s.wrong {
		row("wrong", style.Bad(shown(w)))
	}
	if s.GetServer() == "" {
		row("by hand", "you do this yourself; Weft waits until you say that it is done (weft plans done)")
		if s.stands.GetState() != orchestratorv1.PlanStep_STATE_DONE {
			row("returns", strings.Join(PlanNeeds(p, s.GetId()), ", "))
		}
	} else {
		row("tool", shown(s.GetServer()+"/"+s.GetOperation()))
	}
	if s.external() || s.tool == nil || s.GetServer() == "" {
		row("to", s.whom())
	} else {
		row("on", s.whom())
	}
	if s.GetServer() != "" {
		row("effect", s.effect(style))
		row("past", s.past(style, p, zone))
		out.WriteString(s.sends(style))
	}
	if s.stands.GetState() <= orchestratorv1.PlanStep_STATE_PENDING && !progress.Ended(p.GetState()) {
		if s.asksAgain() {
			row(planfile.Hand, "you are asked for this call once more, before it is made")
		}
		if s.GetOptional() {
			row("optional", "it may be left out (weft plans skip), and the plan goes on")
		}
	}
	row("stands", s.standing(style, p, zone))
	out.WriteString(s.result(style))
	row("hash", style.Dim(s.stands.GetArgumentsHash()))
	return out.String()
}

// past tells days in the arguments of a call that changes something, if they were over when
// the plan was proposed: often the year is wrong.
func (s planStep) past(style screen.Style, p *orchestratorv1.Plan, zone *time.Location) string {
	if s.tool.GetEffect() == commonv1.ToolEffect_TOOL_EFFECT_READ || p.GetCreateTime() == nil {
		return ""
	}
	days := source.Past(s.arguments(), p.GetCreateTime().AsTime().In(zone).Format(time.DateOnly))
	if len(days) == 0 {
		return ""
	}
	return style.Warn(shown(strings.Join(days, ", ")) + " " + either(len(days), "is", "are") + " past")
}

// title names a step: its number, what it does, and its id where that is another.
func (s planStep) title(style screen.Style) string {
	out := fmt.Sprintf("%d. ", s.number)
	if s.asksAgain() {
		out += planfile.Hand + " "
	}
	out += style.Bold(shown(s.GetDescription()))
	if s.GetId() != strconv.Itoa(s.number) {
		out += "  " + style.Dim("(step "+s.GetId()+")")
	}
	return out
}
