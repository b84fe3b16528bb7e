package roadmapfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
)

// Result is what a merge comes to.
type Result struct {
	Text     []byte
	Document Document // what Text says: Weft's, with the changes of the person
	// Changes are the person's that Weft's document doesn't have yet, in the
	// order of their file.
	Changes   []Change
	Conflicts []Conflict
	Problems  []Problem // what changed nothing
}

// Merge brings together what Weft wants to write with what a person made of the
// file. base is the text of the file that ours grew from: the one that Weft
// wrote last, or an earlier one as long as the changes against it have not been
// taken up. Without a base, everything in which the file differs from ours is a
// change.
//
// Its error says why nothing of the file can be taken up, such as a block of code
// without an end. The file is to be left alone then.
func Merge(base []byte, ours Document, theirs []byte) (Result, error) {
	ours = Form(ours)
	written, err := Render(ours)
	if err != nil {
		return Result{}, err
	}
	if len(base) == 0 {
		base = written
		if len(theirs) == 0 {
			theirs = base
		}
	}
	b, err := scan(base, hints{})
	if err != nil {
		return Result{}, fmt.Errorf("the text written last: %w", err)
	}
	o, err := scan(written, hints{})
	if err != nil {
		return Result{}, err
	}
	t, err := scan(theirs, known(b, o))
	switch {
	case err != nil:
		return Result{}, err
	case t.front.get(fieldID) != ours.ID || b.front.get(fieldID) != ours.ID:
		return Result{}, fmt.Errorf("the file says it is the roadmap %.70q, not %q; put back the front matter with the line \"id: %s\"", t.front.get(fieldID), ours.ID, ours.ID)
	}
	labelled := map[string]bool{}
	for key := range b.byKey {
		labelled[key] = true
	}
	b.bind(&ours)
	t.bind(&ours)
	m := newMerger(b, t, &ours)
	m.settle()
	m.merge()
	w := weaver{t: t, m: &m.out.Document, labelled: labelled}
	m.out.Text = w.weave()
	m.out.Problems = t.problems
	if err := w.check(m.out.Text, b.zone); err != nil {
		return Result{}, err
	}
	if bytes.Equal(m.out.Text, theirs) {
		m.out.Text = theirs
	}
	return m.out, nil
}

// known are the ids that there are, and their lines.
func known(b, o *file) hints {
	h := hints{zone: b.zone, ids: map[string]bool{}, lines: map[string][]string{}}
	for _, f := range []*file{b, o} {
		for key, e := range f.byKey {
			h.ids[key] = true
			if s := bare(e.text); !slices.Contains(h.lines[key], s) {
				h.lines[key] = append(h.lines[key], s)
			}
		}
	}
	return h
}

// sides hold something of the three texts by id.
type sides[T any] struct{ base, theirs, ours map[string]*T }

type merger struct {
	b, t   *file
	o      *Document
	nodes  sides[Node]
	blocks sides[Block]
	zone   *time.Location
	gone   map[string]bool // nodes that are in the base and not in the result
	out    Result
}

func nodesOf(d *Document) map[string]*Node {
	out := make(map[string]*Node, len(d.Nodes))
	for i := range d.Nodes {
		out[d.Nodes[i].ID] = &d.Nodes[i]
	}
	return out
}

func blocksOf(d *Document) map[string]*Block {
	out := make(map[string]*Block, len(d.Blocks))
	for i := range d.Blocks {
		out[d.Blocks[i].ID] = &d.Blocks[i]
	}
	return out
}

func newMerger(b, t *file, o *Document) *merger {
	m := &merger{b: b, t: t, o: o, zone: b.zone, gone: map[string]bool{}}
	m.nodes.base, m.nodes.ours = nodesOf(&b.doc), nodesOf(o)
	m.blocks.base, m.blocks.ours = blocksOf(&b.doc), blocksOf(o)
	return m
}

