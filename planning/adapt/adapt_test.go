package adapt

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

var now = time.Date(2027, 3, 20, 12, 0, 0, 0, time.UTC) // a Saturday; clocks go forward in a week

func roadmap() roadmapfile.Document {
	block := func(id, node string, day int) roadmapfile.Block {
		from := time.Date(2027, 3, day, 17, 0, 0, 0, time.UTC)
		return roadmapfile.Block{ID: id, Node: node, From: from, To: from.Add(time.Hour)}
	}
	return roadmapfile.Document{
		ID: "RM-1", State: roadmapfile.Active, Version: 3, Zone: "Europe/Berlin", Wish: "run",
		Nodes: []roadmapfile.Node{
			{Node: outline.Node{ID: "goal", Level: outline.Goal, Title: "Run"}},
			{Node: outline.Node{ID: "long", Level: outline.Task, Parent: "goal", Title: "Long run", Estimate: 120, MinChunk: 60}},
			{Node: outline.Node{ID: "easy", Level: outline.Task, Parent: "goal", Title: "Easy run", Estimate: 120, MinChunk: 60}},
		},
		Blocks: []roadmapfile.Block{block("1", "long", 19), block("2", "long", 26), block("3", "easy", 24), block("4", "easy", 28)},
	}
}

func apply(t *testing.T, changes ...Asked) roadmapfile.Document {
	t.Helper()
	before := roadmap()
	out, err := Apply(before, changes, "ann", now, nil)
	if err != nil {
		t.Fatal(err)
	}
	if out.Version != 4 || len(out.Log) < len(changes) || len(before.Log) != 0 || before.Version != 3 {
		t.Errorf("version %d with the log %v", out.Version, out.Log)
	}
	if _, err := roadmapfile.Render(out); err != nil {
		t.Errorf("it has no file: %v", err)
	}
	return out
}

func ids(d roadmapfile.Document) string {
	var out []string
	for _, b := range d.Blocks {
		id := b.ID
		if b.Done {
			id += "✓"
		}
		if b.Locked {
			id += "!"
		}
		out = append(out, id+b.From.Format("@2.15"))
	}
	return strings.Join(out, " ")
}

func TestChangesAreMadeAsAsked(t *testing.T) {
	t.Parallel()
	evening := time.Date(2027, 3, 22, 19, 0, 30, 0, time.UTC)
	for _, tt := range []struct {
		what   string
		change Asked
		blocks string
		log    string
	}{
		{"done", Asked{Kind: Done, Node: "long"}, "1✓@19.17 3@24.17 4@28.17", "Long run"},
		{"dropped", Asked{Kind: Drop, Node: "easy", Reason: "no time"}, "1@19.17 2@26.17", "Easy run"},
		{"a block done", Asked{Kind: BlockDone, Block: "1", Reason: "easy"}, "1✓@19.17 2@26.17 3@24.17 4@28.17", "Long run done: block of Fri 19 Mar"},
		{"moved", Asked{Kind: Move, Block: "2", From: evening}, "1@19.17 2!@22.19 3@24.17 4@28.17", "moved from"},
		{"longer", Asked{Kind: Move, Block: "2", From: evening, To: evening.Add(3 * time.Hour)}, "1@19.17 2!@22.19 3@24.17 4@28.17", "3 h"},
		{"locked", Asked{Kind: Lock, Block: "3"}, "1@19.17 2@26.17 3!@24.17 4@28.17", "locked"},
		{"shifted, at the same hours", Asked{Kind: Shift, Days: 3}, "1@19.17 2@29.16 3@27.17 4@31.17", "+3 days (3 blocks)"},
		{"one task shifted", Asked{Kind: Shift, Node: "easy", Days: -1}, "1@19.17 2@26.17 3@23.17 4@27.18", "Easy run"},
		{"paused", Asked{Kind: SetState, State: roadmapfile.Paused}, "1@19.17 2@26.17 3@24.17 4@28.17", "paused"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			d := apply(t, tt.change)
			if got := ids(d); got != tt.blocks {
				t.Errorf("the blocks are %s, not %s", got, tt.blocks)
			}
			if e := d.Log[0]; !strings.Contains(e.What, tt.log) || e.Who != "ann" || e.Why != tt.change.Reason || !e.Time.Equal(now) {
				t.Errorf("the log is %v", e)
			}
		})
	}
	d := apply(t, Asked{Kind: Done, Node: "long", Day: civil.DateOf(now) - 1}, Asked{Kind: Reopen, Node: "long"})
	if n := d.Nodes[1]; n.Status != roadmapfile.Open || n.On != 0 {
		t.Errorf("it is %v", n)
	}
}

