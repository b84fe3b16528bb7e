package roadmapapi

import (
	"fmt"
	"slices"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wire"
)

func TestWhatAMovedBlockDoesNotKeepIsTold(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(month time.Month, day, hour int) time.Time {
		return time.Date(2027, month, day, hour, 0, 0, 0, zone)
	}
	now := at(1, 4, 12) // a Monday
	on := func(month time.Month, day int) civil.Date { return civil.DateOf(at(month, day, 0)) }
	doc := roadmapfile.Document{
		ID: "RM-1", State: roadmapfile.Active, Version: 1, Zone: zone.String(), Wish: "half marathon by 25 April, not on Thursdays, away 8 to 12 February",
		Nodes: []roadmapfile.Node{
			{Node: outline.Node{ID: "goal", Level: outline.Goal, Title: "Half marathon", Deadline: on(4, 25)}},
			{Node: outline.Node{ID: "base", Level: outline.Phase, Parent: "goal", Title: "Base", Deadline: on(2, 28)}},
			{Node: outline.Node{ID: "long", Level: outline.Task, Parent: "base", Title: "Long run", Estimate: 60, MinChunk: 60}},
			{Node: outline.Node{ID: "race", Level: outline.Task, Parent: "goal", Title: "Race", Estimate: 60, MinChunk: 60, Deadline: on(4, 20)}},
		},
	}
	m := wire.FromDocument(doc)
	m.Goal = &planningv1.Goal{Wish: doc.Wish, Terms: &planningv1.Terms{When: []string{"evenings"}}}
	m.GoalTime = timestamppb.New(now.AddDate(0, 0, -1))
	usual := wire.FromDocument(doc)
	usual.Goal, usual.GoalTime = &planningv1.Goal{Wish: doc.Wish}, m.GetGoalTime()
	s := New(Deps{TimeZone: zone.String()})
	for _, tt := range []struct {
		what string
		of   *planningv1.Roadmap
		node string
		from time.Time
		want string
	}{
		{"an evening", m, "long", at(1, 13, 19), "[]"},
		{"the morning", m, "long", at(1, 13, 9), "[hours]"},
		{"the morning, where nobody said when", usual, "long", at(1, 13, 9), "[]"},
		{"an excluded day", m, "long", at(1, 14, 19), "[day]"},
		{"an excluded day, where nobody said when", usual, "long", at(1, 14, 19), "[day]"},
		{"a day away", usual, "long", at(2, 9, 19), "[day]"},
		{"what is over", m, "long", at(1, 1, 19), "[past]"},
		{"after the deadline of its phase", m, "long", at(3, 2, 19), "[late]"},
		{"after its own deadline", m, "race", at(4, 21, 19), "[late]"},
		{"after the deadline of the goal", m, "goal", at(4, 27, 19), "[late]"},
		{"another's time", m, "long", at(1, 15, 19), "[overlap]"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			block := roadmapfile.Block{ID: "1", Node: tt.node, From: tt.from, To: tt.from.Add(time.Hour)}
			hours, err := s.hours(tt.of, block.From, block.To)
			if err != nil {
				t.Fatal(err)
			}
			dentist := &orchestratorv1.AgendaItem{Title: "Dentist", Commitment: &planningv1.Commitment{StartTime: timestamppb.New(at(1, 15, 18)), EndTime: timestamppb.New(at(1, 15, 20))}}
			got := look{now: now, moved: []roadmapfile.Block{block}, items: []*orchestratorv1.AgendaItem{dentist}, hours: hours}.conflicts(doc)
			var codes []string
			for _, v := range got {
				codes = append(codes, v.GetCode())
			}
			if fmt.Sprint(codes) != tt.want {
				t.Errorf("it warns of %v, not of %s", got, tt.want)
			}
			two := look{now: now, moved: []roadmapfile.Block{block, block}, hours: hours}.conflicts(doc)
			if one := (look{now: now, moved: []roadmapfile.Block{block}, hours: hours}).conflicts(doc); !slices.EqualFunc(one, two, func(a, b *planningv1.Violation) bool { return a.GetText() == b.GetText() }) {
				t.Errorf("the same is told twice: %v", two)
			}
		})
	}
}