// merge makes the document of the result, and says what changed.
func (m *merger) merge() {
	m.nodes.theirs, m.blocks.theirs = nodesOf(&m.t.doc), blocksOf(&m.t.doc)
	d := &m.out.Document
	*d = *m.o
	m.mergeState()
	nodes := m.mergeNodes()
	d.Nodes = m.order(m.bridge(nodes))
	d.Blocks = m.mergeBlocks(nodesOf(d))
	d.Assumptions = m.mergeAssumptions()
	d.Log = m.mergeLog()
	m.notes()
	*d = Form(*d)
	stable.Sort(m.out.Changes, func(a, b Change) int { return a.Line - b.Line })
}

func (m *merger) mergeState() {
	is, how := pick(m.b.doc.State, m.t.doc.State, m.o.State)
	m.out.Document.State = is
	at, _ := m.t.front.span(fieldState)
	m.tell(how, Change{Kind: StateAsked, Line: at + 1, Was: Value{Text: string(m.b.doc.State)}, Is: Value{Text: string(is)}}, Value{Text: string(m.o.State)})
}

// How the three sides of a value stand to each other.
type how int

const (
	agreed how = iota // nothing of the person's that Weft does not have
	theirs
	both // and not the same
)

// pick is the rule of the merge: a side that is as it was gives way.
func pick[V comparable](base, t, ours V) (V, how) {
	switch {
	case t == base || t == ours:
		return ours, agreed
	case ours == base:
		return t, theirs
	}
	return t, both
}

// tell adds a change, and a conflict if there is one.
func (m *merger) tell(h how, c Change, ours Value) {
	if h == agreed {
		return
	}
	m.fill(&c)
	m.out.Changes = append(m.out.Changes, c)
	if h == both {
		text := "both you and Weft changed it, and your change is kept: " + c.String()
		m.out.Conflicts = append(m.out.Conflicts, Conflict{c, ours, text})
	}
}

// fill gives a change the titles of what it is about.
func (m *merger) fill(c *Change) {
	n := m.was(c.Node)
	if n == nil {
		n = m.nodes.theirs[c.Node]
	}
	if n == nil {
		return
	}
	c.Title = n.Title
	parent := n.Parent
	if c.Kind == TaskAdded || c.Kind == Moved {
		parent = c.Parent
	}
	if p := m.was(parent); p != nil && p.Parent != "" {
		c.Part = p.Title
	} else if p := m.nodes.theirs[parent]; p != nil && p.Parent != "" {
		c.Part = p.Title
	}
}

func (m *merger) mergeAssumptions() []string {
	in := func(list []string, s string) bool { return slices.Contains(list, s) }
	base, t, ours := m.b.doc.Assumptions, m.t.doc.Assumptions, m.o.Assumptions
	left := map[string]bool{}
	for _, a := range ours {
		if left[a] = !in(base, a) || in(t, a); !left[a] {
			m.tell(theirs, Change{Kind: Unassumed, Was: Value{Text: a}}, Value{})
		}
	}
	for _, e := range m.t.elements {
		if !strings.HasPrefix(e.key, assumptionKey) || in(ours, e.said) || in(base, e.said) {
			continue
		}
		left[e.said] = true
		m.tell(theirs, Change{Kind: Assumed, Line: e.at, Is: Value{Text: e.said}}, Value{})
	}
	return pickOrder(base, t, ours, left)
}

// mergeLog keeps the lines that are there and adds those that are new. A line
// that a person removed stays removed.
func (m *merger) mergeLog() []Entry {
	count := map[Entry]int{}
	for _, e := range m.b.doc.Log {
		count[e]++
	}
	if slices.Equal(m.b.doc.Log, m.t.doc.Log) {
		return m.o.Log
	}
	out := slices.Clone(m.t.doc.Log)
	inFile := map[Entry]int{}
	for _, e := range out {
		inFile[e]++
	}
	for _, e := range m.o.Log {
		if count[e]--; count[e] >= 0 {
			inFile[e]--
			continue
		}
		if inFile[e]--; inFile[e] < 0 {
			out = append(out, e)
		}
	}
	return out
}
