package roadmapfile

import "strings"

// notes tells what a person wrote beside all that is Weft's: lines of their own,
// and words in the lines of tasks and blocks.
func (m *merger) notes() {
	was := map[string]int{}
	for line := range strings.Lines(m.b.head) {
		was[strings.TrimSpace(line)]++
	}
	for _, e := range m.b.elements {
		for line := range strings.Lines(e.free) {
			was[strings.TrimSpace(line)]++
		}
	}
	m.written("", len(m.t.front.lines), m.t.head, was)
	for _, e := range m.t.elements {
		node := ""
		switch {
		case e.node != nil:
			node = e.node.ID
		case e.block != nil:
			node = e.block.Node
		}
		if b := m.b.byKey[e.key]; e.rest != "" && (b == nil || b.rest != e.rest) {
			m.tell(theirs, Change{Kind: NoteWritten, Line: e.at, Node: node, Is: Value{Text: e.rest}}, Value{})
		}
		m.written(node, e.at+strings.Count(e.text, "\n")-1, e.free, was)
	}
}

// written tells the lines of a text that were not there, those that follow each
// other as one.
func (m *merger) written(node string, at int, text string, was map[string]int) {
	var run []string
	flush := func() {
		if len(run) > 0 {
			m.tell(theirs, Change{Kind: NoteWritten, Line: at - len(run) + 1, Node: node, Is: Value{Text: strings.Join(run, "\n")}}, Value{})
		}
		run = nil
	}
	for line := range strings.Lines(text) {
		s := strings.TrimSpace(line)
		if was[s]--; s == "" || was[s] >= 0 {
			flush()
		} else {
			run = append(run, strings.TrimRight(line, " \t\r\n"))
		}
		at++
	}
	flush()
}
