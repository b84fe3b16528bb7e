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

// What no check holds is told: pieces side by side, and too many days.
func TestWhatIsNotAsItWasSaidIsTold(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February, at most 30 minutes at a stretch"
	r.Extracted.Constraints = []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Three episodes"}, {Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)},
		{Kind: wish.KindMost, Words: "at most 30 minutes at a stretch", Minutes: 30, Per: "session"},
	}
	o := episodes()
	o.Nodes[3].Stream, o.Nodes[3].MinChunk = "", 30
	d, _, err := draft.Structure(r, o)
	if err != nil {
		t.Fatal(err)
	}
	laid, err := draft.Lay(r, d.Outline)
	if err != nil {
		t.Fatal(err)
	}
	if err := laid.Schedule(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(laid.Assumptions, func(a pattern.Assumption) bool {
		return a.Kind == pattern.Warning && strings.Contains(a.Text, "pieces lie side by side")
	}) {
		t.Errorf("it tells %v", laid.Assumptions)
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
