package roadmapfile

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// A piece is what Weft writes of one thing: a line, or the notes of a node.
type piece struct {
	key  string
	text string // with line ends
	// loose pieces stand apart from those around them: headings and the notes
	// below them.
	loose bool
}

// The keys of pieces and of what is read of them.
const (
	nodeKey, blockKey, notesKey, moreKey, sectionKey = "n:", "b:", "q:", "more:", "weft:"
	assumptionKey, entryKey                          = "a:", "l:"
	assumptionSection, logSection                    = "assumptions", "adaptations"
)

// Render returns the file of a document. A document that would be read from it
// as another one, such as one with an id twice, is refused.
func Render(d Document) ([]byte, error) {
	d = Form(d)
	if err := check(&d); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		return nil, err
	}
	var f front
	fields := d.frontFields()
	for _, name := range fieldOrder {
		f.set(name, fields[name], "\n")
	}
	var out strings.Builder
	out.WriteString(strings.Join(f.lines, "") + "\n")
	var before piece
	for i, p := range pieces(&d, zone) {
		if i > 0 && (p.loose || before.loose) {
			out.WriteByte('\n')
		}
		out.WriteString(p.text)
		before = p
	}
	text := []byte(out.String())
	read, problems := Parse(text)
	if len(problems) > 0 {
		return nil, fmt.Errorf("the roadmap can't be written: %v", problems[0])
	}
	if !reflect.DeepEqual(read, d) {
		return nil, fmt.Errorf("the roadmap would be read back from its file differently: %s", difference(&d, &read))
	}
	return text, nil
}

// difference says where two documents differ.
func difference(a, b *Document) string {
	for i, n := range a.Nodes {
		if i >= len(b.Nodes) || !reflect.DeepEqual(n, b.Nodes[i]) {
			return fmt.Sprintf("node %q", n.ID)
		}
	}
	for i, x := range a.Blocks {
		if i >= len(b.Blocks) || x != b.Blocks[i] {
			return fmt.Sprintf("block %q", x.ID)
		}
	}
	return "its fields, assumptions or adaptations"
}

// A writer makes the pieces of a document, in the order of its file.
type writer struct {
	d        *Document
	zone     *time.Location
	children map[string][]*Node
	blocks   map[string][]*Block
	mores    map[string]int
	out      []piece
}

func pieces(d *Document, zone *time.Location) []piece {
	w := writer{d: d, zone: zone, children: map[string][]*Node{}, blocks: map[string][]*Block{}, mores: map[string]int{}}
	for i := range d.Nodes {
		if i > 0 {
			w.children[d.Nodes[i].Parent] = append(w.children[d.Nodes[i].Parent], &d.Nodes[i])
		}
	}
	for i := range d.Blocks {
		w.blocks[d.Blocks[i].Node] = append(w.blocks[d.Blocks[i].Node], &d.Blocks[i])
	}
	if len(d.Nodes) > 0 {
		w.heading(&d.Nodes[0], 1)
	}
	if len(d.Assumptions) > 0 {
		w.add(sectionKey+assumptionSection, "## Assumptions <!-- weft:assumptions -->", true)
		for _, a := range d.Assumptions {
			w.add(assumptionKey+a, "- "+a, false)
		}
	}
	if len(d.Log) > 0 {
		w.add(sectionKey+logSection, "## Adaptations <!-- weft:adaptations -->", true)
		count := map[string]int{}
		for _, e := range d.Log {
			w.add(numbered(count, entryKey+e.String()), e.String(), false)
		}
	}
	return w.out
}

// numbered tells keys apart that are the same.
func numbered(count map[string]int, key string) string {
	count[key]++
	return fmt.Sprintf("%s#%d", key, count[key])
}

func (w *writer) add(key, text string, loose bool) {
	w.out = append(w.out, piece{key, text + "\n", loose})
}

// heading writes a part of the goal and what belongs to it. A task behind a part
// needs a heading that says to what it belongs.
func (w *writer) heading(n *Node, depth int) {
	text := strings.Repeat("#", min(depth, 6)) + " " + titleText(n) + " " + n.comment()
	for _, sign := range signOrder {
		if day := n.fields()[sign]; day != 0 {
			text += " " + sign + " " + day.String()
		}
	}
	w.add(nodeKey+n.ID, text, true)
	w.notes(n, "", true)
	parts := false
	for _, c := range w.children[n.ID] {
		switch {
		case !c.item():
			w.heading(c, depth+1)
			parts = true
			continue
		case parts:
			w.add(numbered(w.mores, moreKey+n.ID), fmt.Sprintf("%s %s <!-- more:%s -->", strings.Repeat("#", min(depth+1, 6)), escapeTitle(n.Title), n.ID), true)
			parts = false
		}
		w.item(c, "")
	}
}

func (w *writer) item(n *Node, indent string) {
	l := line{prefix: indent + "- [ ] ", title: titleText(n) + " ", comment: n.comment()}
	l.box = len(indent) + 3
	l.setStatus(n.Status)
	for _, sign := range signOrder {
		if day := n.fields()[sign]; day != 0 {
			l.append(sign + " " + day.String())
		}
	}
	w.add(nodeKey+n.ID, l.String(), false)
	indent += "  "
	w.notes(n, indent, false)
	for _, b := range w.blocks[n.ID] {
		w.add(blockKey+b.ID, indent+blockLine(b, w.zone), false)
	}
	for _, c := range w.children[n.ID] {
		w.item(c, indent)
	}
}

func blockLine(b *Block, zone *time.Location) string {
	l := line{prefix: "- [ ] ", box: 3, title: spanText(b.From, b.To, zone) + " ", comment: "<!-- b:" + b.ID + " -->"}
	if b.Done {
		l.setStatus(Done)
	}
	if b.Locked {
		l.title += lockSign + " "
	}
	return l.String()
}

func (w *writer) notes(n *Node, indent string, loose bool) {
	if n.Notes == "" {
		return
	}
	w.add(notesKey+n.ID, notesText(n.Notes, indent), loose)
}

func notesText(notes, indent string) string {
	var lines []string
	for s := range strings.SplitSeq(notes, "\n") {
		lines = append(lines, strings.TrimRight(indent+"> "+s, " "))
	}
	return strings.Join(lines, "\n")
}

// String returns the line of an adaptation.
func (e Entry) String() string {
	s := "- [" + e.Time.UTC().Format(time.RFC3339) + "] " + e.Who
	if e.Code != "" {
		s += " (" + e.Code + ")"
	}
	s += ": " + e.What
	if e.Why != "" {
		s += " — " + e.Why
	}
	return s
}
