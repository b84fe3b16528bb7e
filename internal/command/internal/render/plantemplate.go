package render

import (
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// PlanTemplate returns a template of plans in a line, and what to type to use it.
func PlanTemplate(style screen.Style, t *orchestratorv1.PlanTemplate) string {
	if t.GetProblem() != "" {
		return shown(t.GetName()) + "  " + style.Bad("can't be used: "+shown(t.GetProblem())) + "\n"
	}
	way := "weft plan --template " + shown(t.GetName())
	for _, name := range t.GetPlaces() {
		way += " --fill " + name + "=…"
	}
	return shown(t.GetName()) + "  " + shown(strings.TrimSpace(t.GetContent().GetObjective())) + "\n  " + style.Dim(way) + "\n"
}
