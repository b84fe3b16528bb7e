package draft_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wish"
)

// podcast is a goal of which one kind of work has hours of its own.
func podcast(t *testing.T) draft.Request {
	t.Helper()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return draft.Request{
		Wish: "Three episodes by 1 February, recording only on Sundays after 19:30 every second week from 6 December, mornings, at most an hour on Mondays",
		Now:  time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC), Templates: set,
		Extracted: &draft.Extracted{Title: "three episodes", Template: pattern.Generic, Constraints: []wish.Constraint{
			{Kind: wish.KindGoal, Words: "Three episodes"},
			{Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
			{
				Kind: wish.KindOpen, Words: "recording only on Sundays after 19:30 every second week from 6 December", Stream: "Recording",
				Days: []time.Weekday{time.Sunday}, From: 19*60 + 30, To: 23 * 60, First: civil.NewDate(2026, 12, 6), Weeks: 2,
			},
			{Kind: wish.KindOpen, Words: "mornings", From: 8 * 60, To: 12 * 60},
			{Kind: wish.KindMost, Words: "at most an hour on Mondays", Days: []time.Weekday{time.Monday}, Minutes: 60, Per: "day"},
		}},
	}
}

func episodes() outline.Outline {
	return outline.Outline{
		Pattern: outline.PatternSpec{Pattern: outline.MilestoneProject, IntroducedBy: outline.BySystem, Confidence: .8},
		Nodes: []outline.Node{
			{ID: "goal", Level: outline.Goal, Origin: outline.Model},
			{ID: "make", Level: outline.Phase, Title: "Make them", Parent: "goal", Origin: outline.Model},
			{ID: "research", Level: outline.Task, Title: "Research", Parent: "make", Origin: outline.Model, Estimate: 1500, MinChunk: 60},
			{ID: "record", Level: outline.Task, Title: "Record", Parent: "make", Origin: outline.Model, Estimate: 360, MinChunk: 90, Stream: "recording"},
			{ID: "out", Level: outline.Task, Title: "They are out", Parent: "make", Origin: outline.Model, Milestone: true, Depends: []outline.Dependency{{On: "record"}}},
		},
	}
}

func TestHoursOfOneKindOfWorkAreForThatAlone(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	d, violations, err := draft.Structure(r, episodes())
	if err != nil || len(violations) > 0 || d.Outline.Nodes[0].Title != "Three episodes" || d.Outline.Nodes[0].Deadline != civil.NewDate(2027, 2, 1) {
		t.Fatalf("%v, %v, %+v", err, violations, d.Outline.Nodes[0])
	}
	laid, err := draft.Lay(r, d.Outline)
	if err != nil {
		t.Fatal(err)
	}
	if err := laid.Schedule(t.Context(), r); err != nil || laid.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %v", laid.Result.Verdict, err)
	}
	mondays := map[civil.Date]int{}
	for _, b := range laid.Result.Schedule.Blocks {
		from, to := laid.Frame.Time(b.From), laid.Frame.Time(b.To)
		day := civil.DateOf(from)
		switch {
		case b.Task == "record":
			if weeks := int(day-civil.NewDate(2026, 12, 6)) / 7; from.Weekday() != time.Sunday || from.Hour() < 19 || weeks%2 != 0 || day < civil.NewDate(2026, 12, 6) {
				t.Errorf("it records on %s", from)
			}
		case to.After(from) && (from.Hour() < 8 || to.Hour() > 12):
			t.Errorf("%s is at %s", b.Task, from)
		}
		if from.Weekday() == time.Monday {
			mondays[day] += b.To - b.From
		}
	}
	for day, minutes := range mondays {
		if minutes > 60 {
			t.Errorf("on Monday, %s, there are %d minutes", day, minutes)
		}
	}
	if !slices.Contains(laid.Limits(), "1 h a day, Mon") {
		t.Errorf("its limits are %q", laid.Limits())
	}
}

