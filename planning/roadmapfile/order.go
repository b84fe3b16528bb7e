package roadmapfile

import "slices"

// weaveOrder puts what only the second list has behind what it follows there.
func weaveOrder(first, second []string) []string {
	in := map[string]bool{}
	for _, id := range first {
		in[id] = true
	}
	behind, last := map[string][]string{}, ""
	for _, id := range second {
		if in[id] {
			last = id
		} else {
			behind[last] = append(behind[last], id)
		}
	}
	out := slices.Clone(behind[""])
	for _, id := range first {
		out = append(append(out, id), behind[id]...)
	}
	return out
}

// pickOrder puts what is left in the order of the person, if they changed it, else
// in Weft's.
func pickOrder(base, mine, ours []string, left map[string]bool) []string {
	first, second := ours, mine
	if !slices.Equal(only(base, mine), only(mine, base)) {
		first, second = mine, ours
	}
	gone := func(id string) bool { return !left[id] }
	return weaveOrder(slices.DeleteFunc(slices.Clone(first), gone), slices.DeleteFunc(slices.Clone(second), gone))
}

// siblings are the ids below each parent, in their order.
func siblings(nodes []Node) map[string][]string {
	out := map[string][]string{}
	for _, n := range nodes {
		out[n.Parent] = append(out[n.Parent], n.ID)
	}
	return out
}

// only returns the ids that are in all of the others.
func only(ids []string, others ...[]string) []string {
	count := map[string]int{}
	for _, list := range others {
		for _, id := range list {
			count[id]++
		}
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return count[id] < len(others) })
}

// order puts the nodes that are left in the order of the person, where they
// changed it, else in Weft's.
func (m *merger) order(nodes map[string]*Node) []Node {
	base, mine, ours := siblings(m.b.doc.Nodes), siblings(m.t.doc.Nodes), siblings(m.o.Nodes)
	reordered := map[string]bool{}
	for _, n := range append([]Node{{}}, m.t.doc.Nodes...) {
		id := n.ID
		was, is := only(base[id], mine[id]), only(mine[id], base[id])
		if slices.Equal(was, is) {
			continue
		}
		reordered[id] = true
		common := only(is, ours[id])
		here := only(ours[id], common)
		if slices.Equal(here, common) {
			continue
		}
		h := theirs
		if !slices.Equal(here, only(was, ours[id])) {
			h = both
		}
		m.tell(h, Change{Kind: Reordered, Line: m.line(nodeKey + id), Node: id, Order: is}, Value{})
	}
	children := map[string][]string{}
	parents := append([]string{""}, ids(m.t.doc.Nodes, m.o.Nodes)...)
	placed := map[string]bool{}
	for _, id := range parents {
		first, second := ours[id], mine[id]
		if reordered[id] {
			first, second = second, first
		}
		for _, c := range weaveOrder(here(first, id, nodes), here(second, id, nodes)) {
			children[id] = append(children[id], c)
			placed[c] = true
		}
	}
	for _, id := range ids(m.t.doc.Nodes, m.o.Nodes) { // adopted ones
		if n := nodes[id]; n != nil && !placed[id] {
			children[n.Parent] = append(children[n.Parent], id)
		}
	}
	return depthFirst(nodes, children)
}

// ids are those of the nodes of lists, each once.
func ids(lists ...[]Node) (out []string) {
	seen := map[string]bool{}
	for _, n := range slices.Concat(lists...) {
		if !seen[n.ID] {
			seen[n.ID] = true
			out = append(out, n.ID)
		}
	}
	return out
}

// here returns the ids of those that are below a parent in the result.
func here(list []string, parent string, nodes map[string]*Node) []string {
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return nodes[id] == nil || nodes[id].Parent != parent })
}

func depthFirst(nodes map[string]*Node, children map[string][]string) []Node {
	var out []Node
	stack := slices.Clone(children[""])
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], reversed(children[id])...)
		out = append(out, *nodes[id])
	}
	return out
}

func reversed(list []string) []string {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}
