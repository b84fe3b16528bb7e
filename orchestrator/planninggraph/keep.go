package planninggraph

import (
	"context"
	"fmt"
	"slices"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

// keep puts the approved roadmap on the person's timeline. What has changed there since
// the schedule was made is looked at once more: if the schedule still holds it is kept,
// else it is made anew and asked for again.
func (d Deps) keep(ctx context.Context, s *State, _ graph.Step) (graph.Result, error) {
	held, _, timeline, err := d.held(ctx, s)
	if err != nil {
		return graph.Result{}, err
	}
	if slices.ContainsFunc(timeline.GetRoadmaps(), func(r *planningv1.RoadmapSummary) bool { return r.GetId() == s.id }) {
		return d.kept(s, timeline.GetRevision()), nil // by an attempt whose word was lost
	}
	now := d.Now()
	for _, b := range s.schedule.GetBlocks() {
		if b.GetStartTime().AsTime().Before(now) {
			return graph.Result{Outcome: Outdated}, nil
		}
	}
	if faults, err := d.faults(s, held); err != nil || len(faults) > 0 {
		return graph.Result{Outcome: Outdated}, err
	}
	doc, err := d.document(s, held, now)
	if err != nil {
		return graph.Result{}, err
	}
	made := wire.FromDocument(doc)
	made.Goal, made.GoalTime = s.goal, s.read.GetTime()
	made.Outline.Pattern = s.outline.GetOutline().GetPattern()
	if err := publishgraph.Approve(made, nil, s.approvalID, s.approvedBy); err != nil {
		return graph.Result{}, err
	}
	// Whoever has changed the timeline meanwhile makes this fail, and it is all looked at
	// again.
	revision, err := d.Timelines.Keep(ctx, s.person, timeline.GetRevision(), made)
	if err != nil {
		return graph.Result{}, fmt.Errorf("keep the roadmap: %w", err)
	}
	return d.kept(s, revision), nil
}

func (d Deps) kept(s *State, revision uint64) graph.Result {
	outcome := Kept
	if d.Publishes != nil && d.Publishes(s.person) {
		outcome = Keeping
	}
	return graph.Result{Outcome: outcome, Output: &planningv1.PlanningResult{
		Outcome: planningv1.PlanningResult_OUTCOME_KEPT, RoadmapId: s.id, TimelineRevision: revision,
	}}
}

// document is the roadmap that is kept.
func (d Deps) document(s *State, held []*planningv1.Commitment, now time.Time) (roadmapfile.Document, error) {
	laid, err := d.lay(s, held, s.schedule.GetOut())
	if err != nil {
		return roadmapfile.Document{}, err
	}
	schedule, err := wire.Schedule(s.schedule, laid.Frame)
	if err != nil {
		return roadmapfile.Document{}, err
	}
	doc := laid.Document(s.id, schedule)
	doc.Wish = s.goal.GetWish()
	for _, warning := range []bool{true, false} { // what is shown of many are the first
		for _, a := range s.rest() {
			if warning == (a.GetKind() == planningv1.Assumption_KIND_WARNING) {
				doc.Assumptions = append(doc.Assumptions, a.GetText())
			}
		}
	}
	ahead := time.Until(now).Round(time.Minute) // of the clock of runs, if the person's is set to another time
	for _, a := range slices.Concat(s.outline.GetMended(), s.log) {
		at := now
		if a.GetTime() != nil {
			at = a.GetTime().AsTime().Add(ahead)
		}
		doc.Log = append(doc.Log, roadmapfile.Entry{Time: at, Who: who(a.GetWho()), Code: a.GetCode(), What: a.GetWhat(), Why: a.GetWhy()})
	}
	return roadmapfile.Form(doc), nil
}

// who names whoever changed something, in the form that a roadmap's log has.
func who(name string) string {
	switch name {
	case "":
		return "somebody"
	case string(outline.System), string(outline.Template), string(outline.Adaptation):
		return "Weft"
	}
	return name
}
