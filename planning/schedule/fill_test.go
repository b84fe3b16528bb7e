package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/problem"
)

// What fills a schedule leaves all of it where it is, keeps everything, and leaves no task out that has a place.
func TestFillingInLeavesOutOnlyWhatHasNoPlace(t *testing.T) {
	t.Parallel()
	filled := 0
	rapid.Check(t, func(t *rapid.T) {
		p := tiny(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)))
		if problem.Validate(&p) != nil {
			return
		}
		full, err := Solve(t.Context(), p, Options{Schedules: 50})
		if err != nil || full.Verdict != problem.Feasible {
			return
		}
		less := full.Schedule
		less.Blocks = slices.DeleteFunc(slices.Clone(less.Blocks), func(b problem.Block) bool {
			i := slices.IndexFunc(p.Tasks, func(t problem.Task) bool { return t.ID == b.Task })
			return len(p.Tasks[i].Locked) == 0 && p.Tasks[i].MinChunk == 0 && i%2 == b.From%2
		})
		got, err := FillIn(p, less)
		if err != nil {
			t.Fatal(err)
		}
		blocks := byTask(&p, got)
		for _, b := range less.Blocks {
			if !slices.Contains(got.Blocks, b) {
				t.Errorf("%v is not there any more", b)
			}
		}
		for i := range p.Tasks {
			if len(blocks[i]) > 0 {
				filled++
				if w := wrongAlone(&p, &p.Tasks[i], blocks[i]); w != "" {
					t.Errorf("%s: %s", p.Tasks[i].ID, w)
				}
				continue
			}
			for _, place := range options(&p, &p.Tasks[i]) {
				with := slices.Clone(blocks)
				if with[i] = place; wrong(&p, with, true) == "" {
					t.Errorf("%s has a place at %v and is left out", p.Tasks[i].ID, place)
					break
				}
			}
		}
		if w := wrong(&p, blocks, true); w != "" {
			t.Error(w)
		}
		if c := costOf(&p, blocks); c != got.Cost {
			t.Errorf("it costs %d, and says %d", c, got.Cost)
		}
	})
	if filled == 0 {
		t.Error("nothing was filled in")
	}
}
