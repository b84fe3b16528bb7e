package draft_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/wish"
)

// No session is longer than was said, with what lies beside it: pauses are made where there is room,
// and it is told where there is none.
func TestSessionsHaveAPauseBetweenThemWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	r := podcast(t)
	o := episodes()
	o.Nodes[3].Stream, o.Nodes[2].MinChunk, o.Nodes[3].MinChunk = "", 30, 30
	for by, want := range map[civil.Date][]string{
		civil.NewDate(2027, 2, 1):  nil,
		civil.NewDate(2026, 12, 5): {"you said no session over 30 min"},
	} {
		r.Wish = "Three episodes by then, at most 30 minutes at a stretch"
		r.Extracted.Constraints = []wish.Constraint{
			{Kind: wish.KindGoal, Words: "Three episodes"}, {Kind: wish.KindBy, Words: "by then", Last: by},
			{Kind: wish.KindMost, Words: "at most 30 minutes at a stretch", Minutes: 30, Per: "session"},
		}
		got := warnings(scheduled(t, r, o))
		if len(got) != len(want) || len(got) > 0 && !strings.HasPrefix(got[0], want[0]) {
			t.Errorf("by %s: it tells %q, want %q", by, got, want)
		}
	}
}

// extracted is a wish of which a model read constraints: the goal, and that it is by 1 February.
func extracted(t *testing.T, said ...wish.Constraint) draft.Request {
	t.Helper()
	r := podcast(t)
	r.Wish = "Three episodes by 1 February"
	r.Extracted.Constraints = []wish.Constraint{{Kind: wish.KindGoal, Words: "Three episodes"}, {Kind: wish.KindBy, Words: "by 1 February", Last: civil.NewDate(2027, 2, 1)}}
	for i, c := range said {
		c.Words = cmp.Or(c.Words, "said "+string(rune('a'+i)))
		r.Wish += ", " + c.Words
		r.Extracted.Constraints = append(r.Extracted.Constraints, c)
	}
	return r
}

// parts is an outline of a pattern with a phase, a milestone and no work.
func parts(p outline.Pattern) outline.Outline {
	o := episodes()
	o.Pattern.Pattern = p
	o.Nodes = append(o.Nodes[:2], o.Nodes[4])
	o.Nodes[2].Depends = nil
	return o
}

// work are the blocks of a draft that take time, by day.
func work(d *draft.Draft) map[civil.Date][]problem.Block {
	days := map[civil.Date][]problem.Block{}
	for _, b := range d.Result.Schedule.Blocks {
		if b.From < b.To {
			day := civil.DateOf(d.Frame.Time(b.From))
			days[day] = append(days[day], b)
		}
	}
	for _, of := range days {
		slices.SortFunc(of, func(a, b problem.Block) int { return a.From - b.From })
	}
	return days
}

func TestSoManyTimesADayIsKeptWhereNoLengthWasSaid(t *testing.T) {
	t.Parallel()
	r := extracted(t, wish.Constraint{Kind: wish.KindMost, Times: 1, Per: "day"})
	o := parts(outline.MilestoneProject)
	for _, id := range []string{"a", "b", "c", "d"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "make", Origin: outline.Model, Estimate: 60})
	}
	d := scheduled(t, r, o)
	if days := work(d); len(days) != 4 || len(warnings(d)) > 0 {
		t.Errorf("work on %d days, %q", len(days), warnings(d))
	}
}

func TestWorkTwiceADayIsHoursApart(t *testing.T) {
	t.Parallel()
	r := extracted(
		t, wish.Constraint{Kind: wish.KindSession, Minutes: 10}, wish.Constraint{Kind: wish.KindOften, Times: 14},
		wish.Constraint{Kind: wish.KindOpen, From: 7 * 60, To: 8 * 60}, wish.Constraint{Kind: wish.KindOpen, From: 19 * 60, To: 22 * 60},
	)
	o := parts(outline.RecurringCycle)
	o.Nodes = append(o.Nodes[:1], outline.Node{ID: "day", Level: outline.Cycle, Title: "Each day", Parent: "goal", Origin: outline.Model, Repeat: outline.Repeat{Every: 1, Unit: outline.Day, Times: 20}, NotBefore: civil.NewDate(2026, 11, 30)})
	for _, id := range []string{"a", "b"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "day", Origin: outline.Model, Estimate: 10})
	}
	d := scheduled(t, r, o)
	days := work(d)
	for day, of := range days {
		if len(of) != 2 || of[1].From-of[0].To < 3*60 {
			t.Errorf("%s: %v", day, of)
		}
	}
	if len(days) != 20 || len(warnings(d)) > 0 {
		t.Errorf("work on %d days, %q", len(days), warnings(d))
	}
}

