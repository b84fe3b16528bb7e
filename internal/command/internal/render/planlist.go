package render

import (
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/progress"
)

// planStateWidth is the length of the longest state.
const planStateWidth = len("needs-review")

// PlanLine returns a plan on one line: its id, where it stands, when something last
// happened, and what is to be reached. On a second one stands the step whose turn it is.
func PlanLine(style screen.Style, p *orchestratorv1.Plan, zone *time.Location) string {
	at := moment(p.GetUpdateTime().AsTime(), zone)
	state := fmt.Sprintf("%-*s", planStateWidth, PlanState(p.GetState()))
	used := len(p.GetId()) + planStateWidth + len(at) + 6
	out := fmt.Sprintf("%s  %s  %s  %s\n", p.GetId(), paintPlan(style, p.GetState(), state), style.Dim(at), listed(style, shown(p.GetContent().GetObjective()), used))
	if turn := PlanTurn(p); turn != "" && !progress.Ended(p.GetState()) {
		out += "    " + listed(style, turn, 4) + "\n"
	}
	return out
}

// PlanTurn says which step has its turn, "" if none has.
func PlanTurn(p *orchestratorv1.Plan) string {
	for _, s := range stepsOf(p) {
		words := turns[s.stands.GetState()]
		if o := p.GetOutage(); o != nil && s.stands.GetState() == orchestratorv1.PlanStep_STATE_RUNNING {
			words = shown(progress.WaitsFor(o, nil))
		}
		if words != "" {
			return fmt.Sprintf("step %d of %d %s: %s", s.number, len(p.GetSteps()), words, shown(s.GetDescription()))
		}
	}
	return ""
}

var turns = map[orchestratorv1.PlanStep_State]string{
	orchestratorv1.PlanStep_STATE_RUNNING:  "is being done",
	orchestratorv1.PlanStep_STATE_APPROVAL: "needs approval",
	orchestratorv1.PlanStep_STATE_BY_HAND:  "is yours to do",
	orchestratorv1.PlanStep_STATE_FAILED:   "failed",
	orchestratorv1.PlanStep_STATE_UNKNOWN:  "may have been done",
}

// PlanEvent returns what has happened among plans as a line.
func PlanEvent(style screen.Style, e *orchestratorv1.PlanEvent, zone *time.Location) string {
	if e.GetPlan() == nil {
		return style.Dim("these plans have not ended; what happens follows") + "\n"
	}
	return PlanLine(style, e.GetPlan(), zone)
}

// PlanSteps returns a line for each step that stands otherwise than before, by their ids.
// It remembers in before how they stand now.
func PlanSteps(style screen.Style, p *orchestratorv1.Plan, before map[string]orchestratorv1.PlanStep_State, zone *time.Location) string {
	var out strings.Builder
	for _, s := range stepsOf(p) {
		now := s.stands.GetState()
		was := before[s.GetId()]
		before[s.GetId()] = now
		if now == was || now <= orchestratorv1.PlanStep_STATE_RUNNING {
			continue
		}
		line := s.title(style)
		if words := s.standing(style, p, zone); words != "" {
			line += ": " + words
		}
		if text := shown(s.stands.GetResult().GetText()); text != "" {
			line += "  " + style.Dim(shorten(text, listedMost))
		}
		out.WriteString(style.Wrap(line, "", stepIndent) + "\n")
	}
	return out.String()
}

// PlanDoing says what is being done of a plan, for a person who waits.
func PlanDoing(p *orchestratorv1.Plan) string {
	for _, s := range stepsOf(p) {
		if s.stands.GetState() == orchestratorv1.PlanStep_STATE_RUNNING && p.GetOutage() == nil {
			return fmt.Sprintf("step %d of %d: calling %s", s.number, len(p.GetSteps()), shown(s.GetServer()+"/"+s.GetOperation()))
		}
	}
	return PlanStands(p)
}

// PlanOutcome says what a plan has come to.
func PlanOutcome(style screen.Style, p *orchestratorv1.Plan) string {
	counts := map[orchestratorv1.PlanStep_State]int{}
	for _, s := range p.GetSteps() {
		counts[s.GetState()]++
	}
	out := paintPlan(style, p.GetState(), "The plan "+PlanStands(p)) +
		fmt.Sprintf(": %d of %d steps are done", counts[orchestratorv1.PlanStep_STATE_DONE], len(p.GetSteps()))
	if n := counts[orchestratorv1.PlanStep_STATE_SKIPPED]; n > 0 {
		out += fmt.Sprintf(", %d %s left out", n, either(n, "was", "were"))
	}
	if n := counts[orchestratorv1.PlanStep_STATE_UNKNOWN]; n > 0 {
		out += fmt.Sprintf(", of %d nobody knows", n)
	}
	if p.GetReason() != "" {
		out += "; " + shown(p.GetReason())
	}
	return style.Wrap(out, "", "") + "\n"
}
