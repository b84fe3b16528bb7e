package outline_test

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	. "github.com/weft-mesh/weft/planning/outline"
)

func sound() Outline {
	return Outline{
		PatternSpec{Pattern: MilestoneProject, Confidence: 1, IntroducedBy: BySystem},
		[]Node{
			{ID: "g", Level: Goal, Title: "Paint the flat", Origin: User},
			{ID: "p1", Level: Phase, Title: "Prepare", Parent: "g", Origin: System},
			{ID: "t1", Level: Task, Title: "Cover the floor", Parent: "p1", Origin: System, Estimate: 60},
			{ID: "t2", Level: Task, Title: "Fill holes", Parent: "p1", Origin: System},
			{ID: "s1", Level: SubTask, Title: "Fill", Parent: "t2", Origin: System, Estimate: 30},
			{ID: "s2", Level: SubTask, Title: "Sand", Parent: "t2", Origin: System, Estimate: 20, Depends: []Dependency{{On: "s1", Lag: 240}}},
			{ID: "m1", Level: MicroGoal, Title: "Dust mask on", Parent: "s2", Origin: System},
			{ID: "p2", Level: Phase, Title: "Paint", Parent: "g", Origin: System, Depends: []Dependency{{On: "p1"}}},
			{ID: "t3", Level: Task, Title: "First coat", Parent: "p2", Origin: System, Estimate: 120},
		},
	}
}

func node(o *Outline, id string) *Node {
	return &o.Nodes[slices.IndexFunc(o.Nodes, func(n Node) bool { return n.ID == id })]
}

func date(d int) civil.Date { return civil.NewDate(2026, 11, d) }

// breaks has for each code what breaks the sound outline.
var breaks = map[string]func(*Outline){
	"too_many_nodes":       func(o *Outline) { o.Nodes = make([]Node, MaxNodes+1) },
	"too_many_occurrences": func(o *Outline) { cycle(o, Repeat{1, Day, 1000}); many(o, 30) },
	"no_root":              func(o *Outline) { node(o, "g").Level = Phase },
	"many_roots":           func(o *Outline) { o.Nodes = append(o.Nodes, Node{ID: "h", Level: Goal, Title: "Other"}) },
	"no_parent":            func(o *Outline) { node(o, "t1").Parent = "" },
	"unknown_parent":       func(o *Outline) { node(o, "t1").Parent = "zz" },
	"parent_cycle":         func(o *Outline) { node(o, "p1").Parent = "t2" },
	"unreachable":          func(o *Outline) { node(o, "p1").Parent = "zz" },
	"bad_id":               func(o *Outline) { node(o, "t1").ID = "a b" },
	"duplicate_id":         func(o *Outline) { node(o, "t3").ID = "t1" },
	"empty_title":          func(o *Outline) { node(o, "t1").Title = " " },
	"title_form":           func(o *Outline) { node(o, "t1").Title = " a\nb" },
	"long_title":           func(o *Outline) { node(o, "t1").Title = strings.Repeat("word ", 40) + "end" },
	"long_text":            func(o *Outline) { node(o, "t1").Notes = strings.Repeat("x", MaxNotes+1) },
	"unknown_level":        func(o *Outline) { node(o, "t1").Level = "epic" },
	"wrong_level":          func(o *Outline) { node(o, "p2").Parent = "p1" },
	"micro_goal_not_leaf":  func(o *Outline) { node(o, "t3").Parent = "m1" },
	"goal_without_task":    func(o *Outline) { o.Nodes = o.Nodes[:2] },
	"no_work":              func(o *Outline) { node(o, "t3").Parent = "p1" },
	"unknown_origin":       func(o *Outline) { node(o, "t3").Origin = "heaven" },
	"estimate_missing":     func(o *Outline) { node(o, "t3").Estimate = 0 },
	"estimate_negative":    func(o *Outline) { node(o, "t3").Estimate = -1 },
	"estimate_too_long":    func(o *Outline) { node(o, "t3").Estimate = MaxEstimate + 1 },
	"estimate_on_parent":   func(o *Outline) { node(o, "t2").Estimate = 99 },
	"milestone_with_work":  func(o *Outline) { node(o, "t3").Milestone = true },
	"chunk_out_of_bounds":  func(o *Outline) { node(o, "t3").MinChunk = -1 },
	"dates_out_of_order":   func(o *Outline) { node(o, "t3").Due, node(o, "t3").Deadline = date(9), date(8) },
	"date_after_parent":    func(o *Outline) { node(o, "t3").Deadline, node(o, "g").Deadline = date(9), date(8) },
	"repeat_missing":       func(o *Outline) { cycle(o, Repeat{}) },
	"repeat_not_cycle":     func(o *Outline) { node(o, "p1").Repeat = Repeat{1, Day, 1} },
	"repeat_out_of_bounds": func(o *Outline) { cycle(o, Repeat{0, Day, 1}) },
	"unknown_dependency":   func(o *Outline) { depend(o, "t3", Dependency{On: "zz"}) },
	"unknown_kind":         func(o *Outline) { depend(o, "t3", Dependency{On: "t1", Kind: "XY"}) },
	"lag_out_of_bounds":    func(o *Outline) { depend(o, "t3", Dependency{On: "t1", Lag: network.MaxLag + 1}) },
	"self_dependency":      func(o *Outline) { depend(o, "t3", Dependency{On: "t3"}) },
	"double_dependency":    func(o *Outline) { depend(o, "p2", Dependency{On: "p1", Kind: network.FinishStart}) },
	"ancestor_dependency":  func(o *Outline) { depend(o, "t3", Dependency{On: "p2"}) },
	"dependency_cycle":     func(o *Outline) { depend(o, "t1", Dependency{On: "t3"}) },
	"unknown_pattern":      func(o *Outline) { o.Pattern.Pattern = "chaos" },
	"pattern_mismatch":     func(o *Outline) { o.Pattern.Pattern = RecurringCycle },
	"bad_pattern":          func(o *Outline) { o.Pattern.Confidence = 1.5 },
	"unknown_subtype":      func(o *Outline) { o.Pattern.Subtype = "gardening" },
	"proposed_without_rfc": func(o *Outline) { o.Pattern.Subtype = "proposed:gardening" },
}

