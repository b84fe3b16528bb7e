package render

import (
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// PlanStats returns how many plans stand where, what came of the calls of each tool, and
// which tools are missing.
func PlanStats(style screen.Style, c *orchestratorv1.GetPlanStatsResponse) string {
	var out strings.Builder
	out.WriteString(style.Bold(fmt.Sprintf("%-*s %7d", planStateWidth, "plans", c.GetPlans())) + "\n")
	for _, s := range c.GetStates() {
		out.WriteString(paintPlan(style, s.GetState(), fmt.Sprintf("%-*s", planStateWidth, PlanState(s.GetState()))) + fmt.Sprintf(" %7d\n", s.GetPlans()))
	}
	if tools := c.GetTools(); len(tools) > 0 {
		width := len("tool")
		for _, t := range tools {
			width = max(width, style.Columns(shown(t.GetTool())))
		}
		row := func(name string, numbers ...any) string {
			return shown(name) + strings.Repeat(" ", width-style.Columns(shown(name))) + fmt.Sprintf(" %7v %7v %7v %7v %7v %7v", numbers...)
		}
		out.WriteString("\n" + style.Bold(row("tool", "called", "done", "failed", "unknown", "skipped", "by hand")) + "\n")
		for _, t := range tools {
			out.WriteString(row(t.GetTool(), t.GetCalled(), t.GetDone(), t.GetFailed(), t.GetUnknown(), t.GetSkipped(), t.GetByHand()) + "\n")
		}
	}
	if len(c.GetMissingTools()) > 0 {
		out.WriteString("\n" + style.Bold("no server has") + "\n")
	}
	for _, g := range c.GetMissingTools() {
		fmt.Fprintf(&out, "%s  %d %s, the last is %s\n", style.Bad(shown(g.GetTool())), g.GetPlans(), either(int(g.GetPlans()), "plan", "plans"), g.GetLastPlanId())
	}
	return out.String()
}
