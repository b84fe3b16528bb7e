package graph

import (
	"fmt"
	"slices"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// A Branch is one line of a run's walk.
type Branch struct {
	ID    int32
	State State
	// Visit is how often the run had come to the state when this branch did.
	Visit int
	// Items is which item of each fan-out that it is in the branch is for, the
	// outermost first.
	Items []int32
	// Tried is how many attempts at its step the log knows of.
	Tried int
	// Failed is how many of them count against those that the step may have: not those
	// that were cut off, nor those that found nobody.
	Failed int
	// Recovered tells that its step may have begun. Of an effect the log knows it.
	Recovered bool
	// begun tells that an attempt at an effect is under way.
	begun bool
	// Waiting is the open pause of a branch in a Wait state, or nil.
	Waiting *runv1.Interrupted
	// Child is the run that a branch in a Call state waits for, or nil.
	Child *runv1.ChildStarted
	// Held tells that the branch goes on only after another one.
	Held bool
}

// paused reports whether the branch waits for what comes from outside.
func (b Branch) paused() bool { return b.Waiting != nil || b.Child != nil }

// item returns which item of the innermost fan-out the branch is for.
func (b Branch) item() int {
	if len(b.Items) == 0 {
		return 0
	}
	return int(b.Items[len(b.Items)-1])
}

// arrive puts a branch at its next state. It is merged into one that waits there
// to be joined.
func (g *Graph[S]) arrive(r *Run[S], live []Branch, b Branch) []Branch {
	if b.State == End {
		return live
	}
	join := g.nodes[b.State].Join
	if join == JoinItems {
		b.Items = b.Items[:max(0, len(b.Items)-1)]
	}
	if join != NoJoin && slices.ContainsFunc(live, func(o Branch) bool {
		return o.State == b.State && slices.Equal(o.Items, b.Items)
	}) {
		return live
	}
	r.visits[b.State]++
	b.Visit = r.visits[b.State]
	return append(live, b)
}

// leave opens what an outcome leads to, from a branch that ends there.
func (g *Graph[S]) leave(r *Run[S], live []Branch, from Branch, o Outcome, items int) ([]Branch, error) {
	n := g.nodes[from.State]
	nexts := n.Outcomes[o]
	if fans := n.Fan == o && o != ""; fans != (items > 0) || items > MaxItems {
		return nil, fmt.Errorf("state %s takes outcome %s with %d items", from.State, o, items)
	}
	id := func(i int) int32 {
		if i == 0 {
			return from.ID
		}
		r.lastBranch++
		return r.lastBranch
	}
	for i := range items {
		b := Branch{ID: id(i), State: nexts[0], Items: append(slices.Clone(from.Items), int32(i))}
		live = g.arrive(r, live, b)
	}
	for i, next := range nexts {
		if items > 0 {
			break
		}
		live = g.arrive(r, live, Branch{ID: id(i), State: next, Items: from.Items})
	}
	slices.SortFunc(live, func(a, b Branch) int { return int(a.ID - b.ID) })
	return live, nil
}

// held reports whether a branch has to wait for another one of the live ones: for
// one that may still come to what it comes after, or to where it is joined.
func (g *Graph[S]) held(b Branch, live []Branch) bool {
	n := g.nodes[b.State]
	for _, other := range live {
		if other.ID == b.ID {
			continue
		}
		if slices.ContainsFunc(n.After, func(after State) bool { return other.State == after || g.reach[other.State][after] }) {
			return true
		}
		if n.Join != NoJoin && other.State != b.State && g.reach[other.State][b.State] && within(other.Items, b.Items) {
			return true
		}
	}
	return false
}

// within reports whether a branch for some items is, or was opened, in a fan-out.
func within(items, outer []int32) bool {
	return len(items) >= len(outer) && slices.Equal(items[:len(outer)], outer)
}
