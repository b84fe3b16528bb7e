package publishgraph

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// A State is where the writing of roadmaps stands. It is not changed once it is made.
type State struct {
	person roadmaps.Person
	in     *planningv1.Publishing
	// allowed are approvals that this run has asked for, by roadmap.
	allowed map[string]*planningv1.BlocksApproval
	result  *planningv1.Publication
}

func begin(s *runv1.Started, in proto.Message) (*State, error) {
	m, ok := in.(*planningv1.Publishing)
	if !ok {
		return nil, fmt.Errorf("the input is a %T, not roadmaps to write into a calendar", in)
	}
	return &State{person: roadmaps.Person{Tenant: s.GetTenant(), User: s.GetUser()}, in: m}, nil
}

// apply folds what has happened.
func apply(s *State, c graph.Change) *State {
	out := *s
	if m, ok := c.Output.(*planningv1.Publication); ok {
		out.result = m
	}
	switch c.Outcome {
	case Unwritten:
		if c.Output == nil {
			out.result = Failed(cmp.Or(c.Event.GetStepCompleted().GetError(), "it was asked too often"), s.in.GetRoadmapIds()...)
		}
	case Agreed:
		out.allowed = maps.Clone(s.allowed)
		if out.allowed == nil {
			out.allowed = map[string]*planningv1.BlocksApproval{}
		}
		by := c.Event.GetAnswered()
		for _, u := range s.result.GetUnapproved() {
			out.allowed[u.GetRoadmapId()] = &planningv1.BlocksApproval{Id: by.GetInterruptId(), User: by.GetUser(), BlocksHash: u.GetBlocksHash()}
		}
	case Declined, Expired:
		out.result = proto.CloneOf(s.result)
		out.result.Outcome, out.result.Reason = planningv1.Publication_OUTCOME_DECLINED, "nobody has approved the blocks of "+s.unapproved()
	}
	return &out
}

// Failed is what came of a try to write roadmaps into a calendar that has failed.
func Failed(reason string, ids ...string) *planningv1.Publication {
	return &planningv1.Publication{Outcome: planningv1.Publication_OUTCOME_UNWRITTEN, RoadmapIds: ids, Reason: reason}
}

func (s *State) unapproved() string {
	var out []string
	for _, u := range s.result.GetUnapproved() {
		out = append(out, fmt.Sprintf("“%s”", u.GetTitle()))
	}
	return strings.Join(out, ", ")
}

func disposition(s *State) string {
	if s.result.GetOutcome() == planningv1.Publication_OUTCOME_WRITTEN {
		return ""
	}
	return graph.Partial
}

// ask asks for the approval of blocks as they would be written.
func ask(s *State) graph.Ask {
	a := graph.Ask{
		Text:        fmt.Sprintf("Write the blocks of %s into the calendar?", s.unapproved()),
		Explanation: "They are not as somebody who may approve has approved them.",
		Payload:     s.result,
		Options: []graph.Option{
			{ID: "approve", Label: "Write them", Outcome: Agreed},
			{ID: "decline", Label: "Leave the calendar as it is", Outcome: Declined},
		},
	}
	if s.person.User != "" {
		a.Users = []string{s.person.User}
	}
	return a
}

// Child is the run that writes roadmaps which another one has kept.
func Child(occasion string, ids ...string) graph.Child {
	return graph.Child{Graph: Name, Input: &planningv1.Publishing{RoadmapIds: slices.Clone(ids), Occasion: occasion}}
}

// Came is what came of such a run.
func Came(c graph.Change, ids ...string) *planningv1.Publication {
	if m, ok := c.Output.(*planningv1.Publication); ok {
		return m
	}
	e := c.Event.GetChildEnded()
	return Failed(fmt.Sprintf("the run that writes it, %s, is %s: %s", e.GetRunId(), e.GetStatus(), e.GetReason()), ids...)
}

// Published is the outcome of a state of another graph that waits for such a run.
const Published graph.Outcome = "published"

// Ended leaves such a state, however the run has ended.
func Ended[S any](S, *runv1.ChildEnded) graph.Outcome { return Published }
