package draft_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// swims are three mornings a week of a month.
func swims(t *testing.T, more ...wish.Constraint) (draft.Request, outline.Outline) {
	t.Helper()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	r := draft.Request{
		Wish: "Swim three mornings a week until the end of the year, with lessons at noon; away, and again away",
		Now:  time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC), Templates: set, Solve: schedule.Options{Schedules: 50},
		Extracted: &draft.Extracted{Title: "swim", Template: pattern.Generic, Constraints: append([]wish.Constraint{
			{Kind: wish.KindGoal, Words: "Swim"},
			{Kind: wish.KindOften, Words: "three mornings a week", Times: 3},
			{Kind: wish.KindOpen, Words: "three mornings a week", From: 7 * 60, To: 9 * 60},
			{Kind: wish.KindBy, Words: "until the end of the year", Last: civil.NewDate(2026, 12, 31)},
			{Kind: wish.KindContext, Words: "with lessons at noon; away, and again away"},
		}, more...)},
	}
	week := outline.Node{ID: "week", Level: outline.Cycle, Title: "A week", Parent: "goal", Origin: outline.Model, Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 4}}
	o := outline.Outline{
		Pattern: outline.PatternSpec{Pattern: outline.RecurringCycle, IntroducedBy: outline.BySystem, Confidence: .8},
		Nodes:   []outline.Node{{ID: "goal", Level: outline.Goal, Origin: outline.Model}, week},
	}
	for _, id := range []string{"one", "two", "three"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: "Swim", Parent: "week", Origin: outline.Model, Estimate: 45})
	}
	return r, o
}

// planned lays an outline, and returns how often there is work in each week from the first day on.
func planned(t *testing.T, r draft.Request, o outline.Outline) (*draft.Draft, [5]int) {
	t.Helper()
	d, violations, err := draft.Structure(r, o)
	if err != nil || len(violations) > 0 {
		t.Fatal(err, violations)
	}
	if d, err = draft.Lay(r, d.Outline); err != nil {
		t.Fatal(err)
	}
	if err := d.Schedule(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	var weeks [5]int
	for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
		if b.From.Before(b.To) {
			weeks[(civil.DateOf(b.From)-d.Start)/7]++
		}
	}
	return d, weeks
}

func assumes(d *draft.Draft, text string) bool {
	for _, a := range d.Assumptions {
		if strings.Contains(a.Text, text) {
			return true
		}
	}
	return false
}

// A week with days off has as many sessions as it has days for, and is no reason not to plan the
// others.
func TestWhatComesEachWeekComesLessOftenWhereThereAreDaysOff(t *testing.T) {
	t.Parallel()
	off := func(first, last int) wish.Constraint {
		return wish.Constraint{Kind: wish.KindClosed, Words: "away", First: civil.NewDate(2026, 12, first), Last: civil.NewDate(2026, 12, last)}
	}
	for name, test := range map[string]struct {
		more []wish.Constraint
		want [5]int
		told string
	}{
		"none":            {nil, [5]int{3, 3, 3, 3}, ""},
		"enough are left": {[]wish.Constraint{off(5, 6)}, [5]int{3, 3, 3, 3}, ""},
		"a whole week":    {[]wish.Constraint{off(6, 12)}, [5]int{3, 0, 3, 3}, "comes less often where fewer days are free for it: from Sun 2026-12-06"},
		"most of it":      {[]wish.Constraint{off(7, 11)}, [5]int{3, 2, 3, 3}, "comes less often where fewer days are free for it: from Sun 2026-12-06"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, o := swims(t, test.more...)
			d, weeks := planned(t, r, o)
			if d.Result.Verdict != problem.Feasible {
				t.Fatalf("it is %s: %v", d.Result.Verdict, d.Result.Certificate)
			}
			if weeks != test.want {
				t.Errorf("the weeks have %v", weeks)
			}
			if told := assumes(d, "comes less often"); told != (test.told != "") || told && !assumes(d, test.told) {
				t.Errorf("assumed is %v", d.Assumptions)
			}
		})
	}

	r, o := swims(t)
	busy := time.Date(2026, 12, 6, 0, 0, 0, 0, time.UTC)
	r.Commitments = func(time.Time, time.Time) ([]timeline.Commitment, error) {
		return []timeline.Commitment{{ID: "trip", Title: "Trip", AllDay: true, From: busy, To: busy.AddDate(0, 0, 7)}}, nil
	}
	if d, weeks := planned(t, r, o); weeks != [5]int{3, 0, 3, 3} || !assumes(d, "left out where your calendar leaves no time for it: Sun 2026-12-06") {
		t.Errorf("the weeks have %v, and assumed is %v", weeks, d.Assumptions)
	}
}

