package planninggraph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wire"
	"github.com/weft-mesh/weft/planning/wish"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// heldNow is what holds of a goal after all that was said and chosen; 0 is no bound.
type heldNow struct {
	day, week int
	by        civil.Date
	sundays   bool
}

// In whatever order something is said and ways out are chosen, the last word on each thing holds, and is what
// is shown as read.
func TestTheLastWordHoldsInAnyOrder(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2027, 1, 4, 9, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		held := heldNow{20, 0, civil.NewDate(2027, 5, 31), true}
		goal := &planningv1.Goal{Wish: "learn Italian by 31 May 2027, 20 minutes a day", Schedules: 20}
		var steps []string
		say := func(words string) *planningv1.Amendment {
			steps = append(steps, words)
			return &planningv1.Amendment{Words: words}
		}
		choose := func(terms *planningv1.Terms) *planningv1.Amendment {
			steps = append(steps, fmt.Sprint("chosen ", terms))
			return &planningv1.Amendment{Terms: terms}
		}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			n := rapid.IntRange(2, 12).Draw(t, "n")
			day := civil.NewDate(2027, 5, 1) + civil.Date(7*n)
			var m *planningv1.Amendment
			switch rapid.IntRange(0, 8).Draw(t, "step") {
			case 0:
				m, held.day = say(fmt.Sprintf("at most %d minutes a day", 10*n)), 10*n
			case 1:
				m, held.day = say(fmt.Sprintf("%d minutes a day", 10*n)), 10*n
			case 2:
				m, held.week = say(fmt.Sprintf("at most %d hours a week", n)), 60*n
			case 3:
				m, held.by = say("until "+day.String()), day
			case 4:
				m, held.sundays = say("never on Sundays"), false
			case 5:
				m, held.sundays = say("Sundays are fine after all"), true
			case 6:
				m, held.day, held.week = choose(&planningv1.Terms{Unlimited: true}), 0, 0
			case 7:
				m, held.by = choose(&planningv1.Terms{By: day.String()}), day
			case 8:
				m = choose(&planningv1.Terms{Answers: map[string]string{"minutes": fmt.Sprint(10 * n), "hours": fmt.Sprint(n)}})
			}
			goal = planninggraph.Amended(goal, m)
		}
		r, err := wire.Request(goal, now, nil, set)
		if err != nil {
			t.Fatalf("%q: %v", steps, err)
		}
		d, err := draft.Make(t.Context(), r)
		if err != nil {
			t.Fatalf("%q: %v", steps, err)
		}
		if len(d.Unread) > 0 {
			t.Errorf("%q: not read is %q", steps, d.Unread)
		}
		checkHeldNow(t, steps, d, held)
	})
}

// checkHeldNow checks that a draft keeps and shows what holds, and nothing that was said before it.
func checkHeldNow(t *rapid.T, steps []string, d *draft.Draft, held heldNow) {
	shown := ""
	for _, r := range d.Wish.Readings {
		means, _, _ := strings.Cut(r.Means, ", instead of ")
		shown += means + "\n"
	}
	for text, holds := range map[string]bool{
		"at most " + civil.Length(held.week) + " a week": held.week > 0, "not Sun": !held.sundays,
		"day": held.day > 0, civil.Length(held.day): held.day > 0, // "each day, 20 min", or "at most 20 min a day"
	} {
		if held.day == 0 && held.week == 0 && text == "day" {
			text = " min a day"
		}
		if text != "0 min" && holds != strings.Contains(strings.ReplaceAll(shown, wish.NoLimits, ""), text) {
			t.Errorf("%q: shown is %q; that %q holds is %v", steps, shown, text, holds)
		}
	}
	if n := strings.Count(shown, "until "); n != 1 || d.Wish.By != held.by {
		t.Errorf("%q: the last day is %s, want %s; shown is %q", steps, d.Wish.By, held.by, shown)
	}
	if d.Result.Verdict != problem.Feasible {
		return
	}
	days, weeks := map[civil.Date]int{}, map[civil.Date]int{}
	for _, b := range d.Result.Schedule.Blocks {
		from := d.Frame.Time(b.From)
		day := civil.DateOf(from)
		days[day] += b.To - b.From
		weeks[day.WeekStart(time.Monday)] += b.To - b.From
		switch {
		case held.day > 0 && days[day] > held.day:
			t.Fatalf("%q: %d minutes on %s", steps, days[day], day)
		case held.week > 0 && weeks[day.WeekStart(time.Monday)] > held.week:
			t.Fatalf("%q: too much in the week of %s", steps, day)
		case day > held.by, !held.sundays && day.Weekday() == time.Sunday:
			t.Fatalf("%q: work on %s", steps, day)
		}
	}
}
