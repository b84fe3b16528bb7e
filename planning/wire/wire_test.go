package wire

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

func TestARoadmapComesBackAsItWas(t *testing.T) {
	t.Parallel()
	at := time.Date(2027, 1, 12, 17, 15, 0, 0, time.UTC)
	d := roadmapfile.Document{
		ID: "RM-1", State: roadmapfile.Active, Version: 3, Zone: "Europe/Berlin", Wish: "half marathon", Pattern: outline.MilestoneProject, Subtype: "exam",
		Nodes: []roadmapfile.Node{
			{Node: outline.Node{ID: "goal", Level: outline.Goal, Title: "Half marathon", Origin: outline.User, Deadline: civil.DateOf(at)}},
			{Node: outline.Node{
				ID: "week", Level: outline.Cycle, Title: "Week", Parent: "goal", Stream: "legs", Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 9},
				NotBefore: 3, Due: 4,
			}},
			{Node: outline.Node{
				ID: "run", Level: outline.Task, Title: "Run", Parent: "week", Origin: outline.Template, Estimate: 45, MinChunk: 15, Office: true, Daylight: true, Notes: "slowly",
				Depends: []outline.Dependency{{On: "week", Kind: network.StartStart, Lag: -10, Calendar: "working"}},
			}, Status: roadmapfile.Done, On: civil.DateOf(at)},
			{Node: outline.Node{ID: "race", Level: outline.Task, Title: "Race", Parent: "goal", Milestone: true}, Status: roadmapfile.Dropped},
		},
		Blocks:      []roadmapfile.Block{{ID: "1", Node: "run", From: at, To: at.Add(time.Hour), Done: true, Locked: true}},
		Assumptions: []string{"You run 15 km a week now."},
		Log:         []roadmapfile.Entry{{Time: at, Who: "Weft", Code: "moved", What: "Run to Sunday", Why: "you asked for it"}},
	}
	got, err := Document(FromDocument(d))
	if err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%+v\nis, as a message and back, %v\n%+v", d, err, got)
	}
	o := d.Outline()
	o.Pattern = outline.PatternSpec{
		Pattern: outline.RecurringCycle, Subtype: "proposed:x", Variant: "habit", Confidence: .5, IntroducedBy: outline.BySystem, SourcePattern: "y", RFC: "z",
	}
	if back, err := Outline(FromOutline(o)); err != nil || !reflect.DeepEqual(back, o) {
		t.Errorf("%+v\nis, as a message and back, %v\n%+v", o, err, back)
	}
}

func TestWhatCanNotBeReadSaysWhereItIs(t *testing.T) {
	t.Parallel()
	m := FromDocument(roadmapfile.Document{Nodes: []roadmapfile.Node{{Node: outline.Node{ID: "goal"}}}})
	m.GetOutline().GetNodes()[0].Due = "soon"
	if _, err := Document(m); err == nil || !strings.HasPrefix(err.Error(), "nodes[0].due: ") {
		t.Errorf("a day that is none is %v", err)
	}
}

// A way out keeps its name while others come and go, and no other has it.
func TestAWayOutIsNamedByWhatItSays(t *testing.T) {
	t.Parallel()
	ids := func(texts ...string) (out []string) {
		var ways []draft.Way
		for _, text := range texts {
			ways = append(ways, draft.Way{Text: text})
		}
		for _, w := range FromWays(ways) {
			out = append(out, w.GetId())
		}
		return out
	}
	both, one := ids("a week later", "leave out topic 8"), ids("leave out topic 8")
	if both[1] != one[0] || both[0] == both[1] {
		t.Errorf("they are %q, and alone it is %q", both, one)
	}
	if twice := ids("a week later", "a week later"); twice[0] == twice[1] {
		t.Errorf("two that say the same are %q", twice)
	}
}
