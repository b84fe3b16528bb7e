package roadmap

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

var now = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func date(text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

// essay is a goal of two phases: read for five hours, then write for ten, and
// have it read by somebody for two days before it is handed in.
func essay() outline.Outline {
	return outline.Outline{
		Pattern: outline.PatternSpec{Pattern: outline.MilestoneProject, Confidence: 1, IntroducedBy: outline.BySystem},
		Nodes: []outline.Node{
			{Origin: outline.User, ID: "goal", Level: outline.Goal, Title: "Essay", Deadline: date("2026-12-18")},
			{Origin: outline.User, ID: "read", Level: outline.Phase, Title: "Read", Parent: "goal"},
			{Origin: outline.User, ID: "papers", Level: outline.Task, Title: "Read the papers", Parent: "read", Estimate: 300, MinChunk: 60},
			{Origin: outline.User, ID: "write", Level: outline.Phase, Title: "Write", Parent: "goal", Depends: []outline.Dependency{{On: "read"}}},
			{Origin: outline.User, ID: "draft", Level: outline.Task, Title: "Write the draft", Parent: "write", Estimate: 600, MinChunk: 60, NotBefore: date("2026-12-05")},
			{Origin: outline.User, ID: "in", Level: outline.Task, Title: "Hand it in", Parent: "goal", Milestone: true,
				Depends: []outline.Dependency{{On: "write", Kind: network.FinishStart, Lag: 2 * 24 * 60}}},
		},
	}
}

type laid struct {
	problem.Problem
	frame timeline.Frame
	goal  Goal
}

// lay puts the essay on the time that a wish leaves.
func lay(t *testing.T, text string) laid {
	t.Helper()
	if v := outline.Check(essay()); len(v) > 0 {
		t.Fatalf("the outline is no good: %v", v)
	}
	w, err := wish.Read(text, now, nil)
	if err != nil || len(w.Problems) > 0 {
		t.Fatalf("the wish is no good: %v, %v", w.Problems, err)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	start, end := date("2026-11-28").In(zone), date("2026-12-19").In(zone)
	windows, _ := Windows(w)
	line, err := timeline.Person{Zone: zone, Windows: windows, Most: Most(w)}.Line(start, end, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := timeline.NewFrame(zone, start, end)
	if err != nil {
		t.Fatal(err)
	}
	goal := Goal{Prefix: "essay/", Outline: outline.Expand(essay(), date("2026-11-28"))}
	p, err := Problem(f, line, goal)
	if err != nil {
		t.Fatal(err)
	}
	return laid{p, f, goal}
}

func TestAGoalIsLaidOnTheTimeThatAWishLeaves(t *testing.T) {
	t.Parallel()
	l := lay(t, "Write the essay, evenings, not on Thursdays, at most 2 hours a day")
	r, err := schedule.Solve(t.Context(), l.Problem, schedule.Options{})
	if err != nil || r.Verdict != problem.Feasible {
		t.Fatalf("verdict %s, %v", r.Verdict, err)
	}
	if faults := check.Schedule(l.Problem, r.Schedule); len(faults) > 0 {
		t.Fatalf("faults: %v", faults)
	}
	for _, b := range l.goal.Blocks(l.frame, r.Schedule) {
		if b.From.Weekday() == time.Thursday || b.From.Hour() < 17 || b.To.Sub(b.From) > 2*time.Hour {
			t.Errorf("%s is on %s until %s", b.Title, b.From, b.To)
		}
	}
	rows := l.goal.Rows(l.frame, r.Schedule)
	at := map[string]Row{}
	for _, r := range rows {
		at[r.ID] = r
	}
	if len(rows) != 6 || at["goal"].Work != 900 || at["read"].Work != 300 || at["draft"].First < date("2026-12-05") ||
		at["read"].Last > at["write"].First || at["in"].First < at["write"].Last+2 || at["goal"].Last > date("2026-12-18") {
		t.Errorf("the rows are %+v", rows)
	}
}

func TestWhatCanNotBeIsProvedAndToldInWords(t *testing.T) {
	t.Parallel()
	titles := map[string]string{"essay/papers": "Read the papers", "essay/draft": "Write the draft", "essay/in": "Hand it in"}
	for text, want := range map[string]string{
		"Write the essay, only on Sundays, at most 2 hours a day": "is needed for",
		"Write the essay, Saturdays from 14:00 to 14:45":          "at a time, but the longest free time for it is 45 min",
	} {
		l := lay(t, text)
		r, err := schedule.Solve(t.Context(), l.Problem, schedule.Options{})
		if err != nil || r.Verdict != problem.Impossible {
			t.Fatalf("%s: verdict %s, %v", text, r.Verdict, err)
		}
		if err := check.Certificate(l.Problem, *r.Certificate); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got := Explain(r.Certificate, l.frame, titles); !strings.Contains(got, want) {
			t.Errorf("%s: it says %q", text, got)
		}
	}
	l := lay(t, "Write the essay")
	day := problem.Span{From: 3 * 24 * 60, To: 4 * 24 * 60}
	c := &problem.Certificate{Reason: problem.NoGap, Tasks: []string{"essay/in"}, Span: day, Need: 30}
	want := "“Hand it in” takes 30 min at a time, but on " + l.frame.Time(day.From).Format("Mon 2 Jan 2006") + " the longest free time for it is 0 min"
	if got := Explain(c, l.frame, titles); got != want {
		t.Errorf("it says %q, and not %q", got, want)
	}
}

func TestWindowsAreWhatIsSaidLessWhatIsNot(t *testing.T) {
	t.Parallel()
	hours := func(from, to int) timeline.Hours { return timeline.Hours{From: from * 60, To: to * 60} }
	tests := []struct {
		name, text string
		day        time.Weekday
		want       []timeline.Hours
	}{
		{"an evening", "Learn Greek, evenings", time.Monday, []timeline.Hours{hours(17, 22)}},
		{"not on a Thursday", "Learn Greek, evenings, not on Thursdays", time.Thursday, nil},
		{"a whole day without its night", "Learn Greek on Saturdays", time.Saturday, []timeline.Hours{hours(8, 22)}},
		{"another day", "Learn Greek on Saturdays", time.Sunday, nil},
		{"a hole", "Learn Greek on Saturdays, not on Saturdays from 12:00 to 14:00", time.Saturday, []timeline.Hours{hours(8, 12), hours(14, 22)}},
		{"as usual", "Learn Greek", time.Sunday, []timeline.Hours{hours(9, 12), hours(14, 18)}},
	}
	for _, tt := range tests {
		w, err := wish.Read(tt.text, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		windows, assumed := Windows(w)
		var got []timeline.Hours
		for _, x := range windows {
			if x.Weekdays.Has(tt.day) {
				got = append(got, x.Hours)
			}
		}
		if !slices.Equal(got, tt.want) || assumed != (tt.name == "as usual") {
			t.Errorf("%s: got %v, assumed %v", tt.name, got, assumed)
		}
	}
}
