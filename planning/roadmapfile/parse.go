package roadmapfile

import "slices"

// Parse reads a file, whoever wrote it. What it can't make sense of is told and
// left out; a task or a block without an id gets one that IsNew. A file of which
// nothing can be read is an empty document and one problem.
func Parse(data []byte) (Document, []Problem) {
	f, err := scan(data, hints{})
	if err != nil {
		return Document{}, []Problem{asProblem(err)}
	}
	return f.doc, f.problems
}

func asProblem(err error) Problem {
	if at, ok := err.(*lineError); ok { //nolint:errorlint // scan does not wrap them
		return Problem{at.line, at.text}
	}
	return Problem{Text: err.Error()}
}

// build makes the document of the elements.
func (f *file) build() {
	d := &f.doc
	d.Nodes, d.Blocks, d.Assumptions, d.Log = nil, nil, nil, nil
	if f.gone != nil {
		d.Nodes = append(d.Nodes, *f.gone.node)
	}
	for _, e := range f.elements {
		switch {
		case e.block != nil && !e.bad["time"]:
			d.Blocks = append(d.Blocks, *e.block)
		case e.log != nil:
			d.Log = append(d.Log, *e.log)
		case e.said != "" && e.node == nil:
			d.Assumptions = append(d.Assumptions, e.said)
		case e.node != nil && e.key == nodeKey+e.node.ID:
			d.Nodes = append(d.Nodes, *e.node)
		}
	}
	slices.SortStableFunc(d.Nodes, func(a, b Node) int { return btoi(a.Parent != "") - btoi(b.Parent != "") }) // the goal may come later
	*d = Form(*d)
}
