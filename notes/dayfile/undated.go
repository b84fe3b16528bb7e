package dayfile

import (
	"fmt"
	"slices"
	"strings"
)

// UndatedText returns what a file says that no day is known of, as a text of its
// own: the whole content if that is all, else the undated notes under their
// headings, with the front matter, or if that is of a day with its title and tags. It
// is empty if there is none.
func UndatedText(p Page, content string) string {
	dated := func(n Note) bool { return n.Dated != Undated }
	switch {
	case !slices.ContainsFunc(p.Notes, func(n Note) bool { return !dated(n) }):
		return ""
	case !slices.ContainsFunc(p.Notes, dated):
		return content
	}
	var b strings.Builder
	if p.Notes[0].Front && !dated(p.Notes[0]) {
		_, rest, _ := cutFront(strings.TrimPrefix(content, byteOrderMark), nil)
		b.WriteString(strings.TrimSuffix(content, rest)) // it tells no day
	} else if p.Front.Title != "" || len(p.Front.Tags) > 0 {
		b.WriteString("---\n")
		if p.Front.Title != "" {
			fmt.Fprintf(&b, "title: %q\n", p.Front.Title)
		}
		if len(p.Front.Tags) > 0 {
			b.WriteString("tags:\n")
		}
		for _, tag := range p.Front.Tags {
			fmt.Fprintf(&b, "  - %q\n", tag)
		}
		b.WriteString("---\n")
	}
	var above []string
	for _, n := range p.Notes {
		if dated(n) || n.Front {
			continue
		}
		own := n.Headings[min(1, len(n.Headings)):] // the first is the title of the file
		for i, h := range own {
			if !slices.Equal(own[:i+1], above[:min(i+1, len(above))]) {
				b.WriteString(strings.Repeat("#", min(i+1, 6)) + " " + h + "\n\n")
			}
		}
		above = own
		b.WriteString(n.Text + "\n\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
