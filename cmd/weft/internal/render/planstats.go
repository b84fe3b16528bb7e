package render

import (
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/screen"
	"github.com/weft-mesh/weft/plans/stats"
)

// PlanStats returns how many plans stand where, what came of the calls of each tool, and
// which tools are missing.
func PlanStats(style screen.Style, c *stats.Counts, gaps []stats.Gap) string {
	var out strings.Builder
	out.WriteString(style.Bold(fmt.Sprintf("%-*s %7d", planStateWidth, "plans", c.Plans)) + "\n")
	for n := 1; n < len(orchestratorv1.Plan_State_name); n++ {
		state := orchestratorv1.Plan_State(n)
		if in := c.In(state); in > 0 {
			out.WriteString(paintPlan(style, state, fmt.Sprintf("%-*s", planStateWidth, PlanState(state))) + fmt.Sprintf(" %7d\n", in))
		}
	}
	if tools := c.Tools(); len(tools) > 0 {
		width := len("tool")
		for _, t := range tools {
			width = max(width, style.Columns(shown(t.Name)))
		}
		row := func(name string, numbers ...any) string {
			return shown(name) + strings.Repeat(" ", width-style.Columns(shown(name))) + fmt.Sprintf(" %7v %7v %7v %7v %7v %7v", numbers...)
		}
		out.WriteString("\n" + style.Bold(row("tool", "called", "done", "failed", "unknown", "skipped", "by hand")) + "\n")
		for _, t := range tools {
			out.WriteString(row(t.Name, t.Called, t.Done, t.Failed, t.Unknown, t.Skipped, t.ByHand) + "\n")
		}
	}
	if len(gaps) > 0 {
		out.WriteString("\n" + style.Bold("no server has") + "\n")
	}
	for _, g := range gaps {
		fmt.Fprintf(&out, "%s  %d %s, the last is %s\n", style.Bad(shown(g.Name)), g.Plans, either(g.Plans, "plan", "plans"), g.Last)
	}
	return out.String()
}