func cycle(o *Outline, r Repeat) { node(o, "p2").Level, node(o, "p2").Repeat = Cycle, r }

func many(o *Outline, n int) {
	for i := range n {
		o.Nodes = append(o.Nodes, Node{ID: fmt.Sprint("x", i), Level: Task, Title: "x", Parent: "p2", Origin: System, Estimate: 1})
	}
}

func depend(o *Outline, id string, d Dependency) {
	node(o, id).Depends = append(node(o, id).Depends, d)
}

func TestASoundOutlineBreaksNothing(t *testing.T) {
	t.Parallel()
	if got := Check(sound()); got != nil {
		t.Error(got)
	}
}

func TestAPatternOfAPersonsOwnKeepsTheRulesOfItsSource(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec PatternSpec
		want string
	}{
		"agreed":                 {PatternSpec{Pattern: "care", SourcePattern: "milestone_project", IntroducedBy: ByUserFeedback}, ""},
		"agreed, of its subtype": {PatternSpec{Pattern: "care", SourcePattern: "milestone_project", Subtype: "event", IntroducedBy: ByUserFeedback}, ""},
		"proposed":               {PatternSpec{Pattern: "proposed:care", SourcePattern: "milestone_project", RFC: "It never ends.", IntroducedBy: BySystem}, ""},
		"without a reason":       {PatternSpec{Pattern: "proposed:care", SourcePattern: "milestone_project", IntroducedBy: BySystem}, "proposed_without_rfc"},
		"without a name":         {PatternSpec{Pattern: "proposed:", SourcePattern: "milestone_project", RFC: "It never ends.", IntroducedBy: BySystem}, "proposed_without_rfc"},
		"of another shape":       {PatternSpec{Pattern: "care", SourcePattern: "recurring_cycle", IntroducedBy: ByUserFeedback}, "pattern_mismatch"},
		"of another subtype":     {PatternSpec{Pattern: "care", SourcePattern: "milestone_project", Subtype: "habit", IntroducedBy: ByUserFeedback}, "unknown_subtype"},
		"that nobody agreed to":  {PatternSpec{Pattern: "care", SourcePattern: "milestone_project", IntroducedBy: BySystem}, "unknown_pattern"},
		"of no source":           {PatternSpec{Pattern: "care", SourcePattern: "chaos", IntroducedBy: ByUserFeedback}, "unknown_pattern"},
		"that there is already":  {PatternSpec{Pattern: "proposed:recurring_cycle", SourcePattern: "milestone_project", RFC: "It never ends.", IntroducedBy: BySystem}, "unknown_pattern"},
	} {
		o := sound()
		o.Pattern = test.spec
		o.Pattern.Confidence = 1
		got := ""
		for _, v := range Check(o) {
			got += v.Code
		}
		if got != test.want {
			t.Errorf("%s: it breaks %q, want %q", name, got, test.want)
		}
	}
}

