package draft

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

// Where what is left doesn't fit into the limits that were said, a limit with which it does is one of the ways
// out, as a command; with that limit there is a schedule.
func TestALooserLimitIsAWayOutOfAReplan(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 28 February 2027, at most 4 hours a week", Step{"Throw out", 1200}, Step{"Paint", 900}, Step{"Shelves", 900})
	later := now.AddDate(0, 0, 4*7) // four weeks in which nothing was done
	got, err := Resume(later, nil, k)
	if err != nil {
		t.Fatal(err)
	}
	o := schedule.Options{Schedules: 50, Seed: 1}
	if err := got.Solve(t.Context(), o); err != nil || got.Result.Verdict == problem.Feasible {
		t.Fatalf("it is %s, %v", got.Result.Verdict, err)
	}
	ways, err := got.WaysOut(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, w := range ways {
		if strings.Contains(w.Text, "weft roadmaps limits "+k.Document.ID) {
			text = w.Text
		}
	}
	_, words, is := strings.Cut(text, k.Document.ID+" ")
	if !is || !strings.Contains(text, "instead of 4 h a week") {
		t.Fatalf("the ways out are %q", Told(ways))
	}
	k.Said.SaidFrom = append(k.Said.SaidFrom, len(k.Said.Wish)+2)
	k.Said.Wish += ". " + strings.Trim(words, `"`)
	if looser := resumed(t, r, later, nil, k); looser.Result.Verdict != problem.Feasible || looser.Drafts[0].Wish.MostAWeek <= 240 {
		t.Errorf("with %s it is %s", words, looser.Result.Verdict)
	}
}

// Where a roadmap has no schedule alone, nothing that comes again in another is left out for it: it is stuck,
// and the other is laid without it.
func TestNothingIsLeftOutForARoadmapThatIsStuckAlone(t *testing.T) {
	t.Parallel()
	_, k, now := cellar(t, "sort the cellar by 28 February 2027, at most 4 hours a week", Step{"Throw out", 1200}, Step{"Paint", 900}, Step{"Shelves", 900})
	r := request(t, "meditate 10 minutes every evening for 16 weeks")
	r.Now = now
	habit := draft(t, r)
	later := now.AddDate(0, 0, 4*7)
	got, err := Resume(later, nil, k, Kept{Said: r, Document: habit.Document("RM-HABIT", habit.Result.Schedule)})
	if err != nil {
		t.Fatal(err)
	}
	o := schedule.Options{Schedules: 50, Seed: 1}
	if err := got.Solve(t.Context(), o); err != nil || got.Result.Verdict == problem.Feasible {
		t.Fatalf("it is %s, %v", got.Result.Verdict, err)
	}
	if stuck, err := got.oneIsStuckAlone(t.Context(), o); err != nil || !stuck {
		t.Errorf("stuck alone: %v, %v", stuck, err)
	}
	if less, out, err := got.DropSessions(t.Context(), o); err != nil || less != nil {
		t.Errorf("left out are %q, %v", out, err)
	}
}
