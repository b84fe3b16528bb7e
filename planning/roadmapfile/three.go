package roadmapfile

import (
	"reflect"
	"slices"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
)

// mergeNodes returns the nodes that are left, by id.
func (m *merger) mergeNodes() map[string]*Node {
	out := map[string]*Node{}
	keep := m.keep()
	for _, t := range m.t.doc.Nodes {
		b, o := m.nodes.base[t.ID], m.nodes.ours[t.ID]
		switch {
		case o != nil:
			out[t.ID] = m.mergeNode(b, &t, o)
		case b == nil:
			out[t.ID] = &t
			m.added(&t)
		case keep[t.ID]:
			out[t.ID] = m.mergeNode(b, &t, b)
			m.conflict(Change{Kind: Retitled, Line: m.line(nodeKey + t.ID), Node: t.ID}, Value{}, "Weft took out “"+b.Title+"”, which you changed; it stays")
		default:
			m.gone[t.ID] = true
		}
	}
	for _, o := range m.o.Nodes {
		b := m.nodes.base[o.ID]
		switch {
		case m.nodes.theirs[o.ID] != nil:
		case b == nil || o.Parent == "":
			out[o.ID] = &o
		default:
			m.gone[o.ID] = true
			m.removed(b, &o)
		}
	}
	m.adopt(out)
	return out
}

// keep returns the nodes that Weft took out and the person changed, with all
// that they are part of.
func (m *merger) keep() map[string]bool {
	out := map[string]bool{}
	changed := map[string]bool{} // of whose blocks one was changed
	for id, t := range m.blocks.theirs {
		if b := m.blocks.base[id]; b == nil || *b != *t {
			changed[t.Node] = true
		}
	}
	for _, t := range slices.Backward(m.t.doc.Nodes) {
		b := m.nodes.base[t.ID]
		if out[t.ID] = out[t.ID] || m.nodes.ours[t.ID] != nil || b == nil || changed[t.ID] || m.t.copied[nodeKey+t.ID] || !reflect.DeepEqual(*b, t); out[t.ID] {
			out[t.Parent] = true
		}
	}
	return out
}

func (m *merger) conflict(c Change, ours Value, text string) {
	m.fill(&c)
	m.out.Conflicts = append(m.out.Conflicts, Conflict{c, ours, text})
}

func (m *merger) line(key string) int {
	if e := m.t.byKey[key]; e != nil {
		return e.at
	}
	return 0
}

func (m *merger) added(t *Node) {
	m.tell(theirs, Change{Kind: TaskAdded, Line: m.line(nodeKey + t.ID), Node: t.ID, Parent: t.Parent, After: before(m.t.doc.Nodes, t), Is: Value{Text: t.Title, Minutes: t.Estimate}}, Value{})
}

// before is the sibling that a node follows.
func before(nodes []Node, n *Node) (last string) {
	for i := range nodes {
		switch {
		case nodes[i].ID == n.ID:
			return last
		case nodes[i].Parent == n.Parent:
			last = nodes[i].ID
		}
	}
	return ""
}

func (m *merger) removed(b, o *Node) {
	h := theirs
	if !reflect.DeepEqual(*b, *o) {
		h = both
	}
	m.tell(h, Change{Kind: Removed, Node: b.ID, Was: Value{Text: b.Title}}, Value{Text: o.Title})
}

// status is what became of a task, and when.
type status struct {
	is Status
	on civil.Date
}