func TestEachCodeIsFound(t *testing.T) {
	t.Parallel()
	for code, breakIt := range breaks {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			o := sound()
			breakIt(&o)
			got := Check(o)
			if !slices.ContainsFunc(got, func(v Violation) bool { return v.Code == code && v.Text != "" }) {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestTheTableOfCodesIsComplete(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^//\t([a-z_]+) {2,}`).FindAllStringSubmatch(string(text), -1) {
		told[m[1]] = true
	}
	for code := range breaks {
		if !told[code] {
			t.Errorf("%s is not in the table", code)
		}
		delete(told, code)
	}
	if len(told) > 0 {
		t.Errorf("no test breaks %v", told)
	}
}

func TestACircleNamesItsEdgesThroughPhases(t *testing.T) {
	t.Parallel()
	o := sound()
	depend(&o, "t1", Dependency{On: "t3"})
	for _, v := range Check(o) {
		if v.Code == "dependency_cycle" && strings.Contains(v.Text, "t3 → t1") && strings.Contains(v.Text, "p1 → p2") && v.Fix.Action == DropDependency {
			return
		}
	}
	t.Error(Check(o))
}

func TestPatternsHaveTheirShape(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pattern Pattern
		change  func(*Outline)
		fits    bool
	}{
		"phases make a project":           {MilestoneProject, func(*Outline) {}, true},
		"a flat list is none":             {MilestoneProject, func(o *Outline) { o.Nodes = o.Nodes[:3] }, false},
		"a load that grows is an arc":     {ProgressiveAccumulation, func(*Outline) {}, true},
		"a load that falls is none":       {ProgressiveAccumulation, func(o *Outline) { node(o, "t3").Estimate = 20 }, false},
		"a cycle beside a phase":          {HybridProjectCycle, func(o *Outline) { cycle(o, Repeat{1, Week, 4}) }, true},
		"phases without a cycle":          {HybridProjectCycle, func(*Outline) {}, false},
		"one stream transforms little":    {StrategicTransformation, func(o *Outline) { node(o, "p1").Stream = "a" }, false},
		"two streams in phases transform": {StrategicTransformation, func(o *Outline) { node(o, "p1").Stream, node(o, "p2").Stream = "a", "b" }, true},
	} {
		o := sound()
		o.Pattern.Pattern = c.pattern
		c.change(&o)
		bad := slices.ContainsFunc(Check(o), func(v Violation) bool { return v.Code == "pattern_mismatch" })
		if bad == c.fits {
			t.Errorf("%s: %v", name, Check(o))
		}
	}
}

func TestFixMendsWhatNeedsNoJudgementAndTellsIt(t *testing.T) {
	t.Parallel()
	o := sound()
	node(&o, "t1").Title = "  Cover \n the floor "
	node(&o, "t2").Estimate = 50
	node(&o, "m1").Parent = "gone"
	depend(&o, "p2", Dependency{On: "p1", Kind: network.FinishStart})
	o.Nodes = append(o.Nodes, Node{ID: "t1", Level: Task, Title: "Buy paint", Parent: "p1", Origin: System, Estimate: 30})
	got, log := Fix(o)
	if v := Check(got); v != nil {
		t.Error(v)
	}
	want := []string{"title_form t1", "estimate_on_parent t2", "unknown_parent m1", "double_dependency p2", "duplicate_id t1"}
	for i, a := range log {
		if i >= len(want) || a.Code+" "+a.Node != want[i] || a.What == "" || a.Why == "" || a.Who != System {
			t.Errorf("%+v", a)
		}
	}
	if len(log) != len(want) || node(&o, "t1").Title != "  Cover \n the floor " {
		t.Errorf("%d changes, and the outline given has %q", len(log), node(&o, "t1").Title)
	}
}

func TestACycleExpandsToItsRepetitions(t *testing.T) {
	t.Parallel()
	o := sound()
	o.Pattern.Pattern = HybridProjectCycle
	cycle(&o, Repeat{1, Month, 3})
	node(&o, "p2").NotBefore = civil.NewDate(2027, 1, 31)
	o.Nodes = append(o.Nodes, Node{ID: "t4", Level: Task, Title: "Second", Parent: "p2", Origin: System, Estimate: 5, Depends: []Dependency{{On: "t3"}}},
		Node{ID: "t5", Level: Task, Title: "Done", Parent: "g", Origin: System, Estimate: 5, Depends: []Dependency{{On: "t4"}}})
	got := Expand(o, date(1))
	var lines []string
	for depth, n := range Walk(got) {
		line := strings.Repeat(" ", depth) + n.ID
		for _, d := range n.Depends {
			line += " <" + d.On
		}
		if strings.Contains(n.ID, "@") {
			line += " " + n.NotBefore.String() + ".." + n.Deadline.String()
		}
		lines = append(lines, line)
	}
	want := []string{"g", " p1", "  t1", "  t2", "   s1", "   s2 <s1", "    m1", " p2 <p1",
		"  t3@1 2027-01-31..2027-02-27", "  t4@1 <t3@1 2027-01-31..2027-02-27",
		"  t3@2 2027-02-28..2027-03-30", "  t4@2 <t3@2 2027-02-28..2027-03-30",
		"  t3@3 2027-03-31..2027-04-29", "  t4@3 <t3@3 2027-03-31..2027-04-29", " t5 <t4@3"}
	if !slices.Equal(lines, want) {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
	if w := Work(o)["g"]; w != 60+50+3*125+5 {
		t.Errorf("%d minutes of work", w)
	}
	if v := Check(o); v != nil {
		t.Error(v)
	}
}

func TestPhasesInTheNetworkFollowEachOther(t *testing.T) {
	t.Parallel()
	activities, links := Network(sound())
	timing, err := network.Analyse(activities, links, nil)
	if err != nil || timing.End != 30+240+20+120 {
		t.Errorf("%+v %v", timing, err)
	}
}

// drawn is a small outline of which most is wrong.
func drawn(t *rapid.T) Outline {
	pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
	o := Outline{Pattern: PatternSpec{Pattern: Pattern(pick("pattern", string(MilestoneProject), string(HybridProjectCycle), "x")), IntroducedBy: BySystem}}
	ids := []string{"a", "b", "c", "d", "", "e e"}
	for range rapid.IntRange(0, 8).Draw(t, "nodes") {
		n := Node{
			ID: pick("id", ids...), Level: Level(pick("level", "goal", "phase", "cycle", "sub_goal", "task", "sub_task", "micro_goal", "x")),
			Title:  pick("title", "A", " B ", "", "C\n", strings.Repeat("long ", 50)),
			Parent: pick("parent", ids...), Origin: System, Estimate: rapid.IntRange(-1, 3).Draw(t, "estimate"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "dependencies") {
			n.Depends = append(n.Depends, Dependency{On: pick("on", ids...), Kind: network.Kind(pick("kind", "", "FS", "SS", "x"))})
		}
		o.Nodes = append(o.Nodes, n)
	}
	return o
}

func TestFixIsIdempotentAndLeavesNothingThatItMends(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := drawn(t)
		fixed, _ := Fix(o)
		for _, v := range Check(fixed) {
			if v.Fix != nil && v.Fix.Sure {
				t.Fatalf("%v is left", v)
			}
		}
		again, log := Fix(fixed)
		if !reflect.DeepEqual(again, fixed) || log != nil {
			t.Fatalf("a second time: %v", log)
		}
		for range Walk(fixed) {
		}
		Expand(fixed, date(1))
	})
}

func large(n int) Outline {
	o := sound()
	for i := range n {
		o.Nodes = append(o.Nodes, Node{ID: fmt.Sprint("n", i), Level: Task, Title: "Work", Parent: "p2", Origin: Model, Estimate: 10})
		for k := 1; k <= 4 && i > 0; k++ {
			o.Nodes[len(o.Nodes)-1].Depends = append(o.Nodes[len(o.Nodes)-1].Depends, Dependency{On: fmt.Sprint("n", i*k/5), Lag: k})
		}
	}
	return o
}

// chained is hostile: each node below the one before.
func chained(n int) Outline {
	o := sound()
	for i := range n {
		o.Nodes = append(o.Nodes, Node{ID: fmt.Sprint("n", i), Level: Phase, Parent: fmt.Sprint("n", i-1)})
	}
	o.Nodes[len(o.Nodes)-n].Parent = "g"
	return o
}

func BenchmarkCheck(b *testing.B) {
	for name, o := range map[string]Outline{"sound": large(10_000), "chained": chained(10_000)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Check(o)
			}
		})
	}
}
