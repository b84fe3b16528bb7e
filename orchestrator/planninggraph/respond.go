package planninggraph

import (
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// toDo is the one thing that a person is to do in a pause, in a sentence: of what they may choose
// the first, and else the questions or the ways out.
func (s *State) toDo(pause *runv1.Interrupted) string {
	options := pause.GetOptions()
	if len(options) == 0 {
		return "Say what should be different."
	}
	first := fmt.Sprintf("%q (%s)", options[0].GetId(), strings.TrimSuffix(options[0].GetLabel(), "."))
	switch {
	case graph.State(pause.GetState()) == Escalation:
		return "Choose what gives: " + ids(options) + "."
	case len(pause.GetQuestions()) > 0:
		return fmt.Sprintf("Answer what you can, or reply %s.", first)
	}
	return fmt.Sprintf("Reply %s, or say what should be different.", first)
}

func ids(options []*commonv1.PauseOption) string {
	var out []string
	for _, o := range options {
		out = append(out, fmt.Sprintf("%q", o.GetId()))
	}
	return strings.Join(out, ", ")
}

// response is what a person is told of whom nothing is asked.
func (s *State) response() string {
	switch s.result.GetOutcome() {
	case planningv1.PlanningResult_OUTCOME_KEPT:
		return fmt.Sprintf("%s is on your timeline as %s.", s.name(), s.result.GetRoadmapId())
	case planningv1.PlanningResult_OUTCOME_ABORTED:
		return fmt.Sprintf("Nothing was kept of %s. Say the goal anew to plan it after all.", s.name())
	}
	return fmt.Sprintf("%s is being planned; nothing is to be done now.", s.name())
}
