package draft

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// put has a person put a block of a task somewhere.
func put(k *Kept, node string, which int, from time.Time) *roadmapfile.Block {
	for i := range k.Document.Blocks {
		b := &k.Document.Blocks[i]
		if b.Node != node {
			continue
		}
		if which == 0 {
			b.From, b.To, b.Locked = from, from.Add(b.To.Sub(b.From)), true
			return b
		}
		which--
	}
	return nil
}

// A block that a person has put somewhere holds there, whatever it breaks; that is told, and
// binds nothing else.
func TestABlockThatAPersonHasPutSomewhereNeverBlocksTheRest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		node  string
		which int
		days  int // from now
		hour  int
		told  string
	}{
		"before what it comes after":          {"step-2", 0, 3, 18, "“Shelves” is where you put it, before “Throw out”, which it comes after"},
		"after the deadline of what follows":  {"step-1", 0, 93, 10, "“Throw out” is where you put it, too late for “Shelves”, which comes after it"},
		"after the last day of all":           {"step-2", 5, 94, 10, "“Shelves” is where you put it, too late for “It is done”, which comes after it"},
		"a second hour of its day":            {"step-1", 3, 3, 20, ""},
		"in the night":                        {"step-1", 3, 3, 3, ""},
		"behind other blocks of its own task": {"step-1", 0, 20, 18, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, k, now := cellar(t, "sort the cellar by 28 February, 4 hours a week, at most an hour a day", Step{"Throw out", 480}, Step{"Shelves", 360})
			day := now.AddDate(0, 0, c.days)
			b := put(&k, c.node, c.which, time.Date(day.Year(), day.Month(), day.Day(), c.hour, 0, 0, 0, now.Location()))
			got := resumed(t, r, now, nil, k)
			if got.Result.Verdict != problem.Feasible {
				t.Fatalf("it is %s", got.Result.Verdict)
			}
			laid := false
			for _, s := range got.Result.Schedule.Blocks {
				laid = laid || s.Task == "RM-CELLAR/"+c.node && got.Frame.Time(s.From).Equal(b.From)
			}
			if !laid {
				t.Error("the block doesn't hold")
			}
			var told []string
			for _, d := range got.Broken() {
				told = append(told, d.Text)
			}
			if text := strings.Join(told, "\n"); text != c.told {
				t.Errorf("it is told as %q", text)
			}
		})
	}
}

// Wherever a person puts up to three blocks, the rest has a place.
func TestBlocksAnywhereNeverBlockTheRest(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 28 February, 4 hours a week, at most an hour a day", Step{"Throw out", 480}, Step{"Shelves", 360}, Step{"Sweep", 240})
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		moved := k
		moved.Document.Blocks = slices.Clone(k.Document.Blocks)
		for range 1 + rnd.IntN(3) {
			b := &moved.Document.Blocks[rnd.IntN(len(moved.Document.Blocks))]
			day, length := now.AddDate(0, 0, 1+rnd.IntN(88)), b.To.Sub(b.From)
			b.From = time.Date(day.Year(), day.Month(), day.Day(), rnd.IntN(23), 15*rnd.IntN(4), 0, 0, now.Location())
			b.To, b.Locked = b.From.Add(length), true
		}
		if got := resumed(t, r, now, nil, moved); got.Result.Verdict != problem.Feasible {
			for _, b := range moved.Document.Blocks {
				if b.Locked {
					t.Log(b.Node, b.From)
				}
			}
			t.Fatalf("it is %s", got.Result.Verdict)
		}
	}
}

// Nothing is broken where a locked block keeps the order, and what has no time yet fits before it.
func TestALockedBlockThatKeepsTheOrderBindsOthers(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 28 February, 4 hours a week, at most an hour a day", Step{"Throw out", 480}, Step{"Shelves", 360})
	put(&k, "step-2", 0, put(&k, "step-2", 0, now).From.AddDate(0, 0, 40))
	got := resumed(t, r, now, nil, k)
	if len(got.Broken()) > 0 {
		t.Fatalf("told is %v", got.Broken())
	}
	done := 0
	for _, b := range got.Result.Schedule.Blocks {
		if b.Task == "RM-CELLAR/step-1" {
			done = max(done, b.To)
		}
	}
	for _, b := range got.Result.Schedule.Blocks {
		if b.Task == "RM-CELLAR/step-2" && b.From < done {
			t.Errorf("shelves are on %s, before all is thrown out", got.Frame.Time(b.From))
		}
	}
}

// Where there is no time for all of it, what is left is held against what there is, and of what
// could be left out the least comes first.
func TestWhatIsLeftIsHeldAgainstTheTimeForIt(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 13 December, at most an hour a day", Step{"Sort", 300}, Step{"Throw out", 240}, Step{"Sweep", 60}, Step{"Shelves", 180})
	late := now.AddDate(0, 0, 6)
	got := resumed(t, r, late, nil, k)
	if got.Result.Verdict == problem.Feasible {
		t.Fatal("there is a schedule")
	}
	want := "“Sort the cellar” has 13 h of work left, but only 11 h of time for it until Sun 13 Dec 2026"
	if needs := got.Needs(); len(needs) != 1 || needs[0] != want {
		t.Errorf("it needs %q", needs)
	}
	ways, err := got.WaysOut(t.Context(), r.Solve)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, w := range ways {
		if strings.HasPrefix(w.Text, "leave out") {
			out = append(out, w.Text)
		}
	}
	if len(out) < 2 || out[0] != `leave out "Shelves", 3 h of work` || out[1] != `leave out "Throw out", 4 h of work` {
		t.Errorf("what could be left out is %q", out)
	}
}
