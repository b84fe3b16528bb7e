package replangraph

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// reschedule has the planner lay anew what has to move of the roadmaps of a life, and look for what could give
// where there is no schedule, or not.
func (d steps) reschedule(ctx context.Context, s *State, l *life, at graph.Step, withoutWays bool) (*plannerv1.RescheduleResponse, error) {
	req := &plannerv1.RescheduleRequest{
		Context: &commonv1.CallContext{
			Now: s.observed.GetTime(), TimeZone: d.zone(), Tenant: s.person.Tenant, User: s.person.User, RunId: at.RunID,
		},
		Commitments: l.held, Schedules: s.in.GetSchedules(), Seed: s.in.GetSeed(), WithoutWays: withoutWays,
	}
	for _, m := range l.maps {
		req.Roadmaps = append(req.Roadmaps, &planningv1.Resumption{Roadmap: m, Terms: s.termsOf(m.GetId())})
	}
	return d.Planner.Reschedule(ctx, req)
}

// leave has some roadmaps stay where they are: the others are laid around their blocks.
func (d steps) leave(s *State, l *life, ids []string, at time.Time) (*life, error) {
	out := *l
	out.maps = slices.DeleteFunc(slices.Clone(l.maps), func(m *planningv1.Roadmap) bool { return slices.Contains(ids, m.GetId()) })
	stays := roadmaps.Commitments(l.timeline, func(id string) bool { return !slices.Contains(ids, id) })
	out.held = append(slices.Clip(l.held), stays...)
	var err error
	out.resumed, err = d.resume(s, &out, at)
	return &out, err
}

// leaveStuck looks for the roadmaps for which there is no schedule, where there is none for all of
// them: as few as it takes, those first that have least time to spare. It returns what is left without
// them and what the planner laid of that, or nil.
func (d steps) leaveStuck(ctx context.Context, s *State, l *life, at graph.Step) (*life, []string, *plannerv1.RescheduleResponse, error) {
	ids := l.resumed.LeastSpareFirst()
	var tries [][]string
	for i := range ids {
		tries = append(tries, ids[i:i+1])
	}
	for n := 2; n < len(ids); n++ {
		tries = append(tries, ids[:n])
	}
	if len(ids) < 2 {
		return nil, nil, nil, nil
	}
	for _, stuck := range tries {
		left, err := d.leave(s, l, stuck, s.observed.GetTime().AsTime())
		if err != nil {
			return nil, nil, nil, err
		}
		res, err := d.reschedule(ctx, s, left, at, true)
		if err != nil {
			return nil, nil, nil, err
		}
		if res.GetDraft().GetVerdict() == planningv1.Verdict_VERDICT_FEASIBLE {
			return left, stuck, res, nil
		}
	}
	return nil, nil, nil, nil
}

// tellStuck tells of each roadmap without a schedule what it needs, and what could give.
func (l *life) tellStuck(ids []string, ways []*planningv1.Way) map[string]string {
	out := map[string]string{}
	for _, id := range ids {
		need, _ := l.resumed.Need(id)
		text := "No schedule was found for it, so it stays where it is: " + need + "."
		var could []string
		for _, w := range ways {
			if concerns(w, id) {
				could = append(could, w.GetText())
			}
		}
		if len(could) > 0 {
			text += " What could give: " + strings.Join(could, "; or ") + "."
		}
		out[id] = text + fmt.Sprintf(" To choose: weft roadmaps replan %s", id)
	}
	return out
}

// concerns tells whether what gives is of a roadmap alone. What its person does with a command names it.
func concerns(w *planningv1.Way, id string) bool {
	t := w.GetTerms()
	if proto.Size(t) == 0 {
		return strings.Contains(w.GetText(), id)
	}
	of := func(node string) bool { return strings.HasPrefix(node, id+"/") }
	for _, l := range t.GetLater() {
		if !of(l.GetNodeId()) {
			return false
		}
	}
	return !slices.ContainsFunc(t.GetOut(), func(node string) bool { return !of(node) })
}

// stuckTexts are what is told of roadmaps that stay where they are, in the order of their ids.
func stuckTexts(p *planningv1.Proposal) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(p.GetStuck())) {
		out = append(out, p.GetStuck()[id])
	}
	return out
}
