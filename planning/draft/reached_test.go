package draft

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// What is left of a counted goal is divided anew when its last day moves: the total stays, each stretch
// after what is done has an even share of what is left, also after a second move.
func TestAnotherLastDayDividesWhatIsLeftOfACount(t *testing.T) {
	t.Parallel()
	r := request(t, "write 30,000 words by 30 April 2027, 50 hours in all")
	r.Now = time.Date(2027, 2, 22, 8, 0, 0, 0, time.UTC)
	d, err := Make(t.Context(), r)
	if err != nil || d.Result.Verdict != problem.Feasible {
		t.Fatalf("%v, %v", d.Result.Verdict, err)
	}
	k := Kept{Said: r, Document: d.Document("RM-1", d.Result.Schedule)}
	tick := func(title string) {
		for i := range k.Document.Nodes {
			if n := &k.Document.Nodes[i]; strings.HasPrefix(n.Title, title) {
				n.Status, n.On = roadmapfile.Done, civil.NewDate(2027, 3, 14)
				return
			}
		}
		t.Fatalf("%q is no part", title)
	}
	for _, title := range []string{"To 3,000 ", "To 6,000 ", "To 9,000 "} {
		tick(title)
	}
	now := time.Date(2027, 3, 15, 8, 0, 0, 0, time.UTC)
	for i, to := range []civil.Date{civil.NewDate(2027, 5, 31), civil.NewDate(2027, 4, 15), civil.NewDate(2027, 6, 30), civil.NewDate(2027, 4, 30)} {
		if i == 2 { // one more is done by then
			for _, n := range k.Document.Nodes {
				if n.Status == roadmapfile.Open && n.Estimate > 0 {
					tick(n.Title)
					break
				}
			}
		}
		moved, told, err := k.MoveLastDay(to, now)
		if err != nil {
			t.Fatal(err)
		}
		k.Document = moved
		all, before, reached := 0, 0, 0
		rates := map[bool][]int{}
		for _, n := range moved.Nodes {
			upTo, is := countAtEnd(n)
			if !is {
				continue
			}
			all += n.Estimate
			if n.Status == roadmapfile.Open {
				rates[true] = append(rates[true], (upTo-before)*60/n.Estimate)
			}
			if upTo <= before {
				t.Errorf("until %s: %q comes after %d", to, n.Title, before)
			}
			before, reached = upTo, max(reached, upTo)
		}
		if all != 50*60 || reached != 30000 {
			t.Errorf("until %s (%s): %d minutes in all, to %d", to, told, all, reached)
		}
		for _, rate := range rates[true] {
			if rate < 590 || rate > 610 {
				t.Errorf("until %s: %v words an hour", to, rates[true])
			}
		}
		if err := k.Sound(); err != nil {
			t.Errorf("until %s: %v", to, err)
		}
		if last := moved.Nodes[len(moved.Nodes)-1]; len(last.Depends) != len(moved.Nodes)-2 {
			t.Errorf("until %s: the end comes after %v", to, last.Depends)
		}
		if got := resumed(t, r, now, nil, k); got.Result.Verdict != problem.Feasible {
			t.Errorf("until %s: %v", to, got.Result.Verdict)
		}
	}
}