// What has hours of its own is left out by those, and not by the hours of all other work.
func TestWhatHasHoursOfItsOwnIsNotLeftOutByOthers(t *testing.T) {
	t.Parallel()
	r, o := swims(t, wish.Constraint{Kind: wish.KindOpen, Words: "lessons at noon", Stream: "lessons", From: 12 * 60, To: 13 * 60})
	r.Extracted.Constraints[2].Days = []time.Weekday{time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}
	o.Nodes = append(o.Nodes,
		outline.Node{ID: "weeks", Level: outline.Cycle, Title: "Lessons", Parent: "goal", Origin: outline.Model, Stream: "lessons", Repeat: outline.Repeat{Every: 1, Unit: outline.Day, Times: 28}},
		outline.Node{ID: "lesson", Level: outline.Task, Title: "Lesson", Parent: "weeks", Origin: outline.Model, Estimate: 60})
	d, weeks := planned(t, r, o)
	if d.Result.Verdict != problem.Feasible || weeks != [5]int{10, 10, 10, 10} {
		t.Errorf("it is %s, and the weeks have %v: %v", d.Result.Verdict, weeks, d.Assumptions)
	}
}

// The steps of what comes each day are one session, as long as they are together.
func TestTheStepsOfADayAreOneSession(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	r := draft.Request{
		Wish: "Light and stretching every morning, half an hour", Now: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC), Templates: set, Solve: schedule.Options{Schedules: 50},
		Extracted: &draft.Extracted{Title: "mornings", Template: pattern.Generic, Constraints: []wish.Constraint{
			{Kind: wish.KindGoal, Words: "Light and stretching"}, {Kind: wish.KindOften, Words: "every morning", Times: 7},
			{Kind: wish.KindOpen, Words: "every morning", From: 6 * 60, To: 8 * 60}, {Kind: wish.KindSession, Words: "half an hour", Minutes: 30},
		}},
	}
	o := outline.Outline{
		Pattern: outline.PatternSpec{Pattern: outline.RecurringCycle, IntroducedBy: outline.BySystem, Confidence: .8},
		Nodes: []outline.Node{
			{ID: "goal", Level: outline.Goal, Origin: outline.Model},
			{ID: "day", Level: outline.Cycle, Title: "A day", Parent: "goal", Origin: outline.Model, Repeat: outline.Repeat{Every: 1, Unit: outline.Day, Times: 28}},
			{ID: "light", Level: outline.Task, Title: "Light", Parent: "day", Origin: outline.Model, Estimate: 10},
			{ID: "stretch", Level: outline.Task, Title: "Stretch", Parent: "day", Origin: outline.Model, Estimate: 20, Depends: []outline.Dependency{{On: "light"}}},
		},
	}
	if d, weeks := planned(t, r, o); d.Result.Verdict != problem.Feasible || weeks != [5]int{14, 14, 14, 14} {
		t.Errorf("it is %s, and the weeks have %v", d.Result.Verdict, weeks)
	}
	o.Nodes[3].Estimate = 30
	if _, violations, err := draft.Structure(r, o); err != nil || len(violations) == 0 || violations[0].Code != "session_differs" {
		t.Errorf("forty minutes are %v, %v", violations, err)
	}
}
