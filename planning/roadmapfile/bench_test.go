package roadmapfile

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/outline"
)

// BenchmarkMerge merges a year of a roadmap: fifty weeks of five tasks, each with
// two blocks.
func BenchmarkMerge(b *testing.B) {
	d := race()
	for w := range 50 {
		week := Node{Node: outline.Node{ID: fmt.Sprintf("v%d", w), Parent: "base", Level: outline.SubGoal, Title: fmt.Sprintf("Week %d", w)}}
		d.Nodes = append(d.Nodes, week)
		for k := range 5 {
			n := Node{Node: outline.Node{ID: fmt.Sprintf("v%d.%d", w, k), Parent: week.ID, Level: outline.Task, Title: "Run", Estimate: 60}}
			d.Nodes = append(d.Nodes, n)
			for i := range 2 {
				from := at("2027-02-01T08:00:00Z").Add(time.Duration(w*7+k) * 24 * time.Hour)
				d.Blocks = append(d.Blocks, Block{ID: fmt.Sprintf("%s.%d", n.ID, i), Node: n.ID, From: from, To: from.Add(time.Hour)})
			}
		}
	}
	base, err := Render(d)
	if err != nil {
		b.Fatal(err)
	}
	d.Version++
	d.Nodes[1].Title = "Base again"
	b.SetBytes(int64(len(base)))
	for b.Loop() {
		if _, err := Merge(base, d, base); err != nil {
			b.Fatal(err)
		}
	}
}
