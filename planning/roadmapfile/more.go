package roadmapfile

import "strings"

// matchMores numbers the headings of a file that lead back from the parts of a node
// to its tasks as Weft numbers those that it writes. One that leads nowhere, or back
// from parts that are gone, is none of those.
func (f *file) matchMores() {
	count := map[string]int{}
	parts := map[string]bool{} // the nodes whose last child is a part
	open := map[string]*element{}
	for _, e := range f.elements {
		switch {
		case strings.HasPrefix(e.key, moreKey):
			of := e.key[len(moreKey):strings.LastIndexByte(e.key, '#')]
			delete(f.byKey, e.key)
			e.key = numbered(count, moreKey+of+"#unused")
			open[of] = e
		case e.node == nil || e.isNotes():
		case !e.node.item():
			parts[e.node.Parent], open[e.node.Parent] = true, nil
		case parts[e.node.Parent]:
			if more := open[e.node.Parent]; more != nil {
				more.key = numbered(count, moreKey+e.node.Parent)
			}
			parts[e.node.Parent] = false
		}
	}
	for _, e := range f.elements {
		f.byKey[e.key] = e
	}
}
