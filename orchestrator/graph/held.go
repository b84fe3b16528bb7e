package graph

import "slices"

// A place is where branches are: at a state, in a fan-out. It is told by the items of
// the branch, or by the first of them: the latter also holds those that are in fan-outs
// inside.
type place struct {
	state State
	items string // itemSize bytes each
	exact bool
}

// itemSize is what an item takes in the name of a place.
const itemSize = 4

// places count the live branches, so that nobody has to go through them to know who has
// to wait for whom.
type places map[place]int

// add counts a branch that has come to its state, or with -1 one that has left it.
func (p places) add(b *Branch, n int) {
	p.count(place{b.State, b.path, true}, n)
	for end := 0; end <= len(b.path); end += itemSize {
		p.count(place{b.State, b.path[:end], false}, n)
	}
}

func (p places) count(at place, n int) {
	if p[at] += n; p[at] == 0 {
		delete(p, at)
	}
}

// A hold is what holds branches of a state back.
type hold struct {
	after []State // where another branch may still come to what they come after
	join  []State // where one of the same fan-out may still come to where they are joined
	width int     // how many may wait for a run at once; 0 is all of them
}

// heldBy tells of each state that knows one what holds its branches back.
func (g *Graph[S]) heldBy() map[State]hold {
	all := map[State]hold{}
	for _, n := range g.def.Nodes {
		var h hold
		if n.Kind == Call {
			h.width = n.Width
		}
		for other := range g.nodes {
			if slices.ContainsFunc(n.After, func(after State) bool { return other == after || g.reach[other][after] }) {
				h.after = append(h.after, other)
			}
			if n.Join != NoJoin && other != n.State && g.reach[other][n.State] {
				h.join = append(h.join, other)
			}
		}
		if h.after != nil || h.join != nil || h.width > 0 {
			all[n.State] = h
		}
	}
	return all
}

// held reports whether a branch goes on only after another one has.
func (p *Progress) held(b *Branch) bool {
	h, ok := p.holds[b.State]
	if !ok {
		return false
	}
	if h.width > 0 && b.Child == nil && p.calls[b.State] >= h.width {
		return true
	}
	for _, s := range h.after {
		others := p.places[place{s, "", false}]
		if s == b.State {
			others-- // itself
		}
		if others > 0 {
			return true
		}
	}
	for _, s := range h.join {
		if p.places[place{s, b.path, false}] > 0 {
			return true
		}
	}
	return false
}
