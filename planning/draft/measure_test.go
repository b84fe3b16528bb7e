package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
)

// A total of work is what the blocks have together, whatever it is said of.
func TestTheBlocksHaveTheWorkThatWasSaidInAll(t *testing.T) {
	t.Parallel()
	r := request(t, "")
	rapid.Check(t, func(t *rapid.T) {
		goal := rapid.SampledFrom([]string{"build a shed", "renovate the bathroom", "move house", "read 20 books", "write 50,000 words"}).Draw(t, "goal")
		hours := rapid.IntRange(6, 60).Draw(t, "hours")
		words := rapid.SampledFrom([]string{"%s by the end of May, %d hours in all", "%s by the end of May, a total of %d hours", "%s by the end of May. About %d hours of work"}).Draw(t, "words")
		text := fmt.Sprintf(words, goal, hours)
		r.Wish = text
		d, err := Make(t.Context(), r)
		if err != nil {
			t.Fatal(text, err)
		}
		sum := 0
		for _, b := range d.Result.Schedule.Blocks {
			sum += b.To - b.From
		}
		if d.Result.Verdict != problem.Feasible || sum != hours*60 || !d.Keeps() {
			t.Fatalf("%s: %v with %d minutes, not kept %q %q", text, d.Result.Verdict, sum, d.Unread, d.Unkept)
		}
	})
}

// What is counted has a pace: how many are to be there by when, and the blocks keep that.
func TestACountedGoalHasAPace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		first, means string
		by           civil.Date
	}{
		"write 50,000 words by June, 5 hours a week":                       {"To 4,166 of 50,000 words", "50,000 in 185 days, about 1,892 a week", civil.NewDate(2027, 5, 31)},
		"read 20 books this year":                                          {"To 4 of 20 books", "20 in 34 days, about 4.1 a week", civil.NewDate(2026, 12, 31)},
		"read 20 books by the end of June, half an hour every evening":     {"To 1 of 20 books", "20 in 215 days, about 2.8 a month", civil.NewDate(2027, 6, 30)},
		"I want to watch twelve classic films by March, 4 hours each week": {"To 1 of 12 classic films", "12 in 93 days, about 3.9 a month", civil.NewDate(2027, 2, 28)},
	} {
		d, err := Make(t.Context(), request(t, text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		nodes := d.Goal.Outline.Nodes
		last := map[string]civil.Date{}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			last[b.Title] = max(last[b.Title], civil.DateOf(b.To))
		}
		for _, n := range nodes {
			if n.Estimate > 0 && last[n.Title] > n.Due {
				t.Errorf("%s: %q is done on %s, after %s", text, n.Title, last[n.Title], n.Due)
			}
		}
		means := d.Wish.Readings[len(d.Wish.Readings)-1].Means
		if nodes[1].Title != want.first || means != want.means || nodes[0].Deadline != want.by || d.Result.Verdict != problem.Feasible || !d.Keeps() {
			t.Errorf("%s: %q, %q by %s, %v, %q", text, nodes[1].Title, means, nodes[0].Deadline, d.Result.Verdict, d.Unkept)
		}
	}
}

// What can't be brought to a total is told, and what is no count of things to do one by one is none.
func TestATotalThatIsNotKeptIsTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"half marathon by the end of May, 60 hours in all": "a total of 60 h was read, but is not used",
		"build a shed by May, 40 hours in all":             "your steps take 10 h",
	} {
		r := request(t, text)
		if strings.Contains(text, "shed") {
			r.Steps = []Step{{"Saw", 600}}
		}
		d, err := Make(t.Context(), r)
		if err != nil || !slices.ContainsFunc(d.Unkept, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%s: %q, %v", text, d.Unkept, err)
		}
	}
	if d, err := Make(t.Context(), request(t, "read 12 pages every evening")); err != nil || d.Selection.Template.Name != "habit" {
		t.Errorf("so many each time is no habit: %v, %v", d.Selection.Reasons, err)
	}
	for _, text := range []string{"host 30 guests by June", "write 5 pages a day by June", "read two books", "read over 20 books by June", "read 20 books or 30 articles by June"} {
		if _, err := Make(t.Context(), request(t, text)); err == nil {
			t.Errorf("%s is planned", text)
		}
	}
}

// Who is behind with what is counted goes on at the pace that is left: the days by which each part should
// be done give way, the last day does not.
func TestWhoIsBehindWithACountCatchesUp(t *testing.T) {
	t.Parallel()
	r := request(t, "read 6 books by 15 June, 30 minutes every evening except Fridays, 30 hours in all")
	r.Now = time.Date(2027, 2, 1, 8, 0, 0, 0, time.UTC)
	d, err := Make(t.Context(), r)
	if err != nil || d.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %v", d.Result.Verdict, err)
	}
	again := resumed(t, r, time.Date(2027, 3, 3, 8, 0, 0, 0, time.UTC), nil, Kept{Said: r, Document: d.Document("RM-1", d.Result.Schedule)})
	if again.Result.Verdict != problem.Feasible {
		t.Errorf("after a month without reading it is %v", again.Result.Verdict)
	}
}
