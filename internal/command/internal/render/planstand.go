package render

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/progress"
)

// PlanState returns where a plan stands, as a word.
func PlanState(s orchestratorv1.Plan_State) string {
	return strings.ReplaceAll(enumWord(s.String(), "STATE_"), " ", "-")
}

// PlanStands says where a plan stands.
func PlanStands(p *orchestratorv1.Plan) string {
	switch p.GetState() {
	case orchestratorv1.Plan_STATE_DRAFTING:
		return "is being drafted" + andWaits(p)
	case orchestratorv1.Plan_STATE_CHECKING:
		return "is being checked against the tools that there are" + andWaits(p)
	case orchestratorv1.Plan_STATE_PROPOSED:
		return "waits for an approval; nothing is done before"
	case orchestratorv1.Plan_STATE_REJECTED:
		return "was rejected, and waits for another version"
	case orchestratorv1.Plan_STATE_NEEDS_REVIEW:
		switch {
		case len(p.GetSteps()) == 0 && p.GetWish() != "":
			return "could not be drafted"
		case len(p.GetProblems()) > 0:
			return "can't be carried out as it is, and waits for another version"
		}
		return "was rejected too often, and waits for another version"
	case orchestratorv1.Plan_STATE_EXPIRED:
		return "expired: nobody decided in time"
	case orchestratorv1.Plan_STATE_EXECUTING:
		return "is being carried out" + andWaits(p)
	case orchestratorv1.Plan_STATE_WAITING:
		return "is being carried out, and waits for a person"
	case orchestratorv1.Plan_STATE_COMPLETED:
		return "was carried out"
	case orchestratorv1.Plan_STATE_FAILED:
		return "was given up on the way"
	case orchestratorv1.Plan_STATE_CANCELLED:
		return "was cancelled"
	}
	return PlanState(p.GetState())
}

// andWaits goes on with whom a plan waits for, if they can't be reached.
func andWaits(p *orchestratorv1.Plan) string {
	if p.GetOutage() == nil {
		return ""
	}
	return ", and " + shown(progress.WaitsFor(p.GetOutage(), nil))
}

// PlanResume names a plan in a line, and says what it waits for.
func PlanResume(p *orchestratorv1.Plan) string {
	why := PlanStands(p)
	switch step := progress.Turn(p); {
	case !progress.Mine(p):
	case p.GetState() == orchestratorv1.Plan_STATE_PROPOSED:
		why = "waits for your approval"
	case p.GetState() == orchestratorv1.Plan_STATE_WAITING && resumes[step.GetState()] != "":
		why = resumes[step.GetState()] + shown(step.GetId())
	}
	objective := cmp.Or(p.GetContent().GetObjective(), p.GetWish())
	return fmt.Sprintf("%s %s (%s)", p.GetId(), shorten(shown(objective), listedMost), why)
}

// resumes is what a plan waits for from who is told of it, before the id of the step.
var resumes = map[orchestratorv1.PlanStep_State]string{
	orchestratorv1.PlanStep_STATE_APPROVAL: "waits for your approval of step ",
	orchestratorv1.PlanStep_STATE_BY_HAND:  "waits until you have done step ",
	orchestratorv1.PlanStep_STATE_FAILED:   "waits for you to say how to go on after the failed step ",
	orchestratorv1.PlanStep_STATE_UNKNOWN:  "waits for you to say what came of step ",
}

func paintPlan(style screen.Style, s orchestratorv1.Plan_State, text string) string {
	switch s {
	case orchestratorv1.Plan_STATE_COMPLETED:
		return style.Good(text)
	case orchestratorv1.Plan_STATE_FAILED, orchestratorv1.Plan_STATE_CANCELLED, orchestratorv1.Plan_STATE_NEEDS_REVIEW:
		return style.Bad(text)
	case orchestratorv1.Plan_STATE_DRAFTING, orchestratorv1.Plan_STATE_CHECKING, orchestratorv1.Plan_STATE_EXECUTING:
		return text
	}
	return style.Warn(text)
}

// standing says how a step stands. Before the plan is approved there is nothing to say.
func (s planStep) standing(style screen.Style, p *orchestratorv1.Plan, zone *time.Location) string {
	r := s.stands.GetResult()
	by := func(words string) string {
		if r.GetUser() == "" {
			return words
		}
		return words + " " + shown(r.GetUser())
	}
	at := ""
	if t := r.GetCallTime(); t != nil {
		at = " " + moment(t.AsTime(), zone)
	}
	switch s.stands.GetState() {
	case orchestratorv1.PlanStep_STATE_RUNNING:
		if o := p.GetOutage(); o != nil {
			return style.Warn(shown(progress.WaitsFor(o, func(t time.Time) string { return moment(t, zone) })))
		}
		return style.Warn("is being done now")
	case orchestratorv1.PlanStep_STATE_APPROVAL:
		if n := p.GetApprovalsNeeded(); n > 1 {
			return style.Warn(fmt.Sprintf("waits for the approval of this call (%d of %d)", len(s.stands.GetApprovals()), n))
		}
		return style.Warn("waits for the approval of this call")
	case orchestratorv1.PlanStep_STATE_BY_HAND:
		return style.Warn("waits until somebody says that it is done")
	case orchestratorv1.PlanStep_STATE_FAILED:
		return style.Bad("was not done" + at)
	case orchestratorv1.PlanStep_STATE_UNKNOWN:
		return style.Bad("nobody knows whether it was done" + at)
	case orchestratorv1.PlanStep_STATE_DONE:
		if r.GetStatus() == planv1.StepResult_STATUS_DONE_BY_HAND {
			return style.Good(by("done, says"))
		}
		return style.Good(by("done" + at + ", approved by"))
	case orchestratorv1.PlanStep_STATE_SKIPPED:
		return style.Dim(by("left out by"))
	}
	switch {
	case progress.Ended(p.GetState()):
		return style.Dim("it did not come to this")
	case p.GetState() == orchestratorv1.Plan_STATE_EXECUTING, p.GetState() == orchestratorv1.Plan_STATE_WAITING:
		return style.Dim("not yet")
	}
	return ""
}

// result returns what a tool said and returned, marked as its words.
func (s planStep) result(style screen.Style) string {
	r := s.stands.GetResult()
	var out strings.Builder
	if text := strings.TrimSpace(r.GetText()); text != "" && text != r.GetStructured() {
		name := "the tool says"
		if r.GetCallTime() == nil || s.stands.GetState() != orchestratorv1.PlanStep_STATE_DONE && s.stands.GetState() != orchestratorv1.PlanStep_STATE_FAILED {
			name = "because"
		}
		out.WriteString(stepIndent + style.Dim(name) + "\n" + quoted(style, text, stepIndent+"  ", resultMost))
	}
	if r.GetStructured() != "" {
		out.WriteString(stepIndent + style.Dim("returned") + "\n" + quoted(style, strings.TrimSpace(indentJSON(r.GetStructured(), "")), stepIndent+"  ", resultMost))
	}
	for _, remark := range r.GetRemarks() {
		out.WriteString(stepIndent + style.Warn(shorten(shown(remark), 300)) + "\n")
	}
	return out.String()
}