// mergeNode merges what both have. Without a base, ours is what it was.
func (m *merger) mergeNode(b, t, o *Node) *Node {
	if b == nil {
		b = o
	}
	out := *o
	at := m.line(nodeKey + t.ID)
	if at == 0 {
		return &out
	}
	tell := func(h how, kind Kind, was, is, ours Value) {
		c := Change{Kind: kind, Line: at, Node: t.ID, Was: was, Is: is}
		if kind == Moved {
			c.Parent, c.After = t.Parent, before(m.t.doc.Nodes, t)
		}
		m.tell(h, c, ours)
	}
	texts := []struct {
		kind    Kind
		b, t, o string
		into    *string
	}{
		{Retitled, b.Title, t.Title, o.Title, &out.Title},
		{NotesChanged, b.Notes, t.Notes, o.Notes, &out.Notes},
		{Moved, b.Parent, t.Parent, o.Parent, &out.Parent},
	}
	for _, x := range texts {
		is, h := pick(x.b, x.t, x.o)
		*x.into = is
		tell(h, x.kind, Value{Text: x.b}, Value{Text: is}, Value{Text: x.o})
	}
	is, h := pick(b.Estimate, t.Estimate, o.Estimate)
	out.Estimate = is
	tell(h, Estimated, Value{Minutes: b.Estimate}, Value{Minutes: is}, Value{Minutes: o.Estimate})
	days := []struct {
		kind    Kind
		b, t, o civil.Date
		into    *civil.Date
	}{
		{StartMoved, b.NotBefore, t.NotBefore, o.NotBefore, &out.NotBefore},
		{DueMoved, b.Due, t.Due, o.Due, &out.Due},
		{DeadlineMoved, b.Deadline, t.Deadline, o.Deadline, &out.Deadline},
	}
	for _, x := range days {
		is, h := pick(x.b, x.t, x.o)
		*x.into = is
		if t.Level == outline.Goal {
			at, _ = m.t.front.span(fieldDeadline)
			at++
		}
		tell(h, x.kind, Value{Day: x.b}, Value{Day: is}, Value{Day: x.o})
	}
	mine := status{t.Status, t.On}
	if t.Status == o.Status && t.Status != b.Status && t.On == 0 { // ticked by both, by one where no day is written
		mine.on = o.On
	}
	done, h := pick(status{b.Status, b.On}, mine, status{o.Status, o.On})
	out.Status, out.On = done.is, done.on
	kind := map[Status]Kind{Open: TaskReopened, Done: TaskDone, Dropped: TaskDropped}[done.is]
	tell(h, kind, Value{Text: string(b.Status), Day: b.On}, Value{Text: string(done.is), Day: done.on}, Value{Text: string(o.Status), Day: o.On})
	return &out
}

// adopt gives a node whose parent is gone another one, and each the level that
// it has there.
func (m *merger) adopt(out map[string]*Node) {
	goal := m.o.Goal().ID
	for _, n := range out {
		if n.ID == goal {
			continue
		}
		o := m.nodes.ours[n.ID]
		if out[n.Parent] == nil && o != nil {
			n.Parent = o.Parent
		}
		if p := out[n.Parent]; p == nil || p.item() && !n.item() || p.Level == outline.MicroGoal {
			n.Parent = goal
		}
	}
	for _, n := range out { // two sides may have moved parts into each other
		up := out[n.Parent]
		for steps := 0; up != nil && up.ID != n.ID && steps < 16; steps++ {
			up = out[up.Parent]
		}
		if up != nil && n.ID != goal {
			n.Parent = goal
		}
	}
	for range 2 {
		for _, n := range out {
			m.level(n, out, goal)
		}
	}
}

func (m *merger) level(n *Node, out map[string]*Node, goal string) {
	p := out[n.Parent]
	if p == nil {
		return
	}
	switch {
	case n.Level == outline.MicroGoal:
	case n.item() && p.Level == outline.SubTask:
		n.Parent, n.Level = p.Parent, outline.SubTask
	case n.item() && p.Level == outline.Task:
		n.Level = outline.SubTask
	case n.item():
		n.Level = outline.Task
	case !n.Level.Below(p.Level):
		n.Parent = goal
	}
}

// bridge has what came after nodes that the person took out come after what those came after.
func (m *merger) bridge(nodes map[string]*Node) map[string]*Node {
	all, gone := outline.Outline{}, map[string]bool{}
	for _, n := range nodes {
		all.Nodes = append(all.Nodes, n.Node)
	}
	for id := range m.gone {
		if n := m.nodes.ours[id]; n != nil {
			all.Nodes, gone[id] = append(all.Nodes, n.Node), true
		}
	}
	for _, n := range outline.RemoveNodes(all, gone, true).Nodes {
		nodes[n.ID].Depends = n.Depends
	}
	return nodes
}
