package contextpage

import "strings"

// blocks tells the lines of fenced code and of HTML comments from the others.
type blocks struct {
	fence   string // what opened the code we are in
	comment bool
}

// open reports whether the next line is within a block.
func (b *blocks) open() bool { return b.comment || b.fence != "" }

// hides reads the next line and reports whether it belongs to a block.
func (b *blocks) hides(text string) bool {
	trimmed := strings.TrimSpace(text)
	switch {
	case b.comment:
		b.comment = !strings.Contains(trimmed, "-->")
		return true
	case b.fence != "":
		if strings.HasPrefix(trimmed, b.fence) && strings.Trim(trimmed, b.fence[:1]) == "" {
			b.fence = ""
		}
		return true
	case strings.HasPrefix(trimmed, "<!--"):
		b.comment = !strings.Contains(trimmed[len("<!--"):], "-->")
		return true
	}
	b.fence = fence(trimmed)
	return b.fence != ""
}

// fence returns the marks that open code, "" if none do.
func fence(text string) string {
	for _, mark := range []string{"`", "~"} {
		if n := len(text) - len(strings.TrimLeft(text, mark)); n >= 3 && (mark == "~" || !strings.Contains(text[n:], "`")) {
			return text[:n]
		}
	}
	return ""
}
