package roadmapfile

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// rewrite returns the text of an element in which is another what differs
// between the two pieces, and nothing else. A comment that a person removed
// comes back with the next version.
func (w *weaver) rewrite(e *element, was, is piece) string {
	label := w.labels(e)
	if was.text == is.text && !label {
		return e.text
	}
	if strings.ReplaceAll(e.text, "\r\n", "\n") == was.text { // nobody touched it
		return strings.ReplaceAll(is.text, "\n", w.t.eol)
	}
	if e.isNotes() {
		return w.rewriteNotes(e, was, is)
	}
	a, _ := cutLine(was.text)
	b, ok := cutLine(is.text)
	l := e.line
	if !ok || l.prefix == "" {
		return e.text
	}
	l.setPlace(&a, &b)
	if a.status() != b.status() {
		l.setStatus(b.status())
	}
	if e.block != nil {
		w.rewriteSpan(&l, &a, &b, e.outdated)
	} else if a.title != b.title {
		l.setTitle(strings.TrimRight(b.title, " "))
	}
	if label || a.comment != b.comment && l.comment != "" {
		l.setComment(b.comment)
	}
	l.setFields(&a, &b)
	return l.String()
}

// labels says that an element gets the comment that it has not.
func (w *weaver) labels(e *element) bool {
	known := e.node != nil && !e.isNotes() && !IsNew(e.node.ID) || e.block != nil && !IsNew(e.block.ID)
	return known && e.line.comment == "" && (!w.labelled[e.key] || w.m.Version != w.t.doc.Version)
}

// setFields changes the days that differ between two lines.
func (l *line) setFields(was, is *line) {
	days := map[string]civil.Date{}
	fields, _ := is.fields()
	for _, f := range fields {
		days[f.sign] = f.day
	}
	fields, _ = was.fields()
	for _, f := range fields {
		switch days[f.sign] {
		case f.day:
			delete(days, f.sign)
		case 0:
			l.setField(f.sign, 0)
		}
	}
	for _, sign := range signOrder {
		if day := days[sign]; day != 0 {
			l.setField(sign, day)
		}
	}
}

// setPlace changes the indent of an item, or the depth of a heading.
func (l *line) setPlace(was, is *line) {
	if l.depth() > 0 {
		if was.depth() != is.depth() {
			rest := strings.TrimLeft(strings.TrimLeft(l.prefix, " "), "#")
			l.prefix = strings.Repeat("#", is.depth()) + rest
		}
		return
	}
	if was.indent() != is.indent() {
		l.setIndent(is.indent())
	}
}

// setIndent gives an item an indent of blanks.
func (l *line) setIndent(to int) {
	rest := strings.TrimLeft(l.prefix, " \t")
	cut := len(l.prefix) - len(rest)
	l.prefix = strings.Repeat(" ", to) + rest
	if l.box > 0 {
		l.box += to - cut
	}
}

func (w *weaver) rewriteNotes(e *element, was, is piece) string {
	indent := e.line.prefix
	if a, b := lead(was.text), lead(is.text); a != b {
		indent = b
	}
	lines := strings.Split(strings.TrimSuffix(is.text, "\n"), "\n")
	for i, s := range lines {
		lines[i] = indent + strings.TrimLeft(s, " ") + w.t.eol
	}
	return strings.Join(lines, "")
}

func lead(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

// rewriteSpan changes the time of a block and its lock. Whatever else stands in
// the line stays; what stands there in place of a time does not if it is outdated.
func (w *weaver) rewriteSpan(l, was, is *line, outdated bool) {
	text := func(s string) string { return strings.TrimSpace(strings.Replace(s, lockSign, "", 1)) }
	_, _, n, _, _ := readSpan(l.title, w.wasZ)
	if text(was.title) != text(is.title) {
		rest := l.title[n:]
		switch {
		case n == 0 && outdated:
			rest = " "
		case n == 0:
			rest = " " + rest
		}
		l.title = text(is.title) + rest
		n = len(text(is.title))
	}
	a, b := strings.Contains(was.title, lockSign), strings.Contains(is.title, lockSign)
	switch {
	case b && !a:
		l.title = l.title[:n] + " " + lockSign + l.title[n:]
	case a && !b:
		for _, part := range []*string{&l.title, &l.mid, &l.tail} {
			*part = strings.ReplaceAll(strings.ReplaceAll(*part, " "+lockSign+"\ufe0f", ""), " "+lockSign, "")
			*part = strings.ReplaceAll(strings.ReplaceAll(*part, lockSign+"\ufe0f", ""), lockSign, "")
		}
	}
}

// check refuses a text in which what was put there would not be found again, and
// so would be put there again and again.
func (w *weaver) check(text []byte, zone *time.Location) error {
	var f *file
	for x := w.head.next; x != nil; x = x.next {
		if !x.fresh || !strings.HasPrefix(x.key, nodeKey) && !strings.HasPrefix(x.key, blockKey) {
			continue
		}
		if f == nil {
			var err error
			if f, err = scan(text, hints{zone: zone}); err != nil {
				return fmt.Errorf("the roadmap can't be written into the file: %w", err)
			}
		}
		if f.byKey[x.key] == nil {
			return fmt.Errorf("%q can't be put where it belongs in the file; move the text you wrote in between", short(x.text))
		}
	}
	return nil
}
