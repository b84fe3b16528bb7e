package dayfile

import "strings"

// A Section is one note of a file.
type Section struct {
	Clock      Clock
	Timed      bool // the note tells its time; otherwise Clock is Noon
	Correction bool
	Text       string
	// FirstLine and LastLine are where the note lies, counted from 1, its
	// heading included and blank lines at its end not.
	FirstLine, LastLine int
}

// Append returns content with a section added at its end. What is there already
// stays as it is, byte for byte, and is read as before.
func Append(content string, c Clock, correction bool, text string) string {
	var b strings.Builder
	b.Grow(len(content) + len(text) + 32)
	b.WriteString(content)
	if content != "" {
		if !strings.HasSuffix(content, "\n") {
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	b.WriteString(formatHeading(c, correction))
	b.WriteString(formatText(text, true))
	return b.String()
}

// formatText returns what follows the heading of a section. last says that the
// section ends the file.
func formatText(text string, last bool) string {
	s := escape(text) + "\n"
	if beginsBlank(text) {
		s = "\n" + s
	}
	if !last {
		s += "\n"
	}
	return s
}

// escape puts a backslash before every line that would be read as a heading,
// and before those that already have backslashes there.
func escape(text string) string {
	return eachLine(text, func(line string) string {
		if _, _, ok := parseHeading(strings.TrimLeft(line, `\`)); ok {
			return `\` + line
		}
		return line
	})
}

// unescape undoes escape.
func unescape(text string) string {
	return eachLine(text, func(line string) string {
		bare := strings.TrimLeft(line, `\`)
		if _, _, ok := parseHeading(bare); ok && len(bare) < len(line) {
			return line[1:]
		}
		return line
	})
}

func eachLine(text string, change func(string) string) string {
	if !strings.Contains(text, "## ") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(change(line))
	}
	return b.String()
}

// body takes away the line ends around a section's text and the escapes in it.
// last says that the section ends the file, converted that its heading ends in
// CR LF.
func body(s string, last, converted bool) string {
	if converted {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		if last {
			s = strings.TrimSuffix(s, "\r") // half of a line end that an appended section completes
		}
	}
	trimmed := strings.TrimSuffix(s, "\n")
	if !last {
		trimmed = strings.TrimSuffix(trimmed, "\n")
	}
	if beginsBlank(trimmed) {
		trimmed = trimmed[strings.IndexByte(trimmed, '\n')+1:]
	}
	return unescape(trimmed)
}

func beginsBlank(s string) bool {
	return strings.HasPrefix(s, "\n") || strings.HasPrefix(s, "\r\n")
}
