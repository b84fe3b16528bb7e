package roadmapapi

import (
	"fmt"
	"slices"
	"strings"
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
			k, hours, err := s.hours(tt.of, block.From, block.To)
			if err != nil {
				t.Fatal(err)
			}
			dentist := &orchestratorv1.AgendaItem{Title: "Dentist", Commitment: &planningv1.Commitment{StartTime: timestamppb.New(at(1, 15, 18)), EndTime: timestamppb.New(at(1, 15, 20))}}
			holiday := &orchestratorv1.AgendaItem{Title: "School holidays", Commitment: &planningv1.Commitment{AllDay: true, Free: true, StartTime: timestamppb.New(at(1, 1, 0)), EndTime: timestamppb.New(at(5, 1, 0))}}
			got := look{now: now, moved: []roadmapfile.Block{block}, items: []*orchestratorv1.AgendaItem{dentist, holiday}, kept: k, hours: hours}.conflicts(doc)
			var codes []string
			for _, v := range got {
				codes = append(codes, v.GetCode())
			}
			if fmt.Sprint(codes) != tt.want {
				t.Errorf("it warns of %v, not of %s", got, tt.want)
			}
			two := look{now: now, moved: []roadmapfile.Block{block, block}, kept: k, hours: hours}.conflicts(doc)
			if one := (look{now: now, moved: []roadmapfile.Block{block}, kept: k, hours: hours}).conflicts(doc); !slices.EqualFunc(one, two, func(a, b *planningv1.Violation) bool { return a.GetText() == b.GetText() }) {
				t.Errorf("the same is told twice: %v", two)
			}
		})
	}
}

func TestAMovedBlockThatBreaksTheOrderOrALimitIsTold(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) time.Time { return time.Date(2027, 1, day, hour, 0, 0, 0, zone) }
	task := func(id, parent, title string, on ...string) roadmapfile.Node {
		n := outline.Node{ID: id, Level: outline.Task, Parent: parent, Title: title, Estimate: 240, MinChunk: 60}
		for _, o := range on {
			n.Depends = append(n.Depends, outline.Dependency{On: o})
		}
		return roadmapfile.Node{Node: n}
	}
	block := func(id, node string, day, hour int) roadmapfile.Block {
		return roadmapfile.Block{ID: id, Node: node, From: at(day, hour), To: at(day, hour+2)}
	}
	looked := task("looked", "goal", "Looked through", "scan")
	looked.Milestone, looked.Estimate, looked.MinChunk = true, 0, 0
	doc := roadmapfile.Document{
		ID: "RM-1", State: roadmapfile.Active, Version: 1, Zone: zone.String(), Wish: "digitise slides by 25 April, at most 3 hours a day and 5 hours a week",
		Nodes: []roadmapfile.Node{
			{Node: outline.Node{ID: "goal", Level: outline.Goal, Title: "Digitise slides"}},
			{Node: outline.Node{ID: "box", Level: outline.Phase, Parent: "goal", Title: "The boxes"}},
			task("sort", "box", "Sort"), task("scan", "box", "Scan", "sort"), looked, task("choose", "goal", "Choose", "looked"),
		},
		Blocks: []roadmapfile.Block{block("1", "sort", 11, 10), block("2", "sort", 12, 10), block("3", "scan", 18, 10), block("4", "scan", 19, 10), block("5", "choose", 25, 10), block("6", "choose", 26, 10)},
	}
	s := New(Deps{TimeZone: zone.String()})
	for _, tt := range []struct {
		what     string
		is       roadmapfile.Block
		code     string
		contains string
	}{
		{"between its own", block("5", "choose", 27, 10), "", ""},
		{"before what it depends on", block("3", "scan", 12, 8), "order", "comes after “Sort”, which will not be done by then"},
		{"before that by way of a milestone", block("5", "choose", 18, 13), "order", "comes after “Scan”, which will not be done by then"},
		{"after what depends on it", block("2", "sort", 20, 14), "order", "comes before “Scan”, which now begins earlier"},
		{"a fourth hour", block("6", "choose", 25, 14), "limit", "makes it 4 h on Mon 25 Jan, more than the 3 h you allow"},
		{"a sixth hour of the week", block("7", "choose", 29, 10), "limit", "makes it 6 h in the week of Mon 25 Jan, more than the 5 h you allow"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			d := doc
			d.Blocks = slices.DeleteFunc(slices.Clone(doc.Blocks), func(b roadmapfile.Block) bool { return b.ID == tt.is.ID })
			d.Blocks = append(d.Blocks, tt.is)
			m := wire.FromDocument(d)
			m.Goal, m.GoalTime = &planningv1.Goal{Wish: doc.Wish}, timestamppb.New(at(4, 12))
			k, hours, err := s.hours(m, tt.is.From, tt.is.To)
			if err != nil {
				t.Fatal(err)
			}
			got := look{now: at(4, 12), moved: []roadmapfile.Block{tt.is}, kept: k, hours: hours}.conflicts(d)
			var codes, texts []string
			for _, v := range got {
				codes, texts = append(codes, v.GetCode()), append(texts, v.GetText())
			}
			if tt.code == "" && len(got) > 0 || tt.code != "" && !slices.Contains(codes, tt.code) || !strings.Contains(strings.Join(texts, "\n"), tt.contains) {
				t.Errorf("it warns of %q", texts)
			}
		})
	}
}