// What comes n times a week and not again by itself is on n days of it, with the pause between.
func TestTimesAWeekAreDaysOfTheWeek(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, two blocks a week of 90 minutes at most, two days of rest between"
	r.Extracted.Constraints = []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"},
		{Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
		{Kind: wish.KindOften, Words: "two blocks a week", Times: 2},
		{Kind: wish.KindMost, Words: "of 90 minutes at most", Minutes: 90, Per: "session"},
		{Kind: wish.KindPause, Words: "two days of rest between", Minutes: 2 * 24 * 60},
	}
	o := episodes()
	o.Nodes[2].Estimate, o.Nodes[3].Stream, o.Nodes[3].MinChunk = 720, "", 45
	d, violations, err := draft.Structure(r, o)
	if err != nil || len(violations) > 0 {
		t.Fatalf("%v, %v", err, violations)
	}
	laid, err := draft.Lay(r, d.Outline)
	if err != nil {
		t.Fatal(err)
	}
	if err := laid.Schedule(t.Context(), r); err != nil || laid.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %v", laid.Result.Verdict, err)
	}
	minutes := map[civil.Date]int{}
	for _, b := range laid.Result.Schedule.Blocks {
		if b.To > b.From {
			minutes[civil.DateOf(laid.Frame.Time(b.From))] += b.To - b.From
		}
	}
	last := civil.Date(0)
	for _, day := range slices.Sorted(maps.Keys(minutes)) {
		if minutes[day] > 90 || day-last < 3 {
			t.Errorf("on %s there are %d minutes, %d days after the last", day, minutes[day], day-last)
		}
		last = day
	}
	if len(minutes) < 12 {
		t.Errorf("it is on %d days", len(minutes))
	}
}

// Sessions of a week are on days of their own, apart from each other.
func TestSessionsOfAWeekAreOnDaysOfTheirOwn(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, three times a week"
	r.Extracted.Constraints = []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"}, {Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
		{Kind: wish.KindOften, Words: "three times a week", Times: 3},
	}
	o := episodes()
	o.Pattern.Pattern = outline.RecurringCycle
	o.Nodes = append(o.Nodes[:1], outline.Node{
		ID: "week", Level: outline.Cycle, Title: "Practise", Parent: "goal", Origin: outline.Model,
		Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 6}, NotBefore: civil.NewDate(2026, 11, 30),
	})
	for _, id := range []string{"one", "two", "three"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "week", Origin: outline.Model, Estimate: 30})
	}
	d, violations, err := draft.Structure(r, o)
	if err != nil || len(violations) > 0 {
		t.Fatalf("%v, %v", err, violations)
	}
	laid, err := draft.Lay(r, d.Outline)
	if err != nil {
		t.Fatal(err)
	}
	if err := laid.Schedule(t.Context(), r); err != nil || laid.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %v", laid.Result.Verdict, err)
	}
	last := civil.Date(0)
	for _, b := range laid.Result.Schedule.Blocks {
		if b.To == b.From {
			continue
		}
		day := civil.DateOf(laid.Frame.Time(b.From))
		if day-last < 2 && day.WeekStart(time.Monday) == last.WeekStart(time.Monday) {
			t.Errorf("%s is on %s, and one before it on %s", b.Task, day, last)
		}
		last = day
	}
}

func TestAnOutlineIsHeldAgainstWhatWasSaid(t *testing.T) {
	t.Parallel()
	weekly := func(minutes int) outline.Outline {
		o := episodes()
		o.Nodes = append(o.Nodes,
			outline.Node{ID: "again", Level: outline.Cycle, Title: "Practise", Parent: "goal", Origin: outline.Model, Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 6}},
			outline.Node{ID: "speak", Level: outline.Task, Title: "Speak", Parent: "again", Origin: outline.Model, Estimate: minutes, Stream: "recording"})
		return o
	}
	for name, test := range map[string]struct {
		change func(*draft.Request, *outline.Outline)
		code   string
	}{
		"work of the stream is missing": {func(_ *draft.Request, o *outline.Outline) { o.Nodes[3].Stream = "" }, "stream_missing"},
		"work after the end":            {func(_ *draft.Request, o *outline.Outline) { o.Nodes[2].NotBefore = civil.NewDate(2027, 2, 3) }, "outside_goal"},
		"another rhythm": {func(r *draft.Request, o *outline.Outline) {
			*o = weekly(30)
			o.Nodes[len(o.Nodes)-1].Stream, o.Nodes[len(o.Nodes)-2].Stream = "", ""
			o.Nodes = slices.DeleteFunc(o.Nodes, func(n outline.Node) bool { return n.Parent == "make" || n.ID == "make" })
			o.Pattern.Pattern = outline.RecurringCycle
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindOften, Words: "Three episodes", Times: 3}
		}, "sessions_differ"},
		"another length, of work that has hours of its own": {func(r *draft.Request, o *outline.Outline) {
			*o = weekly(30)
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindSession, Words: "Three episodes", Minutes: 45}
		}, ""},
		"another length": {func(r *draft.Request, o *outline.Outline) {
			*o = weekly(30)
			o.Nodes[len(o.Nodes)-1].Stream = ""
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindSession, Words: "Three episodes", Minutes: 45}
		}, "session_differs"},
		"a longer week": {func(r *draft.Request, o *outline.Outline) {
			*o = weekly(90)
			o.Nodes[len(o.Nodes)-1].Stream = ""
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindMost, Words: "Three episodes", Minutes: 60, Per: "week"}
		}, "week_exceeded"},
		"less than was said in all": {func(r *draft.Request, _ *outline.Outline) {
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindAmount, Words: "Three episodes", Minutes: 1860 + 16, Per: "all"}
		}, "total_differs"},
		"as much as was said in all, but for a quarter of an hour": {func(r *draft.Request, _ *outline.Outline) {
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindAmount, Words: "Three episodes", Minutes: 1860 + 15, Per: "all"}
		}, ""},
		"more of one kind of work than was said in all": {func(r *draft.Request, _ *outline.Outline) {
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindAmount, Words: "Three episodes", Minutes: 300, Per: "all", Stream: "recording"}
		}, "total_differs"},
		"as much of one kind of work as was said in all": {func(r *draft.Request, _ *outline.Outline) {
			r.Extracted.Constraints[0] = wish.Constraint{Kind: wish.KindAmount, Words: "Three episodes", Minutes: 360, Per: "all", Stream: "recording"}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, o := podcast(t), episodes()
			test.change(&r, &o)
			_, violations, err := draft.Structure(r, o)
			if err != nil || test.code == "" && len(violations) > 0 || test.code != "" && !slices.ContainsFunc(violations, func(v outline.Violation) bool { return v.Code == test.code }) {
				t.Errorf("%v, %v", violations, err)
			}
		})
	}
}

