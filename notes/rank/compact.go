package rank

import (
	"maps"

	"github.com/weft-mesh/weft/notes/search"
)

// compact gives the memory of removed notes back: those that are left are counted
// anew, in their order.
func (x *Index) compact() {
	moved := make([]uint32, len(x.docs)) // from old numbers to new ones
	unitAt := make([]uint32, len(x.units))
	var docs []doc
	var from []source
	units := make([]unit, 0, x.size.units)
	for i, d := range x.docs {
		if !d.live {
			continue
		}
		number := uint32(len(docs))
		moved[i] = number
		first := uint32(len(units))
		for at := d.first; at < d.end; at++ {
			unitAt[at] = uint32(len(units))
			units = append(units, x.units[at])
			units[len(units)-1].doc = number
		}
		d.first, d.end = first, uint32(len(units))
		docs, from = append(docs, d), append(from, x.from[i])
		x.byID[x.from[i].id] = number
	}
	for i := range units {
		for _, beside := range []*uint32{&units[i].prev, &units[i].next} {
			if *beside != none {
				*beside = unitAt[*beside]
			}
		}
	}
	for _, d := range x.days {
		for i, n := range d.docs {
			d.docs[i] = moved[n]
		}
	}
	for _, list := range x.terms {
		x.move(list, moved)
	}
	for _, list := range x.shape {
		x.move(list, moved)
	}
	empty := func(list *postings) bool { return list.docs == 0 }
	maps.DeleteFunc(x.terms, func(_ string, list *postings) bool { return empty(list) })
	maps.DeleteFunc(x.words, func(_ string, list *postings) bool { return empty(list) })
	maps.DeleteFunc(x.shape, func(_ search.Shape, list *postings) bool { return empty(list) })
	x.docs, x.from, x.units = docs, from, units
}

// move writes a list again, without what was removed and with the new numbers.
func (x *Index) move(list *postings, moved []uint32) {
	kept := postings{number: list.number}
	for c := list.cursor(); c.next(); {
		if x.docs[c.doc].live {
			kept.append(moved[c.doc], c.positions)
		}
	}
	*list = kept
}
