package draft

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// cellar is a roadmap of a person's own steps, each on what comes before, and the Monday on
// which it begins.
func cellar(t *testing.T, words string, steps ...Step) (Request, Kept, time.Time) {
	t.Helper()
	r := request(t, words)
	r.Steps, r.Solve.Schedules = steps, 40
	d := draft(t, r)
	if d.Result.Verdict != problem.Feasible {
		t.Fatalf("it is %s", d.Result.Verdict)
	}
	doc := d.Document("RM-CELLAR", d.Result.Schedule)
	return r, Kept{Document: doc, Said: r}, r.Now
}

// add puts a node behind another one.
func add(k *Kept, behind string, n outline.Node) {
	at := slices.IndexFunc(k.Document.Nodes, func(n roadmapfile.Node) bool { return n.ID == behind })
	n.Parent = "goal"
	if n.Level == outline.SubTask {
		n.Parent = behind
	}
	k.Document.Nodes = slices.Insert(slices.Clone(k.Document.Nodes), at+1, roadmapfile.Node{Node: n})
}

func TestATaskThatAPersonAddsIsPlanned(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 28 February, 4 hours a week", Step{"Throw out", 480}, Step{"Shelves", 360})
	add(&k, "step-2", outline.Node{ID: "own-1", Level: outline.Task, Title: "Ask the neighbour", Estimate: 30})
	got := resumed(t, r, now, nil, k)
	if moves := got.Moves(); len(moves) != 1 || moves[0].Title != "Ask the neighbour" || moves[0].Why != "it was not scheduled yet" {
		t.Errorf("the moves are %+v", moves)
	}
}

func TestWhatCanNotBePlannedOfAFileIsToldAndDoesNotBlockTheRest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		edit func(*Kept)
		told string
	}{
		"a task without a length": {func(k *Kept) {
			add(k, "step-1", outline.Node{ID: "own-1", Level: outline.Task, Title: "Ask the neighbour"})
		}, "“Ask the neighbour” is not scheduled, because it does not say how long it takes"},
		"a list below a task": {func(k *Kept) {
			add(k, "step-1", outline.Node{ID: "own-1", Level: outline.SubTask, Title: "Gloves", Estimate: 10})
			add(k, "step-1", outline.Node{ID: "own-2", Level: outline.SubTask, Title: "Boxes"})
		}, ""},
		"a task that is removed": {func(k *Kept) {
			gone := func(id string) bool { return id == "step-1" }
			k.Document.Nodes = slices.DeleteFunc(slices.Clone(k.Document.Nodes), func(n roadmapfile.Node) bool { return gone(n.ID) })
			k.Document.Blocks = slices.DeleteFunc(slices.Clone(k.Document.Blocks), func(b roadmapfile.Block) bool { return gone(b.Node) })
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, k, now := cellar(t, "sort the cellar by 28 February, 4 hours a week", Step{"Throw out", 480}, Step{"Shelves", 360})
			c.edit(&k)
			if err := k.Sound(); err != nil {
				t.Error(err)
			}
			got := resumed(t, r, now, nil, k)
			if got.Result.Verdict != problem.Feasible || len(got.Moves()) > 0 {
				t.Errorf("it is %s, with %d moves", got.Result.Verdict, len(got.Moves()))
			}
			var told []string
			for _, d := range got.Differences() {
				told = append(told, d.Text)
			}
			if text := strings.Join(told, "\n"); !strings.HasPrefix(text, c.told) || (text == "") != (c.told == "") {
				t.Errorf("it is told as %q", text)
			}
		})
	}
}

func TestARoadmapThatIsNotSoundSaysWhat(t *testing.T) {
	t.Parallel()
	_, k, _ := cellar(t, "sort the cellar by 28 February, 4 hours a week", Step{"Throw out", 480})
	k.Document.Nodes[1].Deadline = k.Document.Nodes[0].Deadline + 1
	if err := k.Sound(); err == nil || !strings.HasPrefix(err.Error(), "“Throw out”: its deadline, 2027-03-01, ") {
		t.Errorf("it says %v", err)
	}
}

// What a block that can't stay says of why is true.
func TestABlockOutsideOfItsHoursMovesForThatReason(t *testing.T) {
	t.Parallel()
	r, k, now := cellar(t, "sort the cellar by 28 February, 4 hours a week", Step{"Throw out", 480})
	b := &k.Document.Blocks[2]
	b.From, b.To = b.From.Add(5*time.Hour), b.To.Add(5*time.Hour)
	moves := resumed(t, r, now, nil, k).Moves()
	if len(moves) != 1 || moves[0].Why != "it was outside its hours" {
		t.Errorf("the moves are %+v", moves)
	}
}

// A task that is longer than a person allows at a time, or has free at a time, is done in parts, and never stands
// against all else.
func TestATaskOfAPersonThatIsTooLongForADayIsSplit(t *testing.T) {
	t.Parallel()
	for words, most := range map[string]int{
		"sort the cellar by 28 February, at most 2 hours a day":                             120,
		"sort the cellar by 28 February, at most 2 hours a day, 9:00 to 21:00":              120,
		"sort the cellar by 28 February, at most 45 minutes a day":                          45,
		"sort the cellar by 28 February, 90 minutes a day, 5 days a week":                   90,
		"sort the cellar by 28 February, no session over 1 hour, at most 3 hours a day":     180,
		"sort the cellar by 28 February, weekday evenings, on Saturdays from 9:00 to 12:00": 300,
	} {
		for _, length := range []int{301, 400, 720} {
			r, k, now := cellar(t, words, Step{"Throw out", 300}, Step{"Shelves", 200})
			add(&k, "step-2", outline.Node{ID: "own-1", Level: outline.Task, Title: "Paint it", Estimate: length})
			got := resumed(t, r, now, nil, k)
			if got.Result.Verdict != problem.Feasible {
				t.Errorf("%s, %d minutes: it is %s", words, length, got.Result.Verdict)
				continue
			}
			days := map[string]int{}
			for _, b := range got.Result.Schedule.Blocks {
				on := got.Frame.Time(b.From).Format(time.DateOnly)
				if days[on] += b.To - b.From; days[on] > most {
					t.Errorf("%s, %d minutes: %d on %s", words, length, days[on], on)
				}
			}
		}
	}
}
