package draft

import (
	"slices"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

// without is an outline without some of its nodes and what is below them, and what
// has no work left without them goes too. What depended on them depends on what they
// depended on: a step that is left out does not free the next one of those before it.
// Ids that it doesn't have change nothing.
func without(o outline.Outline, ids []string) outline.Outline {
	return leave(o, going(o, ids), true)
}

// withoutDone is an outline without some of its nodes that are done, for which nothing has
// to wait any more.
func withoutDone(o outline.Outline, ids []string) outline.Outline {
	return leave(o, going(o, ids), false)
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
	left := leave(o, out, false)
	after := outline.Work(left)
	for _, n := range left.Nodes {
		if n.Parent != "" && before[n.ID] > 0 && after[n.ID] == 0 {
			out[n.ID] = true
		}
	}
	return out
}

// leave drops nodes, and has those that depended on them depend on what they depended
// on, or on nothing.
func leave(o outline.Outline, out map[string]bool, bridge bool) outline.Outline {
	if len(out) == 0 {
		return o
	}
	depends := map[string][]outline.Dependency{}
	for _, n := range o.Nodes {
		depends[n.ID] = n.Depends
	}
	kept := outline.Outline{Pattern: o.Pattern}
	for _, n := range o.Nodes {
		if out[n.ID] {
			continue
		}
		var on []outline.Dependency
		for _, d := range n.Depends {
			switch {
			case !out[d.On]:
				on = append(on, d)
			case bridge:
				on = append(on, over(d, depends, out, map[string]bool{n.ID: true})...)
			}
		}
		n.Depends = distinct(on)
		kept.Nodes = append(kept.Nodes, n)
	}
	return kept
}

// over are the dependencies that one on a node that goes leaves behind: each with the
// longer of the two lags.
func over(d outline.Dependency, depends map[string][]outline.Dependency, out, seen map[string]bool) []outline.Dependency {
	if seen[d.On] {
		return nil
	}
	seen[d.On] = true
	fromStart, toStart := sides(d.Kind)
	var on []outline.Dependency
	for _, before := range depends[d.On] {
		begins, starts := sides(before.Kind)
		if fromStart && !starts || seen[before.On] {
			continue // that only its end waits for says nothing of its start
		}
		next := before
		next.Kind = kindOf(begins, toStart)
		if d.Lag > next.Lag {
			next.Lag, next.Calendar = d.Lag, d.Calendar
		}
		if out[next.On] {
			on = append(on, over(next, depends, out, seen)...)
		} else {
			on = append(on, next)
		}
	}
	return on
}

// sides tell whether a dependency is from the start of what comes before, and to the start
// of what comes after.
func sides(k network.Kind) (fromStart, toStart bool) {
	return k == network.StartStart || k == network.StartFinish, k != network.FinishFinish && k != network.StartFinish
}

func kindOf(fromStart, toStart bool) network.Kind {
	switch {
	case fromStart && toStart:
		return network.StartStart
	case fromStart:
		return network.StartFinish
	case toStart:
		return network.FinishStart
	}
	return network.FinishFinish
}

// distinct are dependencies without a second one on the same node; of two of a kind
// the longer one stays.
func distinct(list []outline.Dependency) []outline.Dependency {
	var out []outline.Dependency
	for _, d := range list {
		i := slices.IndexFunc(out, func(o outline.Dependency) bool { return o.On == d.On })
		switch {
		case i < 0:
			out = append(out, d)
		case out[i].Kind == d.Kind && out[i].Lag < d.Lag:
			out[i] = d
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
