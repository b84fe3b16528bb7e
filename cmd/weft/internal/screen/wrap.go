package screen

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Columns returns how many columns a text takes, escape sequences not counted.
func Columns(text string) int { return uniseg.StringWidth(stripEscapes(text)) }

// Wrap breaks each line of a text at blanks so that it fits the style's width.
// The first line of each paragraph gets the prefix first, those that follow
// from breaking get rest. Lines that are indented or hold a list item keep
// their hanging indent; rows of a table stay whole. A style without a width
// changes nothing within a line.
func (s Style) Wrap(text, first, rest string) string {
	var out strings.Builder
	lead := first
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			out.WriteByte('\n')
			lead = rest
		}
		s.wrapLine(&out, line, lead, rest)
	}
	return out.String()
}

func (s Style) wrapLine(out *strings.Builder, line, lead, rest string) {
	if s.Width == 0 || strings.HasPrefix(line, "|") {
		out.WriteString(lead + line)
		return
	}
	line = strings.TrimRight(line, " \t")
	if line == "" {
		return
	}
	body := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(body)]
	out.WriteString(lead + indent)
	used := Columns(lead + indent)
	rest += indent + hanging(body)
	for i, word := range strings.Fields(body) {
		n := Columns(word)
		switch {
		case i == 0:
		case s.Width > 0 && used+1+n > s.Width && used > Columns(rest):
			out.WriteString("\n" + rest)
			used = Columns(rest)
		default:
			out.WriteByte(' ')
			used++
		}
		out.WriteString(word)
		used += n
	}
}

// hanging returns the blanks that align a list item's further lines.
func hanging(body string) string {
	marker, _, ok := strings.Cut(body, " ")
	if !ok {
		return ""
	}
	bullet := marker == "-" || marker == "*" || marker == "+"
	numbered := strings.TrimRight(marker, ".)") != marker &&
		strings.Trim(marker, "0123456789.)") == ""
	if bullet || numbered {
		return strings.Repeat(" ", len(marker)+1)
	}
	return ""
}

// stripEscapes removes the escape sequences that Style writes.
func stripEscapes(text string) string {
	if !strings.Contains(text, "\x1b[") {
		return text
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, "\x1b[")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		_, text, _ = strings.Cut(after, "m")
	}
}

// Clean takes control characters out of a text that someone else wrote, so
// that a note can't move the cursor or change colors. Line breaks and tabs stay.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0):
			return -1
		}
		return r
	}, text)
}
