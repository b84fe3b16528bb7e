package replangraph

import (
	"cmp"
	"fmt"
	"slices"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/draft"
)

// A State is where the planning anew of roadmaps stands. It is not changed once it is made.
type State struct {
	person   roadmaps.Person
	in       *planningv1.Replanning
	observed *planningv1.Observed
	proposal *planningv1.Proposal
	terms    *planningv1.Terms // what may give
	from     graph.State       // the last step
	reason   graph.Outcome     // and how it came out
	failure  string            // its error
	agreed   string            // who did
	consent  string            // the pause in which they did
	result   *planningv1.ReplanResult
}

func begin(s *runv1.Started, in proto.Message) (*State, error) {
	m, ok := in.(*planningv1.Replanning)
	if !ok {
		return nil, fmt.Errorf("the input is a %T, not what is to be planned anew", in)
	}
	return &State{person: roadmaps.Person{Tenant: s.GetTenant(), User: s.GetUser()}, in: m, terms: &planningv1.Terms{}}, nil
}

// apply folds what has happened.
func apply(s *State, c graph.Change) *State {
	out := *s
	if step := c.Event.GetStepCompleted(); step != nil {
		out.from, out.reason, out.failure = c.State, c.Outcome, step.GetError()
	}
	switch m := c.Output.(type) {
	case *planningv1.Observed:
		out.observed, out.proposal = m, nil
	case *planningv1.Proposal:
		out.proposal = m
	case *planningv1.ReplanResult:
		out.result = m
	case *planningv1.Amendment:
		out.terms = proto.CloneOf(s.terms)
		out.terms.Later = append(out.terms.Later, m.GetTerms().GetLater()...)
		out.terms.Out = append(out.terms.Out, m.GetTerms().GetOut()...)
	}
	if c.State == Publish {
		out.result = proto.CloneOf(s.result)
		out.result.Calendar = publishgraph.Came(c, s.result.GetRoadmapIds()...)
	}
	by := c.Event.GetAnswered().GetUser()
	switch c.Outcome {
	case Same:
		out.result = &planningv1.ReplanResult{Outcome: planningv1.ReplanResult_OUTCOME_UNCHANGED, TimelineRevision: out.observed.GetTimelineRevision()}
	case Agreed:
		out.agreed, out.consent = cmp.Or(by, "you"), c.Event.GetAnswered().GetInterruptId()
	case Declined:
		out.result = &planningv1.ReplanResult{Outcome: planningv1.ReplanResult_OUTCOME_DECLINED, Reason: "declined by " + cmp.Or(by, "you")}
	case Expired:
		out.result = &planningv1.ReplanResult{Outcome: planningv1.ReplanResult_OUTCOME_EXPIRED, Reason: "there was no answer in time"}
	}
	return &out
}

func result(s *State) proto.Message { return s.result }

func disposition(s *State) string {
	switch s.result.GetOutcome() {
	case planningv1.ReplanResult_OUTCOME_APPLIED, planningv1.ReplanResult_OUTCOME_UNCHANGED:
		return ""
	}
	return graph.Partial
}

// termsOf are those of one roadmap, by its own ids.
func (s *State) termsOf(id string) *planningv1.Terms {
	out := &planningv1.Terms{}
	for _, l := range s.terms.GetLater() {
		if of, node := draft.Roadmap(l.GetNodeId()); of == id {
			out.Later = append(out.Later, &planningv1.Later{NodeId: node, Days: l.GetDays()})
		}
	}
	for _, n := range slices.Concat(s.terms.GetOut(), s.proposal.GetOut()) {
		if of, node := draft.Roadmap(n); of == id {
			out.Out = append(out.Out, node)
		}
	}
	return out
}

// report tells where it stands.
func (s *State) report() *planningv1.ReplanReport {
	out := &planningv1.ReplanReport{Replanning: s.in, Observed: s.observed, Proposal: told(s.proposal), Result: s.result, User: s.person.User}
	if proto.Size(s.terms) > 0 {
		out.Terms = s.terms
	}
	if s.result == nil && slices.Contains([]graph.Outcome{Proposed, Infeasible, Unreadable, Unproposed, Unapplied}, s.reason) {
		out.Reason = string(s.reason)
	}
	return out
}

// told is a proposal without the blocks of all roadmaps: what moves says it shorter.
func told(p *planningv1.Proposal) *planningv1.Proposal {
	if p == nil {
		return nil
	}
	out := proto.CloneOf(p)
	out.Schedule.Blocks = nil
	return out
}