func TestATaskIsDoneWithItsLastBlock(t *testing.T) {
	t.Parallel()
	told := func(d roadmapfile.Document) string {
		var out []string
		for _, e := range d.Log {
			out = append(out, e.Code)
		}
		return strings.Join(out, " ")
	}
	first, second := Asked{Kind: BlockDone, Block: "1", Reason: "both at once"}, Asked{Kind: BlockDone, Block: "2", Reason: "both at once"}
	d := apply(t, first)
	if n := d.Nodes[1]; n.Status != roadmapfile.Open || told(d) != "block_done" {
		t.Errorf("with one of two blocks it is %q, and the log %s", n.Status, told(d))
	}
	d = apply(t, first, second)
	if n := d.Nodes[1]; n.Status != roadmapfile.Done || n.On != civil.DateOf(now) || told(d) != "block_done block_done done" || d.Log[2].Why != "both at once" {
		t.Errorf("with both it is %q on %s, and the log %v", n.Status, n.On, d.Log)
	}
	if ids(d) != "1✓@19.17 2✓@26.17 3@24.17 4@28.17" {
		t.Errorf("the blocks are %s", ids(d))
	}
	second.Day = civil.DateOf(now) - 1
	if d = apply(t, first, second); d.Nodes[1].On != second.Day {
		t.Errorf("it is done on %s", d.Nodes[1].On)
	}
	d = apply(t, first, second, Asked{Kind: BlockReopen, Block: "2"})
	if n := d.Nodes[1]; n.Status != roadmapfile.Open || n.On != 0 || told(d) != "block_done block_done done block_reopened reopen" || ids(d) != "1✓@19.17 2@26.17 3@24.17 4@28.17" {
		t.Errorf("reopened it is %q, the blocks %s, and the log %s", n.Status, ids(d), told(d))
	}
	dropped := apply(t, Asked{Kind: Drop, Node: "long"}, first)
	if n := dropped.Nodes[1]; n.Status != roadmapfile.Dropped {
		t.Errorf("a task that was dropped is %q", n.Status)
	}
}

// What goes with a task that is done is told, and comes back with it.
func TestWhatWentWithATaskComesBackWithIt(t *testing.T) {
	t.Parallel()
	before := roadmap()
	for _, kind := range []Kind{Done, Drop} {
		done := apply(t, Asked{Kind: kind, Node: "easy"})
		if what := done.Log[0].What; len(done.Blocks) != 2 || !strings.Contains(what, "; free again: block 3 of easy (2027-03-24 ") || !strings.Contains(what, "block 4 of easy (2027-03-28 ") {
			t.Errorf("%s: told is %q, with %d blocks", kind, what, len(done.Blocks))
		}
		back, err := Apply(done, []Asked{{Kind: Reopen, Node: "easy"}}, "ann", now, nil)
		if err != nil || ids(back) != ids(roadmapfile.Form(before)) || back.Nodes[2].Status != roadmapfile.Open {
			t.Errorf("%s: back are %s, %v", kind, ids(back), err)
		}
		late, err := Apply(done, []Asked{{Kind: Reopen, Node: "easy"}}, "ann", before.Blocks[2].To, nil)
		if err != nil || len(late.Blocks) != 3 || !strings.HasSuffix(late.Log[1].What, "; one block is put back") {
			t.Errorf("%s: when one is over, back are %s, %v", kind, ids(late), err)
		}
	}
	ticked := apply(t, Asked{Kind: Done, Node: "long"})
	if back, err := Apply(ticked, []Asked{{Kind: Reopen, Node: "long"}}, "ann", now, nil); err != nil || ids(back) != ids(roadmapfile.Form(before)) {
		t.Errorf("ticked with it: back are %s, %v", ids(back), err)
	}
	if _, err := Apply(before, []Asked{{Kind: Reopen, Node: "long"}}, "ann", now, nil); err == nil {
		t.Error("what is open is reopened")
	}
	each := roadmap() // as somebody ticks a task and each of its blocks in the file
	for i := range each.Nodes {
		if each.Nodes[i].ID == "easy" {
			each.Nodes[i].Status = roadmapfile.Done
		}
	}
	for i := range each.Blocks {
		each.Blocks[i].Done = each.Blocks[i].Node == "easy"
	}
	again, err := Apply(each, []Asked{{Kind: Reopen, Node: "easy"}}, "ann", now, nil)
	if err != nil || !strings.HasSuffix(again.Log[len(again.Log)-1].What, "; its blocks are open again") || slices.ContainsFunc(again.Blocks, func(b roadmapfile.Block) bool { return b.Done }) {
		t.Errorf("with all of its blocks ticked: %+v, %v", again.Blocks, err)
	}
}

