package roadmapfile

import (
	"reflect"
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/outline"
)

// settle takes back what of a person's file makes no sense or is Weft's alone,
// as if it were as it was.
func (m *merger) settle() {
	t, b := m.t, m.b
	m.settleFront()
	m.settleTimes()
	for _, e := range t.elements {
		switch {
		case e.node != nil && !e.isNotes():
			m.settleNode(e)
		case e.block != nil && e.bad["time"]:
			if was := b.byKey[e.key]; was != nil && !was.bad["time"] {
				e.block.From, e.block.To = was.block.From, was.block.To
				delete(e.bad, "time")
			}
		case e.block != nil && e.weekday != "":
			was := b.byKey[e.key]
			if was != nil && was.weekday != e.weekday && was.block.From.Equal(e.block.From) {
				t.problem(e.at, "changing the day of the week alone moves no block; change the date after it")
			}
		}
	}
	if t.gone != nil && m.was(t.gone.node.ID) != nil {
		*t.gone.node = *m.was(t.gone.node.ID)
	}
	t.build()
}

// settleTimes takes the times of blocks that made no sense when the file was last written for
// those that Weft has by now. One that is still there is told already: it is written anew with
// the rest.
func (m *merger) settleTimes() {
	for _, was := range m.b.elements {
		if was.block == nil || !was.bad["time"] {
			continue
		}
		o, e := m.blocks.ours[was.block.ID], m.t.byKey[was.key]
		if o == nil || e == nil {
			continue
		}
		was.block.From, was.block.To = o.From, o.To
		delete(was.bad, "time")
		if e.bad["time"] && e.text == was.text {
			e.outdated = true
			was.block.From, was.block.To = o.From.Add(-time.Minute), o.To.Add(-time.Minute) // another than Weft's
			m.t.problems = slices.DeleteFunc(m.t.problems, func(p Problem) bool { return p.Line == e.at })
		}
	}
	m.b.build()
	m.blocks.base = blocksOf(&m.b.doc)
}

func (m *merger) settleNode(e *element) {
	was := m.was(e.node.ID)
	if was == nil {
		return
	}
	if e.bad["title"] {
		e.node.Title = was.Title
	}
	if e.bad["estimate"] {
		e.node.Estimate = was.Estimate
	}
	settleDays(e, was)
	if e.line.comment != "" && !e.bad["comment"] && !sameComment(e.node, was) {
		m.t.problem(e.at, "what follows the id in the comment belongs to Weft; your change to it is ignored")
	}
	keepComment(e.node, was)
}

// was is a node as Weft wrote it, or as it is to be written if it wasn't yet.
func (m *merger) was(id string) *Node {
	if n := m.nodes.base[id]; n != nil {
		return n
	}
	return m.nodes.ours[id]
}

func settleDays(e *element, was *Node) {
	if e.bad[startSign] {
		e.node.NotBefore = was.NotBefore
	}
	if e.bad[dueSign] {
		e.node.Due = was.Due
	}
	if e.bad[deadlineSign] {
		e.node.Deadline = was.Deadline
	}
	if (e.bad[doneSign] || e.bad[droppedSign]) && e.node.Status == was.Status {
		e.node.On = was.On
	}
}

// keepComment takes what stands in the comment from another node. Where a task
// stands says whether it is a sub-task.
func keepComment(n, from *Node) {
	if n.item() != from.item() {
		return
	}
	if !n.item() || from.Level == outline.MicroGoal || n.Level == outline.MicroGoal {
		n.Level = from.Level
	}
	n.Origin, n.Stream, n.MinChunk, n.Milestone, n.Office, n.Daylight, n.WholeDay, n.Repeat, n.Depends = from.Origin, from.Stream, from.MinChunk, from.Milestone, from.Office, from.Daylight, from.WholeDay, from.Repeat, from.Depends
}

func sameComment(n, was *Node) bool {
	is := *n
	keepComment(&is, was)
	return reflect.DeepEqual(is, *n)
}

func (m *merger) settleFront() {
	t, b := m.t, m.b
	is, was := t.doc.frontFields(), b.doc.frontFields()
	for _, name := range []string{fieldVersion, fieldZone, fieldPattern, fieldWish} {
		if is[name] != was[name] {
			if !t.bad[name] {
				t.badField(name, "the field %q belongs to Weft; put back %.60q", name, was[name])
			}
		}
	}
	t.doc.Version, t.doc.Zone, t.doc.Wish, t.doc.Pattern, t.doc.Subtype, t.doc.Source = b.doc.Version, b.doc.Zone, b.doc.Wish, b.doc.Pattern, b.doc.Subtype, b.doc.Source
	if t.bad[fieldState] {
		t.doc.State = b.doc.State
	}
	if goal := t.goal(); t.bad[fieldDeadline] && goal != nil {
		goal.node.Deadline = b.doc.Goal().Deadline
	}
}
