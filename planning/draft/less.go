package draft

import (
	"slices"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
)

// without is an outline without some of its nodes and what is below them, and what
// has no work left without them goes too. What depended on them depends on what they
// depended on: a step that is left out does not free the next one of those before it.
// Ids that it doesn't have change nothing.
func without(o outline.Outline, ids []string) outline.Outline {
	return outline.RemoveNodes(o, going(o, ids), true)
}

// withoutDone is an outline without some of its nodes that are done, for which nothing has
// to wait any more.
func withoutDone(o outline.Outline, ids []string) outline.Outline {
	return outline.RemoveNodes(o, going(o, ids), false)
}

// going are the nodes that go with some of them.
func going(o outline.Outline, ids []string) map[string]bool {
	out := map[string]bool{}
	for _, id := range ids {
		out[id] = true
	}
	if len(ids) == 0 {
		return out
	}
	before := outline.Work(o)
	for _, n := range outline.Walk(o) { // from the goal down
		if n.Parent != "" && out[n.Parent] {
			out[n.ID] = true
		}
	}
	left := outline.RemoveNodes(o, out, false)
	after := outline.Work(left)
	for _, n := range left.Nodes {
		if n.Parent != "" && before[n.ID] > 0 && after[n.ID] == 0 {
			out[n.ID] = true
		}
	}
	return out
}

// putOff is an outline in which some parts have to be done so many days later, with
// all that is part of them, and so has what they are part of. One without a deadline
// has that of what it is part of.
func putOff(o outline.Outline, later map[string]int) outline.Outline {
	if len(later) == 0 {
		return o
	}
	before := o.Nodes
	o.Nodes = slices.Clone(before)
	at := map[string]int{}
	for i, n := range before {
		at[n.ID] = i
	}
	for id, days := range later {
		if top, ok := at[id]; ok {
			for i := range o.Nodes {
				n := &o.Nodes[i]
				if n.Deadline != 0 && i != top && below(before, at, i, top) {
					n.Deadline = max(n.Deadline, before[i].Deadline+civil.Date(days))
				}
			}
		}
		i, ok := at[id]
		for ok && before[i].Deadline == 0 {
			i, ok = at[before[i].Parent]
		}
		if !ok {
			continue
		}
		deadline := before[i].Deadline + civil.Date(days)
		for ok {
			if n := &o.Nodes[i]; n.Deadline != 0 {
				n.Deadline = max(n.Deadline, deadline)
			}
			i, ok = at[before[i].Parent]
		}
	}
	return o
}

// below says that a node is part of another.
func below(nodes []outline.Node, at map[string]int, i, top int) bool {
	for ok := true; ok; i, ok = at[nodes[i].Parent] {
		if i == top {
			return true
		}
	}
	return false
}
