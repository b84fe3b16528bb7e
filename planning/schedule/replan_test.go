package schedule

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/weft-mesh/weft/planning/problem"
)

// replanned is a tiny problem whose tasks lie as a schedule of it had them.
func replanned(t *testing.T, seed uint64) (problem.Problem, Result, bool) {
	r := rand.New(rand.NewPCG(seed, 9))
	p := tiny(r)
	if problem.Validate(&p) != nil {
		return p, Result{}, false
	}
	got, err := Solve(t.Context(), p, Options{Schedules: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != problem.Feasible {
		return p, got, false
	}
	for i, blocks := range byTask(&p, got.Schedule) {
		p.Tasks[i].Was = blocks
	}
	p.Costs.Moved = 3
	return p, got, true
}

func TestReplanningNothingMovesNothing(t *testing.T) {
	t.Parallel()
	for seed := range uint64(250) {
		p, before, ok := replanned(t, seed)
		if !ok {
			continue
		}
		after, err := Solve(t.Context(), p, Options{Schedules: 200})
		if err != nil || !reflect.DeepEqual(before.Schedule, after.Schedule) || after.Generated > 1 {
			t.Errorf("seed %d: %v, %d schedules\n%+v\n%+v", seed, err, after.Generated, before.Schedule, after.Schedule)
		}
	}
}

func TestReplanningFindsAScheduleWhereThereIsOne(t *testing.T) {
	t.Parallel()
	found, least := 0, 0
	for seed := range uint64(150) {
		p, _, ok := replanned(t, seed)
		if !ok {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 3))
		k := &p.Tasks[r.IntN(len(p.Tasks))]
		switch r.IntN(3) {
		case 0:
			k.Work = max(0, k.Work+r.IntN(4)-1)
		case 1:
			p.Free = drawSpans(r, p.Horizon, 3)
		default:
			k.Deadline = 1 + r.IntN(p.Horizon)
		}
		if problem.Validate(&p) != nil {
			continue
		}
		got, err := Solve(t.Context(), p, Options{Schedules: 1000})
		if err != nil {
			t.Fatal(err)
		}
		best, exists := brute(&p)
		if exists != (got.Verdict == problem.Feasible) {
			t.Errorf("seed %d: %v, and there is one: %v\n%+v", seed, got.Verdict, exists, p)
			continue
		}
		if !exists {
			continue
		}
		if w := mistakes(&p, got.Schedule); w != "" {
			t.Errorf("seed %d: %s\n%+v\n%+v", seed, w, p, got.Schedule)
		}
		if found++; got.Schedule.Cost == best {
			least++
		}
	}
	t.Logf("%d of %d at least cost", least, found)
}