// Without a day of the end there is one by which the work can be done.
func TestAnOutlineWithoutAnEndHasOne(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Extracted.Constraints[1] = wish.Constraint{Kind: wish.KindContext, Words: "by 1 February"}
	d, violations, err := draft.Structure(r, episodes())
	if err != nil || len(violations) > 0 || d.Outline.Nodes[0].Deadline < civil.NewDate(2026, 12, 20) || len(d.Assumptions) == 0 {
		t.Errorf("%v, %v, %v", err, violations, d.Outline.Nodes[0].Deadline)
	}
}

// scheduled is an outline as it is laid for a request.
func scheduled(t *testing.T, r draft.Request, o outline.Outline) *draft.Draft {
	t.Helper()
	d, violations, err := draft.Structure(r, o)
	if err != nil || len(violations) > 0 {
		t.Fatalf("%v, %v", err, violations)
	}
	laid, err := draft.Lay(r, d.Outline)
	if err != nil {
		t.Fatal(err)
	}
	if err := laid.Schedule(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return laid
}

func warnings(d *draft.Draft) (out []string) {
	for _, a := range d.Assumptions {
		if a.Kind == pattern.Warning {
			out = append(out, a.Text)
		}
	}
	return out
}

// What is said of one kind of the work bounds no other.
func TestTheMostOfOneKindOfWorkIsOfThatAlone(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, recording at most an hour a day and three hours a week, no take over 45 minutes"
	r.Extracted.Constraints = []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"},
		{Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
		{Kind: wish.KindMost, Words: "recording at most an hour a day", Minutes: 60, Per: "day", Stream: "Recording"},
		{Kind: wish.KindMost, Words: "and three hours a week", Minutes: 180, Per: "week", Stream: "recording"},
		{Kind: wish.KindMost, Words: "no take over 45 minutes", Minutes: 45, Per: "session", Stream: "recording"},
	}
	o := episodes()
	o.Nodes[2].MinChunk, o.Nodes[3].MinChunk = 0, 0
	o.Nodes[2].Estimate = 200
	laid := scheduled(t, r, o)
	if laid.Result.Verdict != problem.Feasible {
		t.Fatal(laid.Result.Verdict)
	}
	days, weeks, research := map[civil.Date]int{}, map[civil.Date]int{}, 0
	for _, b := range laid.Result.Schedule.Blocks {
		switch n := b.To - b.From; b.Task {
		case "record":
			day := civil.DateOf(laid.Frame.Time(b.From))
			days[day] += n
			weeks[day.WeekStart(time.Monday)] += n
			if n > 45 {
				t.Errorf("it records for %d minutes", n)
			}
		case "research":
			research = max(research, n)
		}
	}
	for day, n := range days {
		if n > 60 || weeks[day.WeekStart(time.Monday)] > 180 {
			t.Errorf("on %s it records for %d minutes, and for %d in that week", day, n, weeks[day.WeekStart(time.Monday)])
		}
	}
	if research != 200 {
		t.Errorf("research, of which nothing was said, is in pieces of %d minutes", research)
	}
	if want := []string{"1 h a day of recording", "3 h a week of recording"}; !slices.Equal(laid.Limits(), want) {
		t.Errorf("its limits are %q", laid.Limits())
	}

	o.Nodes[3].Estimate = 40 * 60 // in nine weeks of three hours
	laid = scheduled(t, r, o)
	if c := laid.Result.Certificate; laid.Result.Verdict != problem.Impossible || c.Reason != problem.CapOverload || !slices.Equal(c.Tasks, []string{"record"}) {
		t.Errorf("it is %s: %+v", laid.Result.Verdict, c)
	}
}

// A pause between the sessions of a day is kept where there is room for it, and told where not.
func TestSessionsOfADayHaveThePauseThatWasSaid(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, recording three times a day at most, half an hour each, at least three hours apart"
	r.Extracted.Constraints = []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"},
		{Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
		{Kind: wish.KindMost, Words: "recording three times a day at most", Times: 3, Per: "day", Stream: "recording"},
		{Kind: wish.KindSession, Words: "half an hour each", Minutes: 30, Stream: "recording"},
		{Kind: wish.KindPause, Words: "at least three hours apart", Minutes: 180, Stream: "recording"},
	}
	o := episodes()
	o.Pattern.Pattern = outline.HybridProjectCycle
	o.Nodes[3] = outline.Node{ID: "daily", Level: outline.Cycle, Title: "Record", Parent: "goal", Origin: outline.Model, Stream: "recording", Repeat: outline.Repeat{Every: 1, Unit: outline.Day, Times: 14}}
	o.Nodes = o.Nodes[:4]
	for _, id := range []string{"one", "two", "three"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: "Record", Parent: "daily", Origin: outline.Model, Estimate: 30})
	}
	laid := scheduled(t, r, o)
	if laid.Result.Verdict != problem.Feasible || len(warnings(laid)) > 0 {
		t.Fatalf("%v, %q", laid.Result.Verdict, warnings(laid))
	}
	last, n := -180, 0
	for _, b := range laid.Result.Schedule.Blocks {
		if b.Task == "research" || b.To == b.From {
			continue
		}
		if n++; b.From-last < 180 {
			t.Errorf("%s begins %d minutes after the one before", b.Task, b.From-last)
		}
		last = b.To
	}
	if n != 14*3 {
		t.Errorf("there are %d sessions", n)
	}

	r.Extracted.Constraints[4].Minutes = 8 * 60
	laid = scheduled(t, r, o)
	if got := warnings(laid); laid.Result.Verdict != problem.Feasible || !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "recording: you asked for 8 h between two sessions") }) {
		t.Errorf("%v, %q", laid.Result.Verdict, got)
	}
}

