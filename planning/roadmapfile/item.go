package roadmapfile

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/outline"
)

var (
	listForm  = regexp.MustCompile(`^[-*+][ \t]+(.*)$`)
	entryForm = regexp.MustCompile(`^- \[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\] ([^():]+?)(?: \(([A-Za-z0-9_.:-]+)\))?: (.+)$`)
)

// takeItem takes an item of a list: a task, a block, or one of a section.
func (s *scanner) takeItem(i int, l line) bool {
	indent := l.indent()
	for len(s.items) > 0 && s.items[len(s.items)-1].indent >= indent {
		s.items = s.items[:len(s.items)-1]
	}
	within := openItem{indent: -1}
	if len(s.items) > 0 {
		within = s.items[len(s.items)-1]
	}
	var e *element
	switch {
	case l.kind == "n" && s.isFirst(i, &l):
		e = s.task(i, l, l.id)
	case l.kind == "b" && s.isFirst(i, &l):
		e = s.block(i, l, l.id)
	case l.kind != "" && (l.kind == "n" || l.kind == "b"): // a copy
	case s.section != "":
		if within.indent < 0 && s.inSection(i) {
			return true
		}
	case l.box > 0 && !s.own && len(s.headings) > 0 && (within.indent < 0 || within.element != nil):
		e = s.newItem(i, l)
	}
	s.items = append(s.items, openItem{indent, e})
	return e != nil
}

// newItem takes what a person added: a block or a sub-task below a task, or a
// task. An empty box is not written yet.
func (s *scanner) newItem(i int, l line) *element {
	if strings.TrimSpace(l.title) == "" {
		return nil
	}
	if _, _, n, _, _ := readSpan(l.title, s.zone); n == 0 {
		s.added++
		return s.task(i, l, fmt.Sprintf("+%d", s.added))
	}
	if s.holder(func(*Node) bool { return true }) == nil {
		return nil
	}
	s.added++
	return s.block(i, l, fmt.Sprintf("+%d", s.added))
}

// holder returns the item that another is a part of, nil for a heading.
func (s *scanner) holder(fits func(*Node) bool) *element {
	for k := len(s.items) - 1; k >= 0; k-- {
		if e := s.items[k].element; e != nil && e.node != nil && fits(e.node) {
			return e
		}
	}
	return nil
}

func (s *scanner) task(i int, l line, id string) *element {
	n := &Node{Node: outline.Node{ID: id}, Status: l.status()}
	unknown := n.readComment(l.words)
	if len(s.headings) == 0 {
		s.missingGoal()
	}
	parent := s.holder(func(p *Node) bool { return p.holdsTask(n.Level) })
	switch {
	case n.Level == outline.MicroGoal:
	case parent != nil:
		n.Level = outline.SubTask
	default:
		n.Level = outline.Task
	}
	n.Parent = s.headings[len(s.headings)-1].node.ID
	within := ""
	if parent != nil {
		n.Parent, within = parent.node.ID, parent.key
	}
	title, minutes, err := cutEstimate(l.title)
	n.Title, n.Estimate = unescapeTitle(title), minutes
	e := s.add(nodeKey+id, i, l)
	e.node, e.parent = n, within
	if err != nil {
		e.bad["estimate"] = true
		s.problem(e.at, "%v", err)
	}
	s.readNode(e, unknown)
	return e
}

func (s *scanner) block(i int, l line, id string) *element {
	of := s.holder(func(*Node) bool { return true })
	if of == nil {
		s.problem(i+1, "a block belongs to the task above it; indent it more than")
		return nil
	}
	from, to, n, weekday, err := readSpan(l.title, s.zone)
	e := s.add(blockKey+id, i, l)
	e.parent = of.key
	e.block = &Block{ID: id, Node: of.node.ID, From: from, To: to, Done: l.status() == Done}
	e.weekday = weekday
	rest := l.title[n:] + " " + l.mid + " " + l.tail
	e.block.Locked = strings.Contains(rest, lockSign)
	_, e.rest = (&line{tail: strings.ReplaceAll(strings.ReplaceAll(rest, lockSign+"\ufe0f", ""), lockSign, "")}).fields()
	if n == 0 {
		err = fmt.Errorf("%.60q can't be read as the time of a block; write it as 2027-01-17 09:00–10:30", strings.TrimSpace(l.title))
	}
	if err != nil {
		e.bad["time"] = true
		s.problem(e.at, "%v", err)
	}
	return e
}

// inSection takes an assumption or an adaptation.
func (s *scanner) inSection(i int) bool {
	text := bare(s.lines[i])
	if s.section == assumptionSection {
		m := listForm.FindStringSubmatch(text)
		if m == nil || oneLine(m[1]) == "" {
			return false
		}
		text := said(m[1])
		if s.byKey[assumptionKey+text] != nil { // again, which says nothing
			return false
		}
		s.add(assumptionKey+text, i, line{}).said = text
		return true
	}
	m := entryForm.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	at, err := time.Parse(time.RFC3339, m[1])
	if err != nil {
		return false
	}
	entry := Entry{Time: at.UTC(), Who: oneLine(m[2]), Code: m[3]}
	entry.What, entry.Why, _ = strings.Cut(m[4], " — ")
	entry = entry.form()
	if entry.What == "" {
		return false
	}
	s.add(numbered(s.counts, entryKey+entry.String()), i, line{}).log = &entry
	return true
}
