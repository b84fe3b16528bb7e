package schedule

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/problem"
)

// The verdicts of tiny problems are compared with all schedules that there are.
// WEFT_TINY says how many problems; the default takes some seconds.
func TestVerdictsAgreeWithAllSchedulesOfTinyProblems(t *testing.T) {
	t.Parallel()
	n := 250
	if v, err := strconv.Atoi(os.Getenv("WEFT_TINY")); err == nil {
		n = v
	}
	counts := map[problem.Verdict]int{}
	reasons := map[problem.Reason]int{}
	valid, none, best := 0, 0, 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		p := tiny(r)
		if problem.Validate(&p) != nil {
			continue
		}
		valid++
		got, err := Solve(t.Context(), p, Options{Schedules: 1000, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		least, exists := brute(&p)
		counts[got.Verdict]++
		switch {
		case got.Verdict == problem.Feasible:
			if faults := check.Schedule(p, got.Schedule); len(faults) > 0 {
				t.Errorf("seed %d: the checker finds %v\n%+v", seed, faults, p)
			}
			if w := mistakes(&p, got.Schedule); w != "" {
				t.Errorf("seed %d: not a schedule: %s\n%+v\n%+v", seed, w, p, got.Schedule)
			}
			if got.Schedule.Cost == least {
				best++
			}
		case exists && got.Verdict == problem.Impossible:
			t.Errorf("seed %d: called impossible by %+v, but there is one\n%+v", seed, got.Certificate, p)
		case exists:
			t.Errorf("seed %d: not found, but there is one\n%+v", seed, p)
		case got.Verdict == problem.Impossible:
			reasons[got.Certificate.Reason]++
			if err := check.Certificate(p, *got.Certificate); err != nil {
				t.Errorf("seed %d: the checker does not take %+v: %v\n%+v", seed, *got.Certificate, err, p)
			}
			none++
		default:
			none++
		}
	}
	t.Logf("%d problems, %v; %d of feasible at least cost; without any %d, reasons %v", valid, counts, best, none, reasons)
}
