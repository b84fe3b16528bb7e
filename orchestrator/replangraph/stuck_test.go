package replangraph_test

import (
	"strings"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
)

// A roadmap that has no schedule any more does not stop the others: they are laid anew around it, and
// it is told which one is stuck, what it needs and how to choose what gives.
func TestARoadmapWithoutAScheduleDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	m := l.roadmap("RM-2")
	for _, n := range m.GetOutline().GetNodes() {
		if n.GetEstimate() > 0 {
			n.Estimate *= 3 // as its person has said meanwhile
		}
	}
	m.Version++
	l.keep(m)
	stays := l.roadmap("RM-2")
	l.dentist(l.next("RM-1"))
	l.begin()
	asked := l.consent()
	moves := asked.GetProposal().GetMoves()
	for _, move := range moves {
		if move.GetRoadmapId() != "RM-1" {
			t.Errorf("%v moves, of a roadmap that has no schedule", move)
		}
	}
	stuck := asked.GetProposal().GetStuck()
	if len(moves) == 0 || len(stuck) != 1 || !strings.Contains(stuck["RM-2"], "of work left") || !strings.Contains(stuck["RM-2"], "weft roadmaps replan RM-2") {
		t.Fatalf("%d moves, and stuck is %v", len(moves), stuck)
	}
	l.Choose("apply")
	if res := l.ends(planningv1.ReplanResult_OUTCOME_APPLIED); len(res.GetRoadmapIds()) != 1 || res.GetRoadmapIds()[0] != "RM-1" {
		t.Errorf("it came to %v", res)
	}
	if !proto.Equal(stays, l.roadmap("RM-2")) {
		t.Error("the one that is stuck has changed")
	}
	for _, a := range l.blocks("RM-1") {
		for _, b := range l.blocks("RM-2") {
			if a.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) && b.GetStartTime().AsTime().Before(a.GetEndTime().AsTime()) {
				t.Errorf("%v and %v are at once", a, b)
			}
		}
	}
}

// Where nothing of the others has to move, what could give is asked of the one that is stuck.
func TestWhereTheOthersNeedNothingTheWaysOutAreAsked(t *testing.T) {
	t.Parallel()
	l := newLife(t, 24, race, thesis)
	m := l.roadmap("RM-2")
	for _, n := range m.GetOutline().GetNodes() {
		n.Estimate *= 3
	}
	m.Version++
	l.keep(m)
	l.begin()
	if why, _ := l.troubled(); !strings.Contains(why, "of work left") {
		t.Errorf("it is told as %q", why)
	}
}
