package screen

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Columns returns how many columns a text takes, the style's own escape
// sequences not counted.
func (s Style) Columns(text string) int { return uniseg.StringWidth(s.Seal.strip(text)) }

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
	used := s.Columns(lead + indent)
	rest += indent + hanging(body)
	for i, word := range strings.Fields(body) {
		n := s.Columns(word)
		switch {
		case i == 0:
		case s.Width > 0 && used+1+n > s.Width && used > s.Columns(rest):
			out.WriteString("\n" + rest)
			used = s.Columns(rest)
		default:
			out.WriteByte(' ')
			used++
		}
		out.WriteString(word)
		used += n
	}
}

// hanging returns what aligns the further lines of a list item or a block quote.
func hanging(body string) string {
	marker, _, ok := strings.Cut(body, " ")
	if !ok {
		return ""
	}
	if marker == ">" {
		return "> "
	}
	bullet := marker == "-" || marker == "*" || marker == "+"
	numbered := strings.TrimRight(marker, ".)") != marker &&
		strings.Trim(marker, "0123456789.)") == ""
	if bullet || numbered {
		return strings.Repeat(" ", len(marker)+1)
	}
	return ""
}