// Where some work comes again and some does not, neither takes the other's days.
func TestSessionsBesideWorkThatComesAgainAreOnDaysOfTheirOwn(t *testing.T) {
	t.Parallel()
	r := extracted(t, wish.Constraint{Kind: wish.KindSession, Minutes: 45}, wish.Constraint{Kind: wish.KindOften, Times: 2})
	o := parts(outline.HybridProjectCycle)
	for _, id := range []string{"a", "b", "c"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "make", Origin: outline.Model, Estimate: 45, Deadline: civil.NewDate(2026, 12, 13)})
	}
	o.Nodes = append(
		o.Nodes, outline.Node{ID: "week", Level: outline.Cycle, Title: "Each week", Parent: "goal", Origin: outline.Model, Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 3}, NotBefore: civil.NewDate(2026, 12, 14)},
		outline.Node{ID: "x", Level: outline.Task, Title: "x", Parent: "week", Origin: outline.Model, Estimate: 45},
		outline.Node{ID: "y", Level: outline.Task, Title: "y", Parent: "week", Origin: outline.Model, Estimate: 45},
	)
	d := scheduled(t, r, o)
	weeks := map[civil.Date]int{}
	for day, of := range work(d) {
		weeks[day.WeekStart(time.Monday)]++
		if len(of) > 1 {
			t.Errorf("%s: %v", day, of)
		}
	}
	for week, n := range weeks {
		if n > 2 {
			t.Errorf("%d sessions in the week of %s", n, week)
		}
	}
	if got := warnings(d); len(weeks) < 5 || len(got) > 0 {
		t.Errorf("%d weeks, %q", len(weeks), got)
	}
}

// What is laid anew keeps the pauses of the plan.
func TestWhatIsLaidAnewHasItsSessionsApart(t *testing.T) {
	t.Parallel()
	r := extracted(t, wish.Constraint{Kind: wish.KindSession, Minutes: 30})
	o := parts(outline.MilestoneProject)
	for _, id := range []string{"a", "b", "c"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "make", Origin: outline.Model, Estimate: 600, MinChunk: 30})
	}
	planned := scheduled(t, r, o)
	kept := draft.Kept{Said: r, Document: planned.Document("RM-1", planned.Result.Schedule)}
	kept.Document.Wish = r.Wish
	later := r.Now.AddDate(0, 0, 10) // and nothing was done
	again, err := draft.Resume(later, nil, kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Solve(t.Context(), r.Solve); err != nil {
		t.Fatal(err)
	}
	laid := draft.Draft{Frame: again.Frame, Result: again.Result}
	if again.Result.Verdict != problem.Feasible || len(again.Moves()) == 0 {
		t.Fatalf("%v, %d moves", again.Result.Verdict, len(again.Moves()))
	}
	for day, of := range work(&laid) {
		for i, b := range of {
			if b.To-b.From > 30 || i > 0 && b.From-of[i-1].To < 30 {
				t.Errorf("%s: %v", day, of)
			}
		}
	}
}

// Work of two kinds that lies side by side is one session, whichever hours each has.
func TestSessionsOfTwoKindsSideBySideAreTold(t *testing.T) {
	t.Parallel()
	r := extracted(
		t, wish.Constraint{Kind: wish.KindMost, Minutes: 90, Per: "session"}, wish.Constraint{Kind: wish.KindOpen, From: 18 * 60, To: 19*60 + 30},
		wish.Constraint{Kind: wish.KindOpen, Stream: "speaking", From: 19*60 + 30, To: 21 * 60},
	)
	o := parts(outline.MilestoneProject)
	for id, stream := range map[string]string{"a": "", "b": "speaking"} {
		o.Nodes = append(o.Nodes, outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "make", Origin: outline.Model, Stream: stream, Estimate: 90, NotBefore: civil.NewDate(2026, 12, 2), Deadline: civil.NewDate(2026, 12, 2)})
	}
	want := "you said no session over 1 h 30 min; blocks lie side by side once, together up to 3 h"
	if got := warnings(scheduled(t, r, o)); len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("it tells %q", got)
	}
}

