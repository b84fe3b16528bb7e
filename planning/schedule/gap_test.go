package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/psplib"
	"github.com/weft-mesh/weft/planning/schedule"
)

// measured skips a test that takes minutes, unless "make bench-planning" asks.
func measured(t *testing.T) {
	t.Helper()
	if os.Getenv("WEFT_PLANNING") == "" {
		t.Skip("it measures for minutes: see make bench-planning")
	}
}

func solve(t testing.TB, p problem.Problem, schedules int, seed uint64) schedule.Result {
	t.Helper()
	r, err := schedule.Solve(t.Context(), p, schedule.Options{Schedules: schedules, Seed: seed})
	if err != nil || r.Verdict != problem.Feasible {
		t.Fatal(r.Verdict, r.Certificate, err)
	}
	return r
}

// projects are those in the folder that INSTANCES names (its j30 or j60), else
// one for each combination of the parameters of PSPLIB.
func projects(t *testing.T, jobs int) []problem.Problem {
	var all []problem.Problem
	if files, _ := filepath.Glob(filepath.Join(os.Getenv("INSTANCES"), fmt.Sprintf("j%d*.sm", jobs))); os.Getenv("INSTANCES") != "" && len(files) > 0 {
		slices.Sort(files)
		for _, name := range files {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := psplib.ReadProject(f)
			f.Close()
			if err != nil {
				t.Fatal(name, err)
			}
			all = append(all, p)
		}
		return all
	}
	for i, nc := range []float64{1.5, 1.8, 2.1} {
		for j, rf := range []float64{.25, .5, .75, 1} {
			for k, rs := range []float64{.2, .5, .7, 1} {
				r := rand.New(rand.NewPCG(uint64(jobs), uint64(100*i+10*j+k)))
				all = append(all, psplib.Project(r, psplib.Parameters{Jobs: jobs, Complexity: nc, Factor: rf, Strength: rs}))
			}
		}
	}
	return all
}

// bound is the longest of: the critical path, and the work on each resource.
func bound(p problem.Problem) int64 {
	end := map[string]int{}
	index := map[string]int{}
	for i := range p.Tasks {
		index[p.Tasks[i].ID] = i
	}
	least := 0
	for range p.Tasks {
		for i := range p.Tasks {
			end[p.Tasks[i].ID] = max(end[p.Tasks[i].ID], p.Tasks[i].Work)
		}
		for _, l := range p.Links {
			end[l.To] = max(end[l.To], end[l.From]+p.Tasks[index[l.To]].Work)
		}
	}
	for _, e := range end {
		least = max(least, e)
	}
	for k, r := range p.Resources {
		work := 0
		for i := range p.Tasks {
			work += p.Tasks[i].Work * p.Tasks[i].Uses[k]
		}
		least = max(least, (work+r.Capacity-1)/r.Capacity)
	}
	return int64(least)
}

func TestGapsOfProjects(t *testing.T) {
	measured(t)
	long := 60_000
	if n, err := strconv.Atoi(os.Getenv("LONG")); err == nil {
		long = n
	}
	for _, jobs := range []int{30, 60} {
		var gap, one, worst float64
		proven := 0
		all := projects(t, jobs)
		var took time.Duration
		for _, p := range all {
			first := solve(t, p, 1, 1).Schedule.Cost
			begin := time.Now()
			got := solve(t, p, 5000, 1).Schedule.Cost
			took += time.Since(begin)
			best := got
			for seed := uint64(2); seed < 4 && best > bound(p); seed++ {
				best = min(best, solve(t, p, long, seed).Schedule.Cost)
			}
			if best == bound(p) {
				proven++
			}
			g := 100 * float64(got-best) / float64(best)
			gap += g
			worst = max(worst, g)
			one += 100 * float64(first-best) / float64(best)
		}
		n := float64(len(all))
		t.Logf("j%d: %d projects, %d of them proven by a bound; 5,000 schedules are %.3f %% above the best known (worst %.1f %%), one is %.2f %%; %v each",
			jobs, len(all), proven, gap/n, worst, one/n, took/time.Duration(len(all)))
	}
}
