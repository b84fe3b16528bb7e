package contextpage

import (
	"regexp"
	"strings"

	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// A Page is a global context, line by line. The zero Page is empty.
type Page struct {
	lines []line
	front int    // how many lines are front matter, the fences included
	tail  int    // where code or a comment starts that is never closed; else len(lines)
	eol   string // how new lines end
}

type line struct {
	text     string // without its end
	end      string // "\n", "\r\n"; "" or "\r" for a last line without one
	category observerv1.Category
	heading  bool   // opens a section
	hidden   bool   // stands in code or in a comment
	bullet   string // the list mark of an item
	item     *Item  // nil if the line is no item
}

var sections = []struct {
	category observerv1.Category
	title    string
}{
	{observerv1.Category_CATEGORY_PREFERENCE, "Preferences"},
	{observerv1.Category_CATEGORY_PATTERN, "Patterns"},
	{observerv1.Category_CATEGORY_FACT, "Facts"},
	{observerv1.Category_CATEGORY_INSIGHT, "Insights"},
}

// heading matches a section heading, with the certainty of its lines if it
// names one: "## Patterns (likely)".
var heading = regexp.MustCompile(`^##[ \t]+(.*?)(?:[ \t]+\((certain|likely|tentative)\))?[ \t]*#*[ \t]*$`)

// anyHeading matches what ends a section.
var anyHeading = regexp.MustCompile(`^#{1,2}([ \t]|$)`)

// Parse reads a page. Any text is a page: what is not understood is kept.
func Parse(text string) *Page {
	p := &Page{eol: "\n"}
	for i, s := range strings.SplitAfter(text, "\n") {
		if s == "" {
			continue
		}
		var l line
		switch {
		case strings.HasSuffix(s, "\r\n"):
			l.text, l.end = s[:len(s)-2], "\r\n"
		case strings.HasSuffix(s, "\n"):
			l.text, l.end = s[:len(s)-1], "\n"
		case strings.HasSuffix(s, "\r"):
			l.text, l.end = s[:len(s)-1], "\r" // half of a line end
		default:
			l.text = s
		}
		if i == 0 && strings.HasSuffix(l.end, "\n") {
			p.eol = l.end
		}
		p.lines = append(p.lines, l)
	}
	p.front = frontMatter(p.lines)
	p.understand()
	return p
}

// understand finds the sections and items among the lines. Code and comments
// hold neither.
func (p *Page) understand() {
	var (
		category observerv1.Category
		def      observerv1.Certainty
		skip     blocks
	)
	for i := p.front; i < len(p.lines); i++ {
		l := &p.lines[i]
		open := skip.open()
		if l.hidden = skip.hides(l.text); l.hidden {
			l.category = category
			if !open {
				p.tail = i
			}
			continue
		}
		if anyHeading.MatchString(l.text) {
			category, def = sectionOf(l.text)
			l.heading = category != 0
		}
		l.category = category
		if category == 0 || l.heading {
			continue
		}
		if it, mark, ok := parseItem(l.text, category, def); ok {
			l.item, l.bullet = &it, mark
		}
	}
	if !skip.open() {
		p.tail = len(p.lines)
	}
}

func sectionOf(text string) (observerv1.Category, observerv1.Certainty) {
	m := heading.FindStringSubmatch(text)
	if m == nil {
		return 0, 0
	}
	for _, s := range sections {
		if strings.EqualFold(m[1], s.title) || strings.EqualFold(m[1]+"s", s.title) {
			if m[2] == "" {
				// Who writes a plain line into the page means it.
				return s.category, observerv1.Certainty_CERTAINTY_CERTAIN
			}
			return s.category, certaintyOf(m[2])
		}
	}
	return 0, 0
}

// String returns the page. A page that was not changed is what was parsed.
func (p *Page) String() string {
	var b strings.Builder
	for _, l := range p.lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.String()
}

// Items returns what the page says, in its order.
func (p *Page) Items() []Item {
	var items []Item
	for _, l := range p.lines {
		if l.item != nil {
			items = append(items, *l.item)
		}
	}
	return items
}

// Find returns the item with this key.
func (p *Page) Find(c observerv1.Category, key string) (Item, bool) {
	for _, l := range p.lines {
		if l.item != nil && l.category == c && sameKey(l.item.Key, key) {
			return *l.item, true
		}
	}
	return Item{}, false
}
