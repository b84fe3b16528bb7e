package rank

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
)

// Shaped returns the ids of the notes of a range that have a number of one of these
// shapes, those of the latest day first, at most limit of them (0 is no limit).
func (x *Index) Shaped(shapes []search.Shape, within notes.Range, limit int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	c := candidates{scores: &scores{x: x}}
	c.only(within, nil)
	found := make(map[uint32]bool)
	best := top[uint32]{limit: limit, better: func(a, b uint32) int { return x.compareTime(b, a) }}
	for _, s := range shapes {
		list := x.shape[s]
		if list == nil {
			continue
		}
		for at := list.cursor(); at.next(); {
			if n := at.doc; x.docs[n].live && !found[n] && c.counts(n) {
				found[n] = true
				best.offer(n)
			}
		}
	}
	slices.SortFunc(best.kept, best.better)
	ids := make([]string, len(best.kept))
	for i, n := range best.kept {
		ids[i] = x.from[n].id
	}
	return ids
}
