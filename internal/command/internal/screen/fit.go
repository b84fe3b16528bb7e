package screen

import (
	"strings"
)

// Fit breaks lines that are wider than the style at blanks, so that the terminal breaks no
// word. Lines that fit stay as they are. What follows a break is aligned with the last
// column of a list, or else indented.
func (s Style) Fit(text string) string {
	if s.Width == 0 {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		body, end := strings.TrimSuffix(line, "\n"), ""
		if body != line {
			end = "\n"
		}
		if s.Columns(body) > s.Width && !strings.HasPrefix(body, "|") {
			body = s.fitLine(body)
		}
		out.WriteString(body + end)
	}
	return out.String()
}

// commandIndent is how far a command of a line of its own is indented.
const commandIndent = 4

// fitLine breaks a line. A command at its end that fits into a row gets one, to be copied.
func (s Style) fitLine(line string) string {
	i := strings.LastIndex(line, "weft ")
	if i > 1 && line[i-1] == ' ' && strings.ContainsRune(" :", rune(line[i-2])) && s.Columns(line[i:])+commandIndent <= s.Width {
		before := strings.TrimRight(line[:i], " ")
		if s.Columns(before) > s.Width {
			before = s.fitLine(before)
		}
		return before + "\n" + strings.Repeat(" ", commandIndent) + line[i:]
	}
	hang := strings.Repeat(" ", s.hangingColumn(line))
	var out strings.Builder
	used := 0
	for rest := line; rest != ""; {
		word := strings.TrimLeft(rest, " ")
		gap := rest[:len(rest)-len(word)]
		if i := strings.IndexByte(word, ' '); i >= 0 {
			word = word[:i]
		}
		rest = rest[len(gap)+len(word):]
		width := s.Columns(word)
		if used+len(gap)+width > s.Width && used > len(hang) && word != "" {
			out.WriteString("\n" + hang + word)
			used = len(hang) + width
			continue
		}
		out.WriteString(gap + word)
		used += len(gap) + width
	}
	return strings.TrimRight(out.String(), " ")
}

// hangingColumn is where the last column of a line begins that leaves half of the width
// for it, two more than its indent if it has no columns.
func (s Style) hangingColumn(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	at, used := indent+2, indent
	rest := line[indent:]
	for {
		i := strings.Index(rest, "  ")
		if i < 0 {
			break
		}
		gap := len(rest[i:]) - len(strings.TrimLeft(rest[i:], " "))
		if used += s.Columns(rest[:i]) + gap; used > s.Width/2 {
			break
		}
		at, rest = used, rest[i+gap:]
	}
	return min(at, s.Width/2)
}
