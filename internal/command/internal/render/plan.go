package render

import (
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/progress"
)

// contextMost is how many lines of a plan's context are shown. What is done does not depend
// on them.
const contextMost = 12

// Plan returns a plan as a person decides on it: what will be done, to whom, with which
// arguments, what can't be undone, and how it stands.
func Plan(style screen.Style, p *orchestratorv1.Plan, zone *time.Location) string {
	var out strings.Builder
	out.WriteString(style.Wrap(style.Bold(shown(p.GetContent().GetObjective())), "", "") + "\n")
	out.WriteString(planHead(style, p, zone))
	if c := p.GetContent().GetContext(); c != "" {
		out.WriteString("\n" + style.Dim("What is known") + "\n" + quoted(style, c, "  ", contextMost))
	}
	if len(p.GetContent().GetSteps()) == 0 {
		return out.String()
	}
	out.WriteString("\n" + style.Dim("What is done, in this order") + "\n")
	for _, s := range stepsOf(p) {
		out.WriteString(s.text(style, p, zone))
	}
	if risks := p.GetContent().GetRisks(); len(risks) > 0 {
		out.WriteString("\n" + style.Dim("What may go wrong") + "\n")
		for _, r := range risks {
			out.WriteString(style.Wrap(shown(r), "  - ", "    ") + "\n")
		}
	}
	if progress.Ended(p.GetState()) {
		out.WriteString("\n" + PlanOutcome(style, p))
	} else {
		out.WriteString("\n" + planSum(style, p))
	}
	if p.GetHash() != "" {
		out.WriteString(style.Dim("hash "+p.GetHash()) + "\n")
	}
	return out.String()
}

// planHead says which plan it is, who wants it, and how it stands.
func planHead(style screen.Style, p *orchestratorv1.Plan, zone *time.Location) string {
	t := table{style: style}
	if p.GetId() != "" {
		t.row("plan", fmt.Sprintf("%s, version %d", p.GetId(), p.GetVersion()))
		proposed := moment(p.GetCreateTime().AsTime(), zone)
		if p.GetUser() != "" {
			proposed += " by " + shown(p.GetUser())
		}
		t.row("proposed", proposed)
		t.row("stands", paintPlan(style, p.GetState(), PlanStands(p)))
		outageRows(t.row, p.GetOutage(), zone)
	}
	t.row("from", shown(p.GetSource()))
	t.row("wanted", shown(p.GetWish()))
	t.row("drafted by", shown(p.GetDraftedBy()))
	if all := p.GetRejections(); len(all) == 0 || all[len(all)-1].GetFeedback() != p.GetReason() {
		t.row("why", shown(p.GetReason()))
	}
	for _, r := range p.GetRejections() {
		t.row("rejected", strings.TrimSuffix(fmt.Sprintf("version %d, %s by %s: %s", r.GetVersion(), moment(r.GetTime().AsTime(), zone), shown(r.GetUser()), shown(r.GetFeedback())), ": "))
	}
	for _, a := range p.GetApprovals() {
		t.row("approved", moment(a.GetTime().AsTime(), zone)+" by "+shown(a.GetUser()))
	}
	if n := p.GetApprovalsNeeded(); n > 1 {
		t.row("needs", fmt.Sprintf("the approval of %d people, also for each call that is asked for", n))
	}
	t.row("may approve", shown(strings.Join(p.GetApprovers(), ", ")))
	for _, problem := range p.GetProblems() {
		if problem.GetStepId() == "" {
			t.row("wrong", style.Bad(shown(problem.GetMessage())))
		}
	}
	return t.String()
}

// shown returns words of others on one line, with what can't be seen in them.
func shown(text string) string { return oneLine(planfile.Visible(text)) }

// quoted returns a text of others, marked as such on each line: nothing in it passes for
// what stands around it. Beyond so many lines it is cut, and says so.
func quoted(style screen.Style, text, indent string, most int) string {
	lines := strings.Split(strings.TrimRight(planfile.Visible(text), "\n"), "\n")
	var out strings.Builder
	for i, l := range lines {
		if i == most && len(lines) > most+1 {
			out.WriteString(indent + style.Dim(fmt.Sprintf("… %d more lines; -o json has them", len(lines)-i)) + "\n")
			break
		}
		if strings.TrimSpace(l) == "" {
			out.WriteString(indent + ">\n")
			continue
		}
		out.WriteString(style.Wrap(l, indent+"> ", indent+"> ") + "\n")
	}
	return out.String()
}
