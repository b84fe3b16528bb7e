package render_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

func block(node, day, from, to string, done bool) *planningv1.Block {
	x := on(day, from, to)
	return &planningv1.Block{NodeId: node, StartTime: timestamppb.New(x.From), EndTime: timestamppb.New(x.To), Done: done}
}

func keptRoadmap() *orchestratorv1.Roadmap {
	task := planningv1.Level_LEVEL_TASK
	return &orchestratorv1.Roadmap{Title: "Half marathon", Content: &planningv1.Roadmap{
		Outline: &planningv1.Outline{Nodes: []*planningv1.Node{
			{Id: "goal", Title: "Half marathon", Deadline: "2027-02-07"},
			{Id: "base", ParentId: "goal", Title: "Base", Deadline: "2027-01-10"},
			{Id: "easy", ParentId: "base", Level: task, Title: "Easy run"},
			{Id: "long", ParentId: "base", Level: task, Title: "Long run with a name that is longer than there is room for it"},
			{Id: "day", ParentId: "goal", Title: "The day"},
			{Id: "race", ParentId: "day", Level: task, Title: "Race", Milestone: true, Deadline: "2027-02-07"},
		}},
		Blocks: []*planningv1.Block{
			block("easy", "2026-12-01", "17:00", "18:00", true), block("easy", "2026-12-08", "17:00", "18:00", false),
			block("long", "2026-12-22", "17:00", "18:00", false), block("long", "2027-01-06", "17:00", "18:00", false),
		},
	}}
}

func TestARoadmapIsAChartOfItsPartsAndWeeks(t *testing.T) {
	t.Parallel()
	now := on("2026-12-10", "09:00", "10:00").From
	wantFile(t, "gantt.txt", render.Gantt(screen.Style{}, keptRoadmap(), false, now, berlin))
	wantFile(t, "gantt-all.txt", render.Gantt(screen.Style{Width: 40, ASCII: true}, keptRoadmap(), true, now, berlin))
	wantFile(t, "gantt-none.txt", render.Gantt(screen.Style{}, &orchestratorv1.Roadmap{Title: "Not yet"}, true, now, berlin))
}

func TestEveryLineOfAChartFitsTheWidth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		style := screen.Style{Width: rapid.IntRange(20, 200).Draw(t, "width"), ASCII: rapid.Bool().Draw(t, "ascii")}
		r := &orchestratorv1.Roadmap{Title: rapid.StringMatching(`[a-zä漢 ]{0,90}`).Draw(t, "goal"), Content: &planningv1.Roadmap{Outline: &planningv1.Outline{}}}
		start := time.Date(2026, time.November, 30, 0, 0, 0, 0, berlin)
		day := func(name string) time.Time { return start.AddDate(0, 0, rapid.IntRange(0, 1500).Draw(t, name)) }
		for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
			n := &planningv1.Node{Id: fmt.Sprint(i), Title: rapid.StringMatching(`[a-zä漢 ]{0,60}`).Draw(t, "title"), Milestone: rapid.Bool().Draw(t, "milestone")}
			if i > 0 {
				n.ParentId = fmt.Sprint(rapid.IntRange(0, i-1).Draw(t, "parent"))
			}
			if rapid.Bool().Draw(t, "dated") {
				n.Deadline = day("deadline").Format(time.DateOnly)
			}
			r.Content.Outline.Nodes = append(r.Content.Outline.Nodes, n)
		}
		for range rapid.IntRange(0, 20).Draw(t, "blocks") {
			from := day("from")
			r.Content.Blocks = append(r.Content.Blocks, &planningv1.Block{
				NodeId: fmt.Sprint(rapid.IntRange(0, 13).Draw(t, "node")), StartTime: timestamppb.New(from), EndTime: timestamppb.New(from.Add(time.Hour)), Done: rapid.Bool().Draw(t, "done"),
			})
		}
		got := render.Gantt(style, r, rapid.Bool().Draw(t, "all"), day("now"), berlin)
		for line := range strings.Lines(got) {
			if n := style.Columns(strings.TrimSuffix(line, "\n")); n > style.Width {
				t.Fatalf("%d of %d columns: %s\n%s", n, style.Width, line, got)
			}
		}
	})
}
