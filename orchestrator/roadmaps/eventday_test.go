package roadmaps

import (
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// A whole day that a roadmap keeps free is taken for all roadmaps, also for those that are laid anew
// together with it, until what is on it is done.
func TestAWholeDayIsKeptFreeOfOtherRoadmaps(t *testing.T) {
	t.Parallel()
	node := func(id string, whole bool, status planningv1.Node_Status) *planningv1.Node {
		return &planningv1.Node{Id: id, Title: id, Milestone: true, NotBefore: "2027-04-03", Deadline: "2027-04-03", WholeDay: whole, Status: status}
	}
	m := &planningv1.Roadmap{Id: "RM-1", Zone: "Europe/Berlin", State: planningv1.Roadmap_STATE_ACTIVE, Outline: &planningv1.Outline{Nodes: []*planningv1.Node{
		{Id: "goal", Title: "Move"}, node("move", true, 0), node("exam", false, 0), node("moved", true, planningv1.Node_STATUS_DONE), node("never", true, planningv1.Node_STATUS_DROPPED),
		{Id: "end", Title: "end", Milestone: true, Deadline: "2027-04-03"},
	}}}
	line := &planningv1.Timeline{Roadmaps: []*planningv1.RoadmapSummary{summary(m, time.Now())}}
	if n := len(line.GetRoadmaps()[0].GetEventDays()); n != 3 {
		t.Fatalf("%d milestones are on one day: %v", n, line.GetRoadmaps()[0].GetEventDays())
	}
	for _, without := range []bool{false, true} {
		held := Commitments(line, func(string) bool { return without })
		if len(held) != 1 || held[0].GetTitle() != "move" || held[0].GetFree() ||
			!held[0].GetStartTime().AsTime().Equal(time.Date(2027, 4, 2, 22, 0, 0, 0, time.UTC)) || held[0].GetEndTime().AsTime().Sub(held[0].GetStartTime().AsTime()) != 24*time.Hour {
			t.Errorf("without the blocks (%v): %v", without, held)
		}
	}
}
