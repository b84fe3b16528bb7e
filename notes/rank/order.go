package rank

import "slices"

// An Order says which of the notes that a question finds come first.
type Order uint8

// The orders.
const (
	BestFirst Order = iota // those that bear on it most
	// Of the notes that have every word of the question that matters the newest, or the
	// oldest, come before all others, however little else of it they have: "when did I last
	// swim?" is answered by the last note that has a swim. They are up to half of the limit.
	NewestFirst
	OldestFirst
)

// raisedScore is more than any note has by its words. The days count from it, so that the
// scores of several indexes, each of a part of the notes, are comparable.
const raisedScore = 1 << 18

// raise has the newest or the oldest candidates that have all that is needed come first.
func (c *candidates) raise(order Order, needs []need, limit int) {
	if order == BestFirst || len(needs) == 0 {
		return
	}
	var all uint64
	for _, n := range needs {
		all |= n.term
	}
	var docs []uint32
	for _, n := range c.docs {
		if c.matched[n]&all == all && c.x.docs[n].day != noDay {
			docs = append(docs, n)
		}
	}
	slices.SortFunc(docs, func(a, b uint32) int {
		if order == OldestFirst {
			a, b = b, a
		}
		return c.x.compareTime(b, a)
	})
	if limit > 0 {
		docs = docs[:min(len(docs), (limit+1)/2)]
	}
	c.raised = make(map[uint32]float32, len(docs))
	for _, n := range docs {
		day := c.x.days[c.x.docs[n].day].number
		if order == OldestFirst {
			day = -day
		}
		c.raised[n] = raisedScore + float32(day)
	}
}