// How many times a day or a week is looked for in the schedule, and told only if it is not so.
func TestHowOftenAtMostIsLookedForInTheSchedule(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, at most two things a day, at most one on Saturdays, on six days a week at most"
	for _, test := range []struct {
		a, saturdays, days int
		want               []string
	}{
		{9, 9, 7, nil},
		{1, 9, 7, []string{"you asked for at most once a day"}},
		{9, 9, 1, []string{"you asked for at most 1 day a week"}},
	} {
		r.Extracted.Constraints = []wish.Constraint{
			{Kind: wish.KindGoal, Words: "Three episodes"}, {Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
			{Kind: wish.KindMost, Words: "at most two things a day", Times: test.a, Per: "day"},
			{Kind: wish.KindMost, Words: "at most one on Saturdays", Times: test.saturdays, Per: "day", Days: []time.Weekday{time.Saturday}},
			{Kind: wish.KindMost, Words: "on six days a week at most", Times: test.days, Per: "week"},
		}
		o := episodes()
		o.Nodes[3].Stream, o.Nodes[2].Estimate = "", 900
		for _, id := range []string{"a", "b", "c"} { // short ones, which lie side by side
			o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "make", Origin: outline.Model, Estimate: 15, Deadline: civil.NewDate(2026, 11, 30)})
		}
		got := warnings(scheduled(t, r, o))
		if len(got) != len(test.want) || len(got) > 0 && !strings.HasPrefix(got[0], test.want[0]) {
			t.Errorf("%+v: it tells %q", test, got)
		}
	}
}

// A week of a goal that has a most a day holds whole days of work, so that no day has a rest that ends
// in an hour.
func TestAnEvenPaceIsOfWholeDays(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish, r.Extracted.Constraints = "Three episodes by 31 January, four hours a day at most", []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"},
		{Kind: wish.KindBy, Words: "by 31 January", Last: civil.NewDate(2027, 1, 31)},
		{Kind: wish.KindMost, Words: "four hours a day at most", Minutes: 240, Per: "day"},
	}
	d, violations, err := draft.Structure(r, episodes())
	if err != nil || len(violations) > 0 {
		t.Fatalf("%v, %v", err, violations)
	}
	if d, err = draft.Lay(r, d.Outline); err != nil {
		t.Fatal(err)
	}
	if text := d.Spreads()[0].Text; text != "an even pace: at most 6 h a week" {
		t.Errorf("31 hours in nine weeks are laid at %s", text)
	}
}
