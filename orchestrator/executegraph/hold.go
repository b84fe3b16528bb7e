package executegraph

import (
	"fmt"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// maxHolds bounds how often an execution is held, below the cap of the way there, beyond
// which it would be given up.
const maxHolds = mostCalls / 2

// hold has no further step begin.
func hold(s *State, _ proto.Message) (*State, error) {
	step, _ := s.step()
	switch {
	case step == nil || s.ended != planv1.ExecutionResult_OUTCOME_UNSPECIFIED:
		return nil, fmt.Errorf("no step is left that could be held")
	case s.held:
		return s, nil
	case s.holds >= maxHolds:
		return nil, fmt.Errorf("it has been held %d times already; cancel the plan instead", maxHolds)
	}
	out := *s
	out.held, out.holds = true, s.holds+1
	return &out, nil
}

// goOn ends a hold.
func goOn(s *State, _ proto.Message) (*State, error) {
	out := *s
	out.held = false
	return &out, nil
}

// released is how an execution goes on that nobody holds any more.
func released(s *State) graph.Outcome {
	if s.held {
		return ""
	}
	return GoesOn
}

func askHeld(s *State) graph.Ask {
	step, _ := s.step()
	return graph.Ask{
		Text:    fmt.Sprintf("The plan is held before step %s. Go on?", step.GetId()),
		Options: []graph.Option{{ID: "go_on", Label: "Go on", Description: "The plan goes on with this step.", Outcome: GoesOn}},
	}
}

// progress tells how far an execution is.
func progress(s *State, _ proto.Message) (proto.Message, error) {
	out := &planv1.ExecutionProgress{Steps: s.inOrder(), Held: s.held}
	if s.ended != planv1.ExecutionResult_OUTCOME_UNSPECIFIED {
		return out, nil
	}
	for _, step := range s.plan.GetContent().GetSteps() {
		switch {
		case s.results[step.GetId()] != nil:
		case out.StepId == "":
			out.StepId = step.GetId()
		default:
			out.LeftStepIds = append(out.LeftStepIds, step.GetId())
		}
	}
	return out, nil
}
