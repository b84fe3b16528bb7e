package contextpage

import (
	"slices"
	"strings"

	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// Put adds an item, or puts it in the place of the line with its key. It
// reports whether the page changed.
//
// A line that already says so stays as it is, unless the item is surer. What is
// certain gives way only to what is certain.
func (p *Page) Put(it Item) bool {
	it = it.Clean()
	if it.Key == "" || it.Value == "" || p.title(it.Category) == "" {
		return false
	}
	at := p.index(it.Category, it.Key)
	if at < 0 {
		p.add(it)
		return true
	}
	old := p.lines[at].item
	if old.Value == it.Value && old.Certainty >= it.Certainty ||
		old.Certainty == observerv1.Certainty_CERTAINTY_CERTAIN && it.Certainty < old.Certainty {
		return false
	}
	// The line keeps the mark and the spelling of its key that a person gave it.
	it.Key = old.Key
	p.lines[at].item = &it
	p.lines[at].text = it.line(p.lines[at].bullet)
	// A person may have copied the line; a page must not say two things.
	for i := len(p.lines) - 1; i > at; i-- {
		l := p.lines[i]
		if l.item != nil && l.category == it.Category && sameKey(l.item.Key, it.Key) && !p.continued(i) {
			p.lines = slices.Delete(p.lines, i, i+1)
			p.tail--
		}
	}
	return true
}

func (p *Page) title(c observerv1.Category) string {
	for _, s := range sections {
		if s.category == c {
			return s.title
		}
	}
	return ""
}

func (p *Page) index(c observerv1.Category, key string) int {
	return slices.IndexFunc(p.lines, func(l line) bool {
		return l.item != nil && l.category == c && sameKey(l.item.Key, key)
	})
}

// add writes a new item behind the last of its section, and opens the section
// if there is none.
func (p *Page) add(it Item) {
	at := -1
	for i, l := range p.lines {
		if l.category == it.Category && (l.heading || l.item != nil) {
			at = i
		}
	}
	if at < 0 {
		at = p.open(it.Category)
	}
	afterHeading := p.lines[at].heading
	for p.continued(at) || at+1 < len(p.lines) && p.lines[at+1].hidden {
		at++
	}
	at = min(at, p.tail-1)
	added := []line{{text: it.String(), end: p.eol, category: it.Category, bullet: "- ", item: &it}}
	if afterHeading {
		blank := line{end: p.eol, category: it.Category}
		added = slices.Insert(added, 0, blank)
		if next := at + 1; next < len(p.lines) {
			if strings.TrimSpace(p.lines[next].text) != "" {
				added = append(added, blank)
			}
		}
	}
	p.insert(at+1, added...)
}

// continued reports whether the line after i belongs to line i.
func (p *Page) continued(i int) bool {
	if i+1 >= len(p.lines) || p.lines[i].heading {
		return false
	}
	next := p.lines[i+1].text
	return strings.TrimSpace(next) != "" && (next[0] == ' ' || next[0] == '\t')
}

// open adds a section at its place among the known ones and returns the index
// of its heading.
func (p *Page) open(c observerv1.Category) int {
	if len(p.lines) == p.front {
		p.insert(p.front, line{end: p.eol}, line{text: "# Global Context", end: p.eol})
	}
	at, last := p.tail, false
	for i, l := range p.lines[:p.tail] {
		if l.heading && l.category > c {
			at = i
			break
		}
		if l.heading {
			at, last = p.tail, true
		} else if last && l.category == 0 {
			// The first line of a section that a person added.
			at, last = i, false
		}
	}
	blank := line{end: p.eol}
	added := []line{{text: "## " + p.title(c), end: p.eol, category: c, heading: true}}
	if at < len(p.lines) {
		added = append(added, blank)
	}
	if at > 0 && strings.TrimSpace(p.lines[at-1].text) != "" {
		added = slices.Insert(added, 0, blank)
	}
	p.insert(at, added...)
	return slices.IndexFunc(p.lines, func(l line) bool { return l.heading && l.category == c })
}

// insert puts lines at an index; the line before them gets an end if it had
// none.
func (p *Page) insert(at int, added ...line) {
	if at > 0 {
		switch last := &p.lines[at-1]; last.end {
		case "":
			last.end = p.eol
		case "\r":
			last.end = "\r\n"
		}
	}
	p.lines = slices.Insert(p.lines, at, added...)
	p.tail += len(added)
}
