package planninggraph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/wire"
)

// validateOutline holds the outline against its grammar. What a drafter can mend goes
// back to it, the rest needs a person.
func (d Deps) validateOutline(_ context.Context, s *State, _ graph.Step) (graph.Result, error) {
	o, err := wire.Outline(s.outline.GetOutline())
	violations, mendable := unreadable(err), true
	if err == nil {
		found := outline.Check(o)
		if len(found) == 0 && o.Nodes[0].Origin == outline.Model {
			return d.judge(s, o)
		}
		violations = wire.FromViolations(found)
		mendable = !slices.ContainsFunc(found, func(v outline.Violation) bool { return v.Fix == nil })
	}
	return s.checked(violations, mendable), nil
}

// unreadable is the violation of what a drafter has sent and nobody can read.
func unreadable(err error) []*planningv1.Violation {
	if err == nil {
		return nil
	}
	return []*planningv1.Violation{{Code: "unreadable", Text: err.Error()}}
}

// checked is what a check comes to. Valid stages are approved as often as the person
// wants.
func (s *State) checked(violations []*planningv1.Violation, mendable bool) graph.Result {
	out := graph.Result{Outcome: Valid, Output: validated(violations, s.outline.GetConfidence())}
	switch {
	case len(violations) > 0 && mendable && s.repairs[s.stage] < MostRepairs:
		out.Outcome = Repairable
	case len(violations) > 0:
		out.Outcome = Fatal
	case s.stage == planningv1.Stage_STAGE_OUTLINE && proposed(s.outline.GetOutline().GetPattern()) != "":
		out.Outcome = Proposing
	case s.stage != planningv1.Stage_STAGE_SCHEDULE && slices.Contains(Approvals(s.policy()), s.stage):
		out.Outcome = Sought
	}
	return out
}

// validateRoadmap works out the days anew, and compares them.
func (d Deps) validateRoadmap(ctx context.Context, s *State, _ graph.Step) (graph.Result, error) {
	held, _, _, err := d.held(ctx, s)
	if err != nil {
		return graph.Result{}, err
	}
	laid, err := d.lay(s, held, nil)
	if err != nil {
		return graph.Result{}, err
	}
	_, err = laid.Days()
	if circle := (*network.CycleError)(nil); errors.As(err, &circle) {
		out := s.checked([]*planningv1.Violation{{Code: "dependency_cycle", Path: circle.IDs, Text: circle.Error()}}, true)
		if out.Outcome == Repairable {
			out.Outcome = Misshapen
		}
		return out, nil
	}
	if err != nil {
		return graph.Result{}, err
	}
	want := wire.FromDays(laid)
	var violations []*planningv1.Violation
	if want.GetStart() != s.roadmap.GetStart() || want.GetEnd() != s.roadmap.GetEnd() {
		violations = append(violations, &planningv1.Violation{
			Code: "frame_differs", Text: fmt.Sprintf("the days are %s to %s, not %s to %s", want.GetStart(), want.GetEnd(), s.roadmap.GetStart(), s.roadmap.GetEnd()),
		})
	}
	told := map[string]*planningv1.NodeDays{}
	for _, n := range s.roadmap.GetNodes() {
		told[n.GetNodeId()] = n
	}
	for _, n := range want.GetNodes() {
		if !proto.Equal(told[n.GetNodeId()], n) {
			violations = append(violations, &planningv1.Violation{
				Code: "days_differ", Path: []string{n.GetNodeId()}, Text: fmt.Sprintf("it can be from %s to %s", n.GetEarliest(), n.GetLatest()),
			})
		}
	}
	return s.checked(violations, true), nil
}

// validateSchedule checks each hour against what has to hold.
func (d Deps) validateSchedule(_ context.Context, s *State, _ graph.Step) (graph.Result, error) {
	violations, err := d.faults(s, s.schedule.GetCommitments())
	if err != nil {
		return graph.Result{}, err
	}
	out := s.checked(violations, true)
	return out, nil
}

// faults are what the schedule does not keep, with what the person's time holds.
func (d Deps) faults(s *State, held []*planningv1.Commitment) ([]*planningv1.Violation, error) {
	laid, err := d.lay(s, held, s.schedule.GetOut())
	if err != nil {
		return nil, err
	}
	schedule, unread := wire.Schedule(s.schedule, laid.Frame)
	out := unreadable(unread)
	for _, f := range check.Schedule(laid.Problem, schedule) {
		v := &planningv1.Violation{Code: string(f.Code), Text: f.Says}
		if f.Task != "" {
			v.Path = []string{f.Task}
		}
		out = append(out, v)
	}
	return out, nil
}
