package roadmapfile

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

func day(text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// race is the roadmap of the documentation.
func race() Document {
	node := func(id, parent string, level outline.Level, title string) Node {
		return Node{Node: outline.Node{ID: id, Parent: parent, Level: level, Title: title, Origin: outline.Template}}
	}
	goal := node("goal", "", outline.Goal, "Half marathon")
	goal.Deadline, goal.Origin = day("2027-10-17"), outline.User
	base, week := node("base", "goal", outline.Phase, "Base"), node("w03", "base", outline.SubGoal, "Week 3")
	week.NotBefore, week.Deadline = day("2027-01-11"), day("2027-01-17")
	easy, long := node("w03-easy", "w03", outline.Task, "Easy run"), node("w03-long", "w03", outline.Task, "Long run")
	easy.Estimate, easy.Status, easy.On = 45, Done, day("2027-01-12")
	long.Estimate, long.Deadline = 90, day("2027-01-17")
	long.Depends = []outline.Dependency{{On: "w03-easy"}}
	long.Notes = "Slow enough to talk."
	shoes := node("shoes", "goal", outline.Task, "Buy shoes")
	shoes.Estimate, shoes.Due = 60, day("2027-01-23")
	return Document{
		ID: "RM-01M83T9E6V", State: Active, Version: 3, Zone: "Europe/Berlin", Wish: "Get me ready for a half marathon by 17 October",
		Pattern: outline.ProgressiveAccumulation, Subtype: "endurance_training",
		Nodes: []Node{goal, base, week, easy, long, shoes},
		Blocks: []Block{
			{ID: "1", Node: "w03-easy", From: at("2027-01-12T17:15:00Z"), To: at("2027-01-12T18:00:00Z"), Done: true},
			{ID: "2", Node: "w03-long", From: at("2027-01-17T08:00:00Z"), To: at("2027-01-17T09:30:00Z"), Locked: true},
			{ID: "3", Node: "shoes", From: at("2027-01-23T09:00:00Z"), To: at("2027-01-23T10:00:00Z")},
		},
		Assumptions: []string{"You run 15 km a week now."},
		Log:         []Entry{{Time: at("2027-01-10T18:20:00Z"), Who: "Weft", Code: "moved", What: "Long run from Saturday to Sunday", Why: "you asked for it"}},
	}
}

func render(t rapid.TB, d Document) string {
	t.Helper()
	out, err := Render(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// texts are such as would be read as something else, were they not escaped.
var texts = []string{
	"Long run", "a", "Ünïcode 🏃", "C:\\new \\[x]", "Read <!-- n:w01 --> more", "Plan 📅 2027-01-02", "Plan 📅\ufe0f 2027-01-02", "Nap (45 min)",
	"(2 h)", "Call at 5 (3)", "# no heading", "[x] done?", "\\", "a\\ (1 h 30 min)", "**bold** [[link]] #tag", "C#", "back \\📅 2027-01-01", "> quoted", "2027-01-17 09:00–10:30",
	"tail ^block", "<!-- milk -->", "```", "%% x %%", "---", "⏳", "a: b", "Weekly (1.5 h) run", "\\(45 min)", "1. one",
}

func draw[T any](t *rapid.T, of ...T) T { return rapid.SampledFrom(of).Draw(t, "of") }

func someDay(t *rapid.T) civil.Date {
	if rapid.Bool().Draw(t, "dated") {
		return 0
	}
	return day("2027-01-01") + civil.Date(rapid.IntRange(0, 700).Draw(t, "day"))
}

// someDocument draws one that may be written.
func someDocument(t *rapid.T) Document {
	d := Document{
		ID: "RM-1", State: draw(t, Draft, Active, Completed), Version: rapid.IntRange(1, 9).Draw(t, "version"), Wish: draw(t, append(texts, "a\nb")...),
		Zone: draw(t, "Europe/Berlin", "America/New_York", "UTC", "Asia/Kathmandu"), Pattern: outline.MilestoneProject, Subtype: draw(t, "", "event", "proposed:x"), Source: draw(t, "", outline.RecurringCycle),
	}
	d.Nodes = []Node{{Node: outline.Node{ID: "goal", Level: outline.Goal, Title: draw(t, texts...), Deadline: someDay(t)}}}
	for i := range rapid.IntRange(0, 6).Draw(t, "nodes") {
		parent := draw(t, d.Nodes...)
		n := Node{Node: outline.Node{ID: fmt.Sprintf("x%d", i), Parent: parent.ID, Title: draw(t, texts...), Origin: draw(t, "", outline.User, outline.Template)}}
		n.Level = draw(t, outline.Phase, outline.Cycle, outline.SubGoal, outline.Task, outline.Task, outline.SubTask, outline.MicroGoal)
		if !n.Level.Below(parent.Level) {
			continue
		}
		n.NotBefore, n.Due, n.Deadline = someDay(t), someDay(t), someDay(t)
		n.Notes = draw(t, "", "", "one", "a\n\n> b\n  c\n```", "- [ ] no task", "# no heading")
		n.Stream = draw(t, "", "long runs", "a=b,c -->")
		if n.Level == outline.Cycle {
			n.Repeat = outline.Repeat{Every: 2, Unit: outline.Week, Times: 12}
		}
		if len(d.Nodes) > 1 && rapid.Bool().Draw(t, "depends") {
			n.Depends = append(n.Depends, outline.Dependency{On: draw(t, d.Nodes[1:]...).ID, Kind: draw(t, "", network.FinishStart, network.StartStart), Lag: draw(t, 0, -60, 2880), Calendar: draw(t, "", "work hours")})
		}
		if n.item() {
			n.Status = draw(t, Open, Open, Done, Dropped)
			n.On = someDay(t)
			n.Estimate, n.MinChunk = draw(t, 0, 1, 45, 60, 90, 12000), draw(t, 0, 30)
			n.Office, n.Daylight = draw(t, false, true), draw(t, false, true)
			n.Milestone = n.Estimate == 0 && n.Level == outline.Task
			for k := range rapid.IntRange(0, 2).Draw(t, "blocks") {
				from := at("2027-10-30T20:00:00Z").Add(time.Duration(rapid.IntRange(0, 100).Draw(t, "from")) * 15 * time.Minute)
				d.Blocks = append(d.Blocks, Block{
					ID: fmt.Sprintf("%s.%d", n.ID, k), Node: n.ID, From: from, To: from.Add(time.Duration(rapid.IntRange(1, 120).Draw(t, "long")) * 15 * time.Minute),
					Done: rapid.Bool().Draw(t, "done"), Locked: rapid.Bool().Draw(t, "locked"),
				})
			}
		}
		d.Nodes = append(d.Nodes, n)
	}
	d.Assumptions = rapid.SliceOfN(rapid.SampledFrom(texts), 0, 3).Draw(t, "assumptions")
	for range rapid.IntRange(0, 3).Draw(t, "log") {
		d.Log = append(d.Log, Entry{Time: at("2027-01-10T18:20:00Z"), Who: draw(t, "Weft", "you"), Code: draw(t, "", "moved"), What: draw(t, texts...), Why: draw(t, append(texts, "")...)})
	}
	return Form(d)
}

func TestARoadmapIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := someDocument(t)
		render(t, d) // which reads it again
		if form := Form(d); fmt.Sprint(form) != fmt.Sprint(d) {
			t.Fatalf("its form has another form: %v, %v", d, form)
		}
	})
}

func TestTheExampleReadsWell(t *testing.T) {
	t.Parallel()
	text := render(t, race())
	if doc, err := os.ReadFile("../../docs/vault.md"); err != nil || !strings.Contains(string(doc), text) {
		t.Errorf("the documentation (%v) has another example than\n%s", err, text)
	}
	for _, want := range []string{
		"---\nweft: roadmap\nid: RM-01M83T9E6V\nstate: active\n", "deadline: 2027-10-17\n", "\n# Half marathon <!-- n:goal goal by=user -->\n\n",
		"### Week 3 <!-- n:w03 sub_goal by=template --> 🛫 2027-01-11 📅 2027-01-17\n\n- [x] Easy run (45 min) <!-- n:w03-easy by=template --> ✅ 2027-01-12\n",
		"  - [x] Tue 2027-01-12 18:15–19:00 <!-- b:1 -->\n", "  > Slow enough to talk.\n  - [ ] Sun 2027-01-17 09:00–10:30 🔒 <!-- b:2 -->\n\n## Half marathon <!-- more:goal -->\n\n- [ ] Buy shoes (1 h)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
