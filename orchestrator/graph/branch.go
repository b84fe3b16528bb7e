package graph

import (
	"encoding/binary"
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
	// retried tells that the child was named before the run failed. The end of the run has
	// cancelled it, if it had not ended by itself.
	retried bool

	// Timer is what a branch in a Timer state waits for, or nil.
	Timer *runv1.TimerStarted

	path string // the items, as they stand in a place
}

// paused reports whether the branch waits for what comes from outside.
func (b Branch) paused() bool { return b.Waiting != nil || b.Child != nil || b.Timer != nil }

// item returns which item of the innermost fan-out the branch is for.
func (b Branch) item() int {
	if len(b.Items) == 0 {
		return 0
	}
	return int(b.Items[len(b.Items)-1])
}

// in is a branch at a state for one more item.
func (b Branch) in(s State, item int32) Branch {
	return Branch{
		State: s, Items: append(slices.Clone(b.Items), item),
		path: b.path + string(binary.BigEndian.AppendUint32(nil, uint32(item))),
	}
}

// out takes a branch out of the innermost fan-out.
func (b *Branch) out() {
	if n := len(b.Items); n > 0 {
		b.Items, b.path = b.Items[:n-1], b.path[:len(b.path)-itemSize]
	}
}

// leave opens what an outcome leads to, from the branch at an index, which ends there.
func (g *Graph[S]) leave(r *Run[S], at int, o Outcome, items int) error {
	from := r.Branches[at]
	n := g.nodes[from.State]
	nexts := n.Outcomes[o]
	if fans := n.Fan == o && o != ""; fans != (items > 0) || items > MaxItems {
		return fmt.Errorf("state %s takes outcome %s with %d items", from.State, o, items)
	}
	r.places.add(&from, -1)
	if from.Child != nil {
		r.calls[from.State]--
	}
	opens := len(nexts)
	if items > 0 {
		opens = items
	}
	for i := range opens {
		var b Branch
		if items > 0 {
			b = from.in(nexts[0], int32(i))
		} else {
			b = Branch{State: nexts[i], Items: from.Items, path: from.path}
		}
		if b.ID = from.ID; i > 0 {
			r.lastBranch++
			b.ID = r.lastBranch
		}
		switch lives := g.arrive(r, &b); {
		case lives && i == 0:
			r.Branches[at] = b
		case lives:
			r.Branches = append(r.Branches, b) // ids grow, so they stay in order
		case i == 0:
			r.Branches = slices.Delete(r.Branches, at, at+1)
		}
	}
	return nil
}

// arrive puts a branch at its state, and reports whether it lives: not at the end, nor
// where it is merged into one that waits there to be joined.
func (g *Graph[S]) arrive(r *Run[S], b *Branch) bool {
	if b.State == End {
		return false
	}
	join := g.nodes[b.State].Join
	if join == JoinItems {
		b.out()
	}
	if join != NoJoin && r.places[place{b.State, b.path, true}] > 0 {
		return false
	}
	r.visits[b.State]++
	b.Visit = r.visits[b.State]
	r.places.add(b, 1)
	return true
}
