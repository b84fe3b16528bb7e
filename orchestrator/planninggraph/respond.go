package planninggraph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// toDo is the one thing that a person is to do in a pause, in a sentence.
func toDo(pause *runv1.Interrupted) string {
	options := slices.DeleteFunc(slices.Clone(pause.GetOptions()), func(o *commonv1.PauseOption) bool { return o.GetOutcome() == string(GivenUp) })
	if len(options) == 0 {
		return "Say what should be different, or give up the goal."
	}
	first := fmt.Sprintf("%q (%s)", options[0].GetId(), options[0].GetLabel())
	switch ways := graph.State(pause.GetState()) == Escalation || options[0].GetOutcome() == string(IdeaChosen); {
	case len(pause.GetQuestions()) > 0:
		return fmt.Sprintf("Answer what you can, or reply %s.", first)
	case ways && len(options) > 1:
		var ids []string
		for _, o := range options {
			ids = append(ids, strconv.Quote(o.GetId()))
		}
		return fmt.Sprintf("Choose one of %s, or say what should be different.", strings.Join(ids, ", "))
	}
	return fmt.Sprintf("Reply %s, or say what should be different.", first)
}

// response is what a person is told of whom nothing is asked.
func (s *State) response() string {
	switch s.result.GetOutcome() {
	case planningv1.PlanningResult_OUTCOME_KEPT:
		return fmt.Sprintf("%s is on your timeline as %s.", s.name(), s.result.GetRoadmapId())
	case planningv1.PlanningResult_OUTCOME_ABORTED:
		return fmt.Sprintf("Nothing was kept of %s. To plan it after all, give the goal again.", s.name())
	}
	return fmt.Sprintf("%s is being planned; there is nothing for you to do now.", s.name())
}
