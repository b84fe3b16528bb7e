package rank

import (
	"slices"

	"github.com/weft-mesh/weft/notes/search"
)

// A phrase is words that follow each other. Each has the list of its stem.
type phrase struct {
	lists  []*postings
	weight uint32 // in tenths
	like   bool   // it stands for the term and is not the term itself
}

// phrase returns the phrase of a text, false if nothing holds all its words.
func (x *Index) phrase(text string, tenths uint32) (phrase, bool) {
	p := phrase{weight: tenths}
	for t := range search.Each(text) {
		list := x.terms[search.Stem(t.Folded)]
		if list == nil || list.docs == 0 {
			return p, false
		}
		p.lists = append(p.lists, list)
	}
	return p, len(p.lists) > 0
}

// occurrences reports each live document in which a phrase stands and where it
// begins there. The positions are valid until the next call.
func (x *Index) occurrences(p phrase, found func(doc uint32, at []uint32)) {
	first := p.lists[0].cursor()
	if len(p.lists) == 1 {
		for first.next() {
			if x.docs[first.doc].live {
				found(first.doc, first.positions)
			}
		}
		return
	}
	rest := make([]*cursor, len(p.lists)-1)
	for i, list := range p.lists[1:] {
		rest[i] = list.cursor()
	}
	var at []uint32
next:
	for first.next() {
		if !x.docs[first.doc].live {
			continue
		}
		for _, c := range rest {
			if !c.seek(first.doc) {
				return
			}
			if c.doc != first.doc {
				continue next
			}
		}
		if at = sideBySide(at[:0], first.positions, rest); len(at) > 0 {
			found(first.doc, at)
		}
	}
}

// sideBySide appends those of the positions behind which the cursors, all on one
// document, stand one after the other.
func sideBySide(out, positions []uint32, rest []*cursor) []uint32 {
start:
	for _, at := range positions {
		for i, c := range rest {
			if _, ok := slices.BinarySearch(c.positions, at+uint32(i)+1); !ok {
				continue start
			}
		}
		out = append(out, at)
	}
	return out
}
