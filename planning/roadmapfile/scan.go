package roadmapfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
)

// Problem is what a person wrote that makes no sense. It changes nothing.
type Problem struct {
	Line int    // counted from 1; 0: it is the file as a whole
	Text string // what is wrong, and what to do
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.Text
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Text)
}

// An element is what stands in a file for one thing of a document, with what a
// person wrote behind it.
type element struct {
	key    string
	at     int    // its line, from 1
	text   string // its bytes
	free   string // what stands behind it, up to the next element
	parent string // the key of the item that it is within, "" below a heading
	line   line   // of a heading or an item
	node   *Node
	block  *Block
	log    *Entry
	said   string // an assumption
	rest   string // what a person wrote into the line beside all that is known
	// weekday is the one in front of a block's day.
	weekday string
	bad     map[string]bool // what makes no sense of it
	// outdated says that a time that makes no sense was told when the file was written last.
	outdated bool
}

// A file is a text, cut into front matter, elements and what is free.
type file struct {
	lines    []string
	eol      string
	front    front
	bad      map[string]bool // fields of the front matter
	deadline civil.Date
	zone     *time.Location
	head     string // what stands before the first element
	elements []*element
	problems []Problem
	doc      Document
	byKey    map[string]*element
	gone     *element // the goal, if there is no heading of it
	copied   map[string]bool
}

func (f *file) problem(line int, format string, args ...any) {
	f.problems = append(f.problems, Problem{line, fmt.Sprintf(format, args...)})
}

// hints are what is known of a file from elsewhere.
type hints struct {
	zone *time.Location  // nil: that of the front matter
	ids  map[string]bool // the keys that there are; nil: all
	// lines are those that Weft wrote or writes with a key, the better ones last:
	// of two, the one that is still the same is no copy.
	lines map[string][]string
}

// scan cuts a text. Its error is one for which nothing of the text can be taken
// up.
func scan(data []byte, h hints) (*file, error) {
	lines, eol, err := split(data)
	if err != nil {
		return nil, err
	}
	f := &file{lines: lines, eol: eol, bad: map[string]bool{}, byKey: map[string]*element{}, copied: map[string]bool{}}
	if f.front, err = readFront(lines); err != nil {
		return nil, err
	}
	skip, err := apart(lines[len(f.front.lines):])
	if err != nil {
		return nil, moved(err, len(f.front.lines))
	}
	skip = append(make([]bool, len(f.front.lines)), skip...)
	f.readFields()
	if h.zone != nil {
		f.zone = h.zone
	}
	s := &scanner{file: f, hints: h, skip: skip, counts: map[string]int{}}
	s.findCopies()
	for i := len(f.front.lines); i < len(lines); i++ {
		if skip[i] || !s.take(i) {
			s.free(lines[i])
		}
	}
	if len(s.headings) == 0 {
		s.missingGoal()
	}
	if f.gone != nil {
		f.problem(0, "the heading of the goal is missing; write it first, as # Title")
	}
	f.build()
	return f, nil
}

