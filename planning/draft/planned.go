package draft

import (
	"errors"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/planning/outline"
)

// outline is what of the document can be planned. In its file a person may write what no
// template has, and none of that is a reason not to plan the rest: a task is theirs, one whose
// length nobody said has no time, items below a task that has a length are a part of it, and
// what depended on a task that was removed waits for nothing. Those without a length are
// timeless.
func (k Kept) outline() (o outline.Outline, timeless []outline.Node) {
	o = k.Document.Outline()
	there, blocks := map[string]outline.Node{}, map[string]bool{}
	for _, n := range o.Nodes {
		there[n.ID] = n
	}
	for _, b := range k.Document.Blocks {
		blocks[b.Node] = true
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		if n.Origin == "" {
			n.Origin = outline.User
		}
		n.Depends = slices.DeleteFunc(slices.Clone(n.Depends), func(d outline.Dependency) bool { return there[d.On].ID == "" })
	}
	parts, out := map[string]bool{}, map[string]bool{}
	for _, n := range o.Nodes {
		parts[n.ID] = n.Level == outline.SubTask && there[n.Parent].Estimate > 0 && !blocks[n.ID]
	}
	o = gone(o, parts)
	timeless = withoutLength(o)
	for _, n := range timeless {
		out[n.ID] = true
	}
	o = gone(o, out)
	return gone(o, empty(o)), timeless
}

// withoutLength are the tasks of which nobody said how long they take.
func withoutLength(o outline.Outline) []outline.Node {
	parts := map[string]bool{}
	for _, n := range o.Nodes {
		if n.Level != outline.MicroGoal {
			parts[n.Parent] = true
		}
	}
	var list []outline.Node
	for _, n := range o.Nodes {
		if (n.Level == outline.Task || n.Level == outline.SubTask) && n.Estimate == 0 && !n.Milestone && !parts[n.ID] {
			list = append(list, n)
		}
	}
	return list
}

// empty are the parts of a goal that have no task any more.
func empty(o outline.Outline) map[string]bool {
	parents, full := map[string]string{}, map[string]bool{}
	for _, n := range o.Nodes {
		parents[n.ID] = n.Parent
	}
	for _, n := range o.Nodes {
		for id := n.ID; n.Level == outline.Task && id != "" && !full[id]; id = parents[id] {
			full[id] = true
		}
	}
	out := map[string]bool{}
	for _, n := range o.Nodes {
		if n.Parent != "" && n.Level.Depth() < leafDepth && !full[n.ID] {
			out[n.ID] = true
		}
	}
	return out
}

// gone is an outline without some nodes, with all below them.
func gone(o outline.Outline, out map[string]bool) outline.Outline {
	for _, n := range o.Nodes { // each after what it is part of
		out[n.ID] = out[n.ID] || out[n.Parent]
	}
	return outline.RemoveNodes(o, out, true)
}

// Sound says what keeps what is left of a roadmap from being laid anew, in words for its
// person; nil where nothing does.
func (k Kept) Sound() error {
	if found := k.Contradictions(); len(found) > 0 {
		return errors.New(found[0])
	}
	_, err := k.said()
	return err
}

// Contradictions are what in a roadmap can't all be, in words for its person. They can write it
// so in its file, and nothing is laid anew until they have settled it.
func (k Kept) Contradictions() []string {
	var out []string
	for _, v := range k.violations() {
		of := k.Document.Goal().Title
		if n := len(v.Path); n > 0 {
			of = k.title(v.Path[n-1])
		}
		out = append(out, fmt.Sprintf("“%s”: %s", of, v.Text))
	}
	return out
}

// violations are what the outline breaks.
func (k Kept) violations() []outline.Violation {
	o, _ := k.outline()
	return outline.CheckExpanded(o)
}