// What was said of all work holds for a kind of it that has its own sessions, too.
func TestOnceADayHoldsForWorkWithSessionsOfItsOwn(t *testing.T) {
	t.Parallel()
	r := extracted(
		t, wish.Constraint{Kind: wish.KindOften, Times: 5}, wish.Constraint{Kind: wish.KindMost, Times: 1, Per: "day"},
		wish.Constraint{Kind: wish.KindSession, Stream: "short", Minutes: 10},
		wish.Constraint{Kind: wish.KindSession, Stream: "full", Minutes: 20},
		wish.Constraint{Kind: wish.KindClosed, Stream: "short", First: civil.NewDate(2026, 12, 26), Last: civil.NewDate(2027, 2, 1)}, wish.Constraint{Kind: wish.KindOpen, From: 20 * 60, To: 22 * 60},
	)
	o := parts(outline.RecurringCycle)
	o.Nodes = append(o.Nodes[:1], outline.Node{
		ID: "week", Level: outline.Cycle, Title: "Each week", Parent: "goal", Origin: outline.Model, Stream: "short",
		Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 3}, NotBefore: civil.NewDate(2026, 11, 30),
	})
	for i, id := range []string{"a", "b", "c", "d", "e"} {
		n := outline.Node{ID: id, Level: outline.Task, Title: id, Parent: "week", Origin: outline.Model, Estimate: 10}
		if i > 0 {
			n.Depends = []outline.Dependency{{On: o.Nodes[len(o.Nodes)-1].ID}}
		}
		o.Nodes = append(o.Nodes, n)
	}
	o.Nodes = append(
		o.Nodes, outline.Node{
			ID: "later", Level: outline.Cycle, Title: "Later", Parent: "goal", Origin: outline.Model, Stream: "full",
			Repeat: outline.Repeat{Every: 1, Unit: outline.Week, Times: 2}, NotBefore: civil.NewDate(2026, 12, 28),
		},
		outline.Node{ID: "f", Level: outline.Task, Title: "f", Parent: "later", Origin: outline.Model, Estimate: 20},
	)
	d := scheduled(t, r, o)
	if days := work(d); len(days) != 17 || len(warnings(d)) > 0 {
		t.Errorf("work on %d days, %q", len(days), warnings(d))
	}
}

// A model's outline that has no time by its last day is tried until a later one.
func TestAnOutlineOfAModelHasALaterEndAsAWayOut(t *testing.T) {
	t.Parallel()
	r := extracted(t, wish.Constraint{Kind: wish.KindMost, Minutes: 120, Per: "day"})
	r.Extracted.Constraints[1].Last = civil.NewDate(2026, 12, 5)
	o := parts(outline.MilestoneProject)
	o.Nodes = append(o.Nodes, outline.Node{ID: "a", Level: outline.Task, Title: "a", Parent: "make", Origin: outline.Model, Estimate: 1200, MinChunk: 60, Deadline: civil.NewDate(2026, 12, 4)})
	d := scheduled(t, r, o)
	ways, err := d.WaysOut(t.Context(), r)
	if err != nil || d.Result.Verdict == problem.Feasible {
		t.Fatal(d.Result.Verdict, err)
	}
	if !slices.ContainsFunc(ways, func(w draft.Way) bool { return w.By == civil.NewDate(2026, 12, 12) }) {
		t.Errorf("the ways are %v", draft.Told(ways))
	}
}

// Two goals that fit side by side alone are not refused for the pauses that each has by itself.
func TestGoalsThatHaveNoRoomForPausesTogetherAreWithoutThem(t *testing.T) {
	t.Parallel()
	r := extracted(t, wish.Constraint{Kind: wish.KindMost, Minutes: 30, Per: "session"})
	r.Extracted.Constraints[1].Last = civil.NewDate(2026, 12, 5)
	o := parts(outline.MilestoneProject)
	o.Nodes = append(o.Nodes, outline.Node{ID: "a", Level: outline.Task, Title: "a", Parent: "make", Origin: outline.Model, Estimate: 720, MinChunk: 30})
	one, other := scheduled(t, r, o), scheduled(t, r, o)
	if len(warnings(one)) > 0 {
		t.Fatalf("alone it tells %q", warnings(one))
	}
	both, err := draft.Together(t.Context(), r, one, other)
	if err != nil || both.Result.Verdict != problem.Feasible {
		t.Errorf("%v, %v", both.Result.Verdict, err)
	}
}