// A lineError is one of a line.
type lineError struct {
	line int
	text string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

func moved(err error, by int) error {
	if at, ok := err.(*lineError); ok { //nolint:errorlint // it is made a few lines above, and never wrapped
		at.line += by
	}
	return err
}

// A scanner goes over the lines of a file.
type scanner struct {
	*file
	hints    hints
	skip     []bool
	first    map[string]int // the line that counts for each key
	counts   map[string]int
	added    int
	section  string     // the one of Weft's, "" in the tree
	own      bool       // below a heading of the person's
	headings []*element // those that are open, the goal first
	items    []openItem
	last     *element
}

// An openItem is one that others may be within.
type openItem struct {
	indent int
	*element
}

func (s *scanner) free(text string) {
	if s.last == nil {
		s.head += text
		return
	}
	s.last.free += text
}

// findCopies decides which of the lines with the same id counts.
func (s *scanner) findCopies() {
	s.first = map[string]int{}
	lines := s.hints.lines
	for i, text := range s.lines {
		l, ok := line{}, false
		if !s.skip[i] && i >= len(s.front.lines) && strings.Contains(text, "<!--") {
			l, ok = cutLine(text)
		}
		if !ok || l.kind != "n" && l.kind != "b" {
			continue
		}
		key := l.kind + ":" + l.id
		before, twice := s.first[key]
		if rank := func(s string) int { return slices.Index(lines[key], bare(s)) }; !twice || rank(text) > rank(s.lines[before]) {
			s.first[key] = i
		}
	}
}

func bare(s string) string { return strings.TrimRight(s, "\r\n") }

// isFirst says whether the line of an id is the one that counts.
func (s *scanner) isFirst(i int, l *line) bool {
	key := l.kind + ":" + l.id
	switch first := s.first[key]; {
	case s.hints.ids != nil && !s.hints.ids[key]:
		s.problem(i+1, "the roadmap has no %s; remove the comment, and the line counts as new", key)
	case l.kind == "n" && headingWord(l.words) != (l.depth() > 0):
		s.problem(i+1, "a heading can't become a task, nor a task a heading; restore the line of %s", l.id)
	case first != i:
		s.copied[key] = true
		s.problem(i+1, "the id %s is also in line %d; remove the comment from the copy", l.id, first+1)
	default:
		return true
	}
	return false
}

// headingWord says that the comment is of a heading.
func headingWord(words string) bool {
	for w := range strings.FieldsSeq(words) {
		if d := outline.Level(w).Depth(); d > 0 {
			return d < outline.Task.Depth()
		}
	}
	return false
}

// take takes a line up as an element, if it is one.
func (s *scanner) take(i int) bool {
	if s.takeQuote(i) {
		return true
	}
	l, ok := cutLine(s.lines[i])
	if !ok {
		return false
	}
	if l.depth() > 0 {
		return s.takeHeading(i, l)
	}
	return s.takeItem(i, l)
}

func (s *scanner) add(key string, i int, l line) *element {
	e := &element{key: key, at: i + 1, text: s.lines[i], line: l, bad: map[string]bool{}}
	s.elements, s.last = append(s.elements, e), e
	s.byKey[key] = e
	return e
}

var quoteForm = regexp.MustCompile(`^([ \t]*)> ?(.*)$`)

// takeQuote takes the notes below a node.
func (s *scanner) takeQuote(i int) bool {
	m := quoteForm.FindStringSubmatch(bare(s.lines[i]))
	if m == nil || s.last == nil || s.last.node == nil {
		return false
	}
	quoted := line{prefix: m[1]}
	switch n := s.last; {
	case strings.HasPrefix(n.key, notesKey):
		if n.free != "" {
			return false
		}
		n.text += s.lines[i]
		n.said += "\n" + m[2]
		n.node.Notes = formNotes(n.said)
	case n.line.depth() > 0 && oneBlank(n.free) && quoted.indent() < 4,
		n.line.depth() == 0 && n.free == "" && quoted.indent() > n.line.indent():
		e := s.add(notesKey+n.node.ID, i, quoted)
		e.node, e.said = n.node, m[2]
		e.node.Notes = formNotes(e.said)
	default:
		return false
	}
	return true
}

var sectionTitles = map[string]string{"assumptions": assumptionSection, "adaptations": logSection}

func (s *scanner) takeHeading(i int, l line) bool {
	id := l.id
	if l.kind == "" {
		if len(s.headings) == 0 && l.depth() == 1 {
			return s.part(i, l, &Node{Node: outline.Node{ID: "+goal", Level: outline.Goal}})
		}
		if id = sectionTitles[strings.ToLower(strings.TrimSpace(l.title))]; id != "" && s.byKey[sectionKey+id] == nil {
			l.kind = "weft"
		}
	}
	s.items = nil
	switch l.kind {
	case "weft":
		if (id == assumptionSection || id == logSection) && s.byKey[sectionKey+id] == nil {
			s.section = id
			s.add(sectionKey+id, i, l)
			return true
		}
	case "more":
		e := s.byKey[nodeKey+id]
		if e == nil && len(s.headings) > 0 && IsNew(s.headings[0].node.ID) { // the goal has lost its id
			e = s.headings[0]
		}
		if e != nil && e.node != nil && e.line.depth() > 0 {
			s.up(e)
			s.section, s.own = "", false
			s.add(numbered(s.counts, moreKey+e.node.ID), i, l)
			return true
		}
	case "n":
		if s.isFirst(i, &l) {
			return s.part(i, l, &Node{Node: outline.Node{ID: id}})
		}
	}
	s.own, s.section = true, ""
	return false
}

// up makes a heading the one that is open.
func (s *scanner) up(e *element) {
	for k, h := range s.headings {
		if h == e {
			s.headings = s.headings[:k+1]
			return
		}
	}
	s.headings = append(s.headings[:min(1, len(s.headings))], e)
}

// part takes the heading of the goal, or of a part of it.
func (s *scanner) part(i int, l line, n *Node) bool {
	unknown := n.readComment(l.words)
	n.Title = unescapeTitle(l.title)
	for len(s.headings) > 1 && s.headings[len(s.headings)-1].line.depth() >= l.depth() {
		s.headings = s.headings[:len(s.headings)-1]
	}
	if n.Level == "" || n.Level.Depth() >= outline.Task.Depth() {
		n.Level = outline.Phase
	}
	if n.Level == outline.Goal && s.gone != nil {
		s.foundGoal(n)
		n = s.gone.node
		s.gone, s.headings = nil, nil
	}
	if (n.Level == outline.Goal) != (len(s.headings) == 0) {
		if n.Level == outline.Goal {
			s.problem(i+1, "there is already a goal; this heading is read as text")
			s.own, s.section = true, ""
			return false
		}
		s.missingGoal()
	}
	if n.Level != outline.Goal {
		k := len(s.headings) - 1
		for k > 0 && !n.Level.Below(s.headings[k].node.Level) {
			k--
		}
		s.headings = s.headings[:k+1]
		n.Parent = s.headings[k].node.ID
	}
	e := s.add(nodeKey+n.ID, i, l)
	e.node = n
	s.headings, s.items = append(s.headings, e), nil
	s.section, s.own = "", false
	s.readNode(e, unknown)
	return true
}

// foundGoal makes the goal that was missing one whose heading comes later.
func (s *scanner) foundGoal(n *Node) {
	delete(s.byKey, s.gone.key)
	*s.gone.node = *n
	for _, e := range s.elements {
		if e.node != nil && e.node.Parent == "+goal" {
			e.node.Parent = n.ID
		}
	}
}

// missingGoal makes a goal of which there is no heading so far.
func (s *scanner) missingGoal() {
	e := &element{key: nodeKey + "+goal", line: line{prefix: "# "}, node: &Node{Node: outline.Node{ID: "+goal", Level: outline.Goal}}, bad: map[string]bool{}}
	s.byKey[e.key], s.gone = e, e
	s.headings = []*element{e}
}

// readNode reads what the line of a node says beside its title.
func (s *scanner) readNode(e *element, unknown string) {
	n := e.node
	if n.Title == "" {
		e.bad["title"] = true
		s.problem(e.at, "the title is gone; write one before the comment")
	}
	if unknown != "" {
		e.bad["comment"] = true
		s.problem(e.at, "%.60q in the comment is unknown; leave what follows the id to Weft", unknown)
	}
	found, rest := e.line.fields()
	e.rest = rest
	seen := map[string]bool{}
	for _, f := range found {
		switch {
		case f.err != nil:
			e.bad[f.sign] = true
			s.problem(e.at, "%s %v", f.sign, f.err)
		case seen[f.sign]:
		case f.sign == startSign:
			n.NotBefore = f.day
		case f.sign == dueSign:
			n.Due = f.day
		case f.sign == deadlineSign:
			n.Deadline = f.day
		case f.sign == doneSign && n.Status == Done, f.sign == droppedSign && n.Status == Dropped:
			n.On = f.day
		}
		seen[f.sign] = true
	}
	if n.Level == outline.Goal {
		n.NotBefore, n.Due, n.Deadline = 0, 0, s.deadline
	}
}
