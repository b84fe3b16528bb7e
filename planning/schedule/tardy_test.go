package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/psplib"
)

// subsets is the least weighted tardiness of one machine, by a dynamic program
// over the sets of jobs that are done first.
func subsets(p problem.Problem) int64 {
	n := len(p.Tasks)
	cost := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		end := 0
		for i := range n {
			if set>>i&1 == 1 {
				end += p.Tasks[i].Work
			}
		}
		cost[set] = -1
		for i := range n {
			if set>>i&1 == 1 {
				c := cost[set&^(1<<i)] + int64(p.Tasks[i].Weight)*int64(max(0, end-p.Tasks[i].Due))
				if cost[set] < 0 || c < cost[set] {
					cost[set] = c
				}
			}
		}
	}
	return cost[1<<n-1]
}

// tardy are the instances in the folder INSTANCES (its wt40.txt and so on), else
// one for each combination of the parameters of the OR-Library.
func tardy(t *testing.T, n int) []problem.Problem {
	if folder := os.Getenv("INSTANCES"); folder != "" {
		if f, err := os.Open(filepath.Join(folder, fmt.Sprintf("wt%d.txt", n))); err == nil {
			defer f.Close()
			all, err := psplib.ReadTardiness(f, n)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
	}
	var all []problem.Problem
	for x := range 5 {
		for y := range 5 {
			r := rand.New(rand.NewPCG(uint64(n), uint64(10*x+y)))
			all = append(all, psplib.Tardiness(r, n, float64(x+1)/5, float64(y+1)/5))
		}
	}
	return all
}

func TestOneMachineIsAsGoodAsTheProvenOptimum(t *testing.T) {
	t.Parallel()
	for k, p := range tardy(t, 12) {
		if got, want := solve(t, p, 3000, 1).Schedule.Cost, subsets(p); got != want {
			t.Errorf("instance %d: %d, and %d can be", k, got, want)
		}
	}
}

func TestGapsOfTardiness(t *testing.T) {
	measured(t)
	for _, n := range []int{18, 40, 50, 100} {
		var sum, best, one, worst float64
		var took time.Duration
		missed := 0
		all := tardy(t, n)
		for _, p := range all {
			begin := time.Now()
			got := float64(solve(t, p, 20_000, 1).Schedule.Cost)
			took += time.Since(begin)
			known := got
			if n <= 18 {
				known = float64(subsets(p))
			} else {
				for seed := uint64(2); seed < 5; seed++ {
					known = min(known, float64(solve(t, p, 400_000, seed).Schedule.Cost))
				}
			}
			if got > known {
				missed++
				worst = max(worst, 100*(got-known)/max(1, known))
			}
			sum, best = sum+got, best+known
			one += float64(solve(t, p, 1, 1).Schedule.Cost)
		}
		t.Logf("wt%d: %d instances; 20,000 schedules are %.4f %% above the best known in sum, %d are above it, the worst %.3f %%; the first rule alone %.0f %%; %v each",
			n, len(all), 100*(sum-best)/best, missed, worst, 100*(one-best)/best, took/time.Duration(len(all)))
	}
}