func TestABlockThatIsOverIsNotLockedAndMayBeMoved(t *testing.T) {
	t.Parallel()
	_, err := Apply(roadmap(), []Asked{{Kind: Lock, Block: "1"}}, "ann", now, nil)
	if err == nil || !strings.Contains(err.Error(), "its time has passed") || !strings.Contains(err.Error(), "weft roadmaps move") {
		t.Errorf("it is refused as %v", err)
	}
	d := apply(t, Asked{Kind: Move, Block: "1", From: now.AddDate(0, 0, 2)})
	if ids(d) != "1!@22.12 2@26.17 3@24.17 4@28.17" {
		t.Errorf("moved on, the blocks are %s", ids(d))
	}
	if _, err := Apply(roadmap(), []Asked{{Kind: BlockDone, Block: "1"}, {Kind: Lock, Block: "1"}}, "ann", now, nil); err == nil || !strings.Contains(err.Error(), "it is done") {
		t.Errorf("one that is done is locked, %v", err)
	}
	for _, c := range []Asked{{Kind: BlockReopen, Block: "1"}, {Kind: BlockDone, Block: "9"}} {
		if _, err := Apply(roadmap(), []Asked{c}, "ann", now, nil); err == nil {
			t.Errorf("%v is taken", c)
		}
	}
	if _, err := Apply(roadmap(), []Asked{{Kind: BlockDone, Block: "1"}, {Kind: BlockDone, Block: "1"}}, "ann", now, nil); err == nil || !strings.Contains(err.Error(), "already done") {
		t.Errorf("done twice is %v", err)
	}
}

func TestWhatCanNotBeIsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	for field, c := range map[string]Asked{
		"kind":  {Kind: "burn"},
		"node":  {Kind: Done, Node: "goal"},
		"day":   {Kind: Done, Node: "long", Day: civil.DateOf(now) + 1},
		"block": {Kind: Lock, Block: "9"},
		"from":  {Kind: Move, Block: "2", From: now, To: now.Add(-time.Hour)},
		"days":  {Kind: Shift, Days: -10},
		"state": {Kind: SetState, State: roadmapfile.Draft},
	} {
		before := roadmap()
		_, err := Apply(before, []Asked{{Kind: Lock, Block: "2"}, c}, "ann", now, nil)
		if e, ok := errors.AsType[*Error](err); !ok || e.Field != field || e.Index != 1 {
			t.Errorf("%v is refused as %v", c, err)
		}
		if ids(before) != ids(roadmap()) {
			t.Errorf("%v has changed what it was asked of", c)
		}
	}
	far := Asked{Kind: Move, Block: "2", From: now.AddDate(100, 0, 0)}
	if _, err := Apply(roadmap(), []Asked{far}, "ann", now, nil); err == nil {
		t.Error("a block in a hundred years is taken")
	}
}
