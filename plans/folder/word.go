package folder

import (
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// word is a state as files tell it.
func word(s orchestratorv1.Plan_State) string {
	return strings.ToLower(strings.TrimPrefix(s.String(), "STATE_"))
}

func stepWord(s orchestratorv1.PlanStep_State) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(s.String(), "STATE_")), "_", " ")
}
