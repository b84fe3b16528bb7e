package roadmapfile

import (
	"strings"
	"time"
)

// bind gives tasks and blocks without an id those of the document that are the
// same and that the file doesn't have: such as had their comment removed, and
// such as were taken up since.
func (f *file) bind(o *Document) {
	type place struct{ parent, title string }
	type span struct {
		node     string
		from, to time.Time
	}
	nodes, blocks, ids := map[place][]string{}, map[span][]string{}, map[string]string{}
	for i, n := range o.Nodes {
		if f.byKey[nodeKey+n.ID] == nil && n.item() {
			nodes[place{n.Parent, n.Title}] = append(nodes[place{n.Parent, n.Title}], n.ID)
		}
		if i == 0 && f.byKey[nodeKey+n.ID] == nil {
			ids["+goal"] = n.ID
		}
	}
	for _, b := range o.Blocks {
		if f.byKey[blockKey+b.ID] == nil {
			blocks[span{b.Node, b.From, b.To}] = append(blocks[span{b.Node, b.From, b.To}], b.ID)
		}
	}
	is := func(id string) string {
		if to, ok := ids[id]; ok {
			return to
		}
		return id
	}
	for _, e := range f.elements {
		switch {
		case e.block != nil && IsNew(e.block.ID):
			at := span{is(e.block.Node), e.block.From, e.block.To}
			if free := blocks[at]; len(free) > 0 {
				ids[e.block.ID], blocks[at] = free[0], free[1:]
			}
		case e.node != nil && e.node.item() && IsNew(e.node.ID) && e.said == "":
			at := place{is(e.node.Parent), e.node.Title}
			if free := nodes[at]; len(free) > 0 {
				ids[e.node.ID], nodes[at] = free[0], free[1:]
			}
		}
	}
	f.rename(is)
}

// rename gives everything its id.
func (f *file) rename(is func(string) string) {
	all := f.elements
	if f.gone != nil {
		all = append([]*element{f.gone}, all...)
	}
	f.byKey = map[string]*element{}
	for _, e := range all {
		switch {
		case e.block != nil:
			e.block.ID, e.block.Node = is(e.block.ID), is(e.block.Node)
			e.key = blockKey + e.block.ID
		case e.node != nil && e.isNotes():
			e.key = notesKey + e.node.ID // the node comes before its notes
		case e.node != nil:
			e.node.ID, e.node.Parent = is(e.node.ID), is(e.node.Parent)
			e.key = nodeKey + e.node.ID
		}
		if strings.HasPrefix(e.key, moreKey+"+goal#") {
			e.key = strings.Replace(e.key, "+goal", is("+goal"), 1)
		}
		f.byKey[e.key] = e
	}
	f.build()
}

func (e *element) isNotes() bool {
	return len(e.key) > len(notesKey) && e.key[:len(notesKey)] == notesKey
}

// goal is the element of the goal, nil if there is none.
func (f *file) goal() *element {
	if f.gone != nil || len(f.doc.Nodes) == 0 {
		return f.gone
	}
	return f.byKey[nodeKey+f.doc.Nodes[0].ID]
}
