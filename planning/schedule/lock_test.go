package schedule

import (
	"testing"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/problem"
)

// Two more locked blocks begin at once, where the first leaves room for none:
// the certificate names the tasks and the time.
func TestThreeLockedBlocksAtOnceAreAllNamed(t *testing.T) {
	t.Parallel()
	locked := func(id string, from Minute) problem.Task {
		return problem.Task{ID: id, Work: 6 - from, Uses: []int{1}, Locked: []Span{{From: from, To: 6}}}
	}
	p := problem.Problem{
		Horizon:   6,
		Resources: []problem.Resource{{Name: "me", Capacity: 1}},
		Tasks:     []problem.Task{locked("a", 5), locked("b", 4), locked("c", 5)},
	}
	got, err := Solve(t.Context(), p, Options{Schedules: 10, Seed: 1})
	if err != nil || got.Verdict != problem.Impossible {
		t.Fatal(got.Verdict, err)
	}
	if err := check.Certificate(p, *got.Certificate); err != nil {
		t.Errorf("the checker does not take %+v: %v", *got.Certificate, err)
	}
}
