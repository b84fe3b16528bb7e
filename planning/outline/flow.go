package outline

import "github.com/weft-mesh/weft/planning/network"

// A flow is an outline as activities and links.
type flow struct {
	activities []network.Activity
	links      []network.Link
	from       []int    // the node whose dependency each link is; -1: it says what is part of what
	on         []string // the node on which it depends
}

// newFlow takes the work of the tree as activities. A node with parts that is in
// a dependency gets a begin and an end, activities of no length that all its
// work is between, so that two phases of a thousand tasks each take some
// thousand links and not a million.
func newFlow(t *tree) *flow {
	f := &flow{}
	marked := make([]bool, len(t.o.Nodes))
	t.eachDependency(func(i, on int, _ Dependency) {
		marked[i], marked[on] = marked[i] || !t.works(i), marked[on] || !t.works(on)
	})
	around := make([]int, len(t.o.Nodes)) // the nearest that is marked above each; -1: none
	for _, i := range t.order {
		around[i] = -1
		if p := t.parent[i]; p >= 0 {
			if around[i] = around[p]; marked[p] {
				around[i] = p
			}
		}
		f.node(t, i, marked[i], around[i])
	}
	t.eachDependency(func(i, on int, d Dependency) {
		l := network.Link{From: d.On, To: t.o.Nodes[i].ID, Kind: d.kind(), Lag: d.Lag, Calendar: d.Calendar}
		if marked[on] {
			l.From += end(l.Kind == network.StartStart || l.Kind == network.StartFinish)
		}
		if marked[i] {
			l.To += end(l.Kind == network.FinishStart || l.Kind == network.StartStart)
		}
		f.link(i, d.On, l)
	})
	return f
}

// end is what follows the id of a node with parts in that of its begin or end.
func end(begin bool) string {
	if begin {
		return "/begin"
	}
	return "/end"
}

// eachDependency goes over those that a network can have.
func (t *tree) eachDependency(use func(i, on int, d Dependency)) {
	for _, i := range t.order {
		if t.at[t.o.Nodes[i].ID] != i {
			continue
		}
		for _, d := range t.o.Nodes[i].Depends {
			on, ok := t.at[d.On]
			if ok && t.reached[on] && !t.within(i, on) && !t.within(on, i) && d.possible() {
				use(i, on, d)
			}
		}
	}
}

func (d Dependency) possible() bool {
	return d.known() && -network.MaxLag <= d.Lag && d.Lag <= network.MaxLag
}

func (d Dependency) known() bool {
	switch d.kind() {
	case network.FinishStart, network.StartStart, network.FinishFinish, network.StartFinish:
		return true
	}
	return false
}

// node adds the activities of a node, and that they are part of another.
func (f *flow) node(t *tree, i int, marked bool, around int) {
	n := &t.o.Nodes[i]
	first, last := n.ID, n.ID
	switch {
	case t.at[n.ID] != i || !t.works(i) && !marked:
		return
	case t.works(i):
		f.activities = append(f.activities, network.Activity{ID: n.ID, Duration: max(0, min(n.Estimate, MaxEstimate))})
	default:
		first, last = n.ID+end(true), n.ID+end(false)
		f.activities = append(f.activities, network.Activity{ID: first}, network.Activity{ID: last})
		f.link(-1, "", network.Link{From: first, To: last, Kind: network.FinishStart})
	}
	if around >= 0 {
		f.link(-1, "", network.Link{From: t.o.Nodes[around].ID + end(true), To: first, Kind: network.FinishStart})
		f.link(-1, "", network.Link{From: last, To: t.o.Nodes[around].ID + end(false), Kind: network.FinishStart})
	}
}

func (f *flow) link(from int, on string, l network.Link) {
	f.links, f.from, f.on = append(f.links, l), append(f.from, from), append(f.on, on)
}

// Network returns the work of an outline that Check finds nothing wrong with as
// activities, each as long as its estimate, and links. A node with parts that
// depends on something, or on which something depends, is there as two activities
// of no length, its id with "/begin" and "/end", and all its work is between
// them.
func Network(o Outline) ([]network.Activity, []network.Link) {
	f := newFlow(newTree(&o))
	return f.activities, f.links
}
