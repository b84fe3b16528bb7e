package roadmapfile

import "strings"

// A nester goes over a text that is put together, as the scanner will over what
// is written, and knows which items the next one would be within.
type nester struct {
	nodes map[string]*Node
	holds map[string]string // the id of the node whose each block is
	open  []nested
}

// nested is an item that others may be within; node is nil if it is a block, or
// the person's own.
type nested struct {
	indent int
	known  bool // it is not the person's own
	node   *Node
}

// nest indents the items that would be read as part of another one than they are:
// what a person indented below an item that is gone would fall to the one before.
func (w *weaver) nest() {
	n := nester{nodes: nodesOf(w.m), holds: map[string]string{}}
	for _, b := range w.m.Blocks {
		n.holds[b.ID] = b.Node
	}
	n.free(w.head.free)
	for x := w.head.next; x != nil; x = x.next {
		n.thread(x)
		n.free(x.free)
	}
}

func (n *nester) thread(x *thread) {
	l, ok := cutLine(x.text)
	kind, id, _ := strings.Cut(x.key, ":")
	switch of := n.nodes[id]; {
	case ok && l.depth() > 0:
		n.open = nil
	case kind+":" == notesKey && of != nil && of.item():
		if last := len(n.open) - 1; last >= 0 && (&line{prefix: x.text}).indent() <= n.open[last].indent {
			x.text = indented(x.text, n.open[last].indent+2)
		}
	case ok && kind+":" == nodeKey && of != nil:
		n.item(x, l, n.nodes[of.Parent], of, func(p *Node) bool { return p.holdsTask(of.Level) })
	case ok && kind+":" == blockKey:
		n.item(x, l, n.nodes[n.holds[id]], nil, func(*Node) bool { return true })
	}
}

// item gives an item the indent at which it is read as part of its parent, unless
// it has one.
func (n *nester) item(x *thread, l line, parent, of *Node, fits func(*Node) bool) {
	if parent != nil && !parent.item() {
		parent = nil
	}
	within := n.within(l.indent())
	lost := l.kind == "" && len(within) > 0 && !within[len(within)-1].known
	if lost || holding(within, fits) != parent {
		if indent, ok := n.indent(parent); ok {
			l.setIndent(indent)
			x.text = l.String()
		}
	}
	n.open = append(n.within(l.indent()), nested{l.indent(), true, of})
}

// within are the open items that one with such an indent would be within.
func (n *nester) within(indent int) []nested {
	k := len(n.open)
	for k > 0 && n.open[k-1].indent >= indent {
		k--
	}
	return n.open[:k]
}

// holding is the node that the next one would be a part of.
func holding(open []nested, fits func(*Node) bool) *Node {
	for k := len(open) - 1; k >= 0; k-- {
		if p := open[k].node; p != nil && fits(p) {
			return p
		}
	}
	return nil
}

// indent is that of what is right below a node, nil for a heading. ok is false
// if the person's own stands between them.
func (n *nester) indent(of *Node) (indent int, ok bool) {
	if of == nil {
		return 0, true
	}
	for k, p := range n.open {
		switch {
		case p.node != of:
		case k+1 < len(n.open):
			return n.open[k+1].indent, true
		default:
			return p.indent + 2, true
		}
	}
	return 0, false
}

// free takes the lines of the person's own.
func (n *nester) free(text string) {
	fence := ""
	for s := range strings.Lines(text) {
		was := fence
		if fence = nextFence(fence, bare(s)); was != "" || fence != "" {
			continue
		}
		switch l, ok := cutLine(s); {
		case !ok:
		case l.depth() > 0:
			n.open = nil
		default:
			n.open = append(n.within(l.indent()), nested{indent: l.indent()})
		}
	}
}

// indented gives each line of a text an indent.
func indented(text string, by int) string {
	var out strings.Builder
	for s := range strings.Lines(text) {
		out.WriteString(strings.Repeat(" ", by) + strings.TrimLeft(s, " \t"))
	}
	return out.String()
}
