package outline

import (
	"iter"
	"slices"
)

// A tree is where the nodes of an outline stand.
type tree struct {
	o        *Outline
	at       map[string]int // the first node of each id
	parent   []int          // -1: none that is there
	children [][]int
	roots    []int // goals without a parent
	order    []int // all below the first root, depth first
	reached  []bool
	work     []int // minutes of work in a node and below it, once; of those reached
}

func newTree(o *Outline) *tree {
	n := len(o.Nodes)
	t := &tree{o, make(map[string]int, n), make([]int, n), make([][]int, n), nil, nil, make([]bool, n), make([]int, n)}
	for i := range o.Nodes {
		if _, ok := t.at[o.Nodes[i].ID]; !ok {
			t.at[o.Nodes[i].ID] = i
		}
	}
	for i := range o.Nodes {
		t.parent[i] = -1
		p, ok := t.at[o.Nodes[i].Parent]
		switch {
		case o.Nodes[i].Parent == "":
			if o.Nodes[i].Level == Goal {
				t.roots = append(t.roots, i)
			}
		case ok:
			t.parent[i] = p
			t.children[p] = append(t.children[p], i)
		}
	}
	if len(t.roots) > 0 {
		t.visit(t.roots[0])
	}
	return t
}

// visit puts a root and all below it in order. A node has one parent, so that
// none is reached twice.
func (t *tree) visit(root int) {
	stack := []int{root}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t.reached[i] = true
		t.order = append(t.order, i)
		for _, c := range slices.Backward(t.children[i]) {
			stack = append(stack, c)
		}
	}
	for _, i := range slices.Backward(t.order) {
		if t.works(i) {
			t.work[i] += max(0, min(t.o.Nodes[i].Estimate, MaxEstimate))
		}
		if p := t.parent[i]; p >= 0 {
			t.work[p] += t.work[i]
		}
	}
}

// works says that a node holds work of its own.
func (t *tree) works(i int) bool {
	switch n := &t.o.Nodes[i]; n.Level {
	case SubTask, MicroGoal:
		return true
	case Task:
		return !slices.ContainsFunc(t.children[i], func(c int) bool { return t.o.Nodes[c].Level == SubTask })
	}
	return false
}

// deepest bounds how far up is looked: no valid outline is as deep.
const deepest = 16

// path returns the ids from the root, or from as far up as is looked.
func (t *tree) path(i int) []string {
	var out []string
	for steps := 0; i >= 0 && steps < deepest; steps, i = steps+1, t.parent[i] {
		out = append(out, t.o.Nodes[i].ID)
	}
	slices.Reverse(out)
	return out
}

// within says that a node is another or is below it.
func (t *tree) within(i, other int) bool {
	for steps := 0; i >= 0 && steps < deepest; steps++ {
		if i == other {
			return true
		}
		i = t.parent[i]
	}
	return false
}

// Walk goes over the goal and all below it, depth first, each with how far it is
// below the goal.
func Walk(o Outline) iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		t := newTree(&o)
		depth := make([]int, len(o.Nodes))
		for _, i := range t.order {
			if p := t.parent[i]; p >= 0 {
				depth[i] = depth[p] + 1
			}
			if !yield(depth[i], o.Nodes[i]) {
				return
			}
		}
	}
}

// Work returns the minutes of work of each node by id, with all below it. What
// is below a cycle counts in it once for each repetition.
func Work(o Outline) map[string]int {
	t := newTree(&o)
	out := make(map[string]int, len(t.order))
	sums := make([]int, len(o.Nodes))
	for _, i := range slices.Backward(t.order) {
		n := &o.Nodes[i]
		if t.works(i) {
			sums[i] += max(0, n.Estimate)
		}
		if n.Level == Cycle {
			sums[i] *= max(1, n.Repeat.Times)
		}
		out[n.ID] = sums[i]
		if p := t.parent[i]; p >= 0 {
			sums[p] += sums[i]
		}
	}
	return out
}
