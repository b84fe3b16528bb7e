package adapt

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// ChainAdded puts a task that a person has added between two that follow one another in their order: it
// comes after the one above it, and what came after that comes after it too. Where the tasks of its list
// have no order, it has none. It returns in words where it is in the order, or "".
func ChainAdded(d *roadmapfile.Document, added string) string {
	var list []*roadmapfile.Node // that the task is one of
	at := slices.IndexFunc(d.Nodes, func(n roadmapfile.Node) bool { return n.ID == added })
	if at < 0 {
		return ""
	}
	for i := range d.Nodes {
		if n := &d.Nodes[i]; n.Parent == d.Nodes[at].Parent && n.Level == d.Nodes[at].Level {
			list = append(list, n)
		}
	}
	at = slices.IndexFunc(list, func(n *roadmapfile.Node) bool { return n.ID == added })
	nth := func(i int) *roadmapfile.Node {
		if i < 0 || i >= len(list) {
			return &roadmapfile.Node{}
		}
		return list[i]
	}
	above, below := nth(at-1), nth(at+1)
	follows := func(n, other *roadmapfile.Node) bool {
		return slices.ContainsFunc(n.Depends, func(o outline.Dependency) bool { return o.On == other.ID })
	}
	ordered := follows(above, nth(at-2)) || !below.Milestone && follows(below, above)
	if at == 0 {
		ordered = follows(nth(2), below)
	}
	if !ordered {
		return ""
	}
	if at > 0 {
		list[at].Depends = append(slices.Clip(list[at].Depends), outline.Dependency{On: above.ID})
	}
	if at == 0 || follows(below, above) {
		below.Depends = append(slices.Clip(below.Depends), outline.Dependency{On: added})
	}
	if at == 0 {
		return fmt.Sprintf(", before “%s”", below.Title)
	}
	return fmt.Sprintf(", after “%s”", above.Title)
}
