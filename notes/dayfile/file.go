package dayfile

import (
	"strings"
	"time"
)

// byteOrderMark is what Windows editors write before a text.
const byteOrderMark = "\uFEFF"

// A File is what a Markdown file says of one day.
type File struct {
	Front    Front
	Sections []Section // in the order of the file
}

// Parse reads a day file of Weft's own folder, which people may have edited. A time of its
// front matter that tells its distance from UTC is one of the zone; nil leaves it as it is.
func Parse(content string, zone *time.Location) File {
	front, rest, line := cutFront(strings.TrimPrefix(content, byteOrderMark), zone)
	f := File{Front: front, Sections: sections(rest, line)}
	for i := range f.Sections {
		if s := &f.Sections[i]; !s.Timed {
			s.Clock = Noon
			if front.HasClock {
				s.Clock = front.Clock
			}
		}
	}
	return f
}

// An opening is where a section begins: at a time heading, or for the first one
// at the beginning of the file.
type opening struct {
	line        int // counted from 1
	begin, body int // byte offsets of the section and of what follows its heading
	heading     bool
	clock       Clock
	correction  bool
	converted   bool // the heading ends in CR LF
}

// sections splits what follows the front matter, which begins on the given line.
func sections(content string, line int) []Section {
	opens := openings(content, line)
	var out []Section
	for i, o := range opens {
		end, last := len(content), i == len(opens)-1
		if !last {
			end = opens[i+1].begin
		}
		if s, ok := o.section(content[o.body:end], last); ok {
			out = append(out, s)
		}
	}
	return out
}

func openings(content string, line int) []opening {
	opens := []opening{{line: line}}
	at := 0
	for text := range strings.Lines(content) {
		o := opening{line: line, begin: at, body: at + len(text), converted: strings.HasSuffix(text, "\r\n")}
		if o.clock, o.correction, o.heading = parseHeading(text); o.heading {
			opens = append(opens, o)
		}
		at += len(text)
		line++
	}
	return opens
}

// section makes the section of what stands between this opening and the next.
// It reports false if that is nothing.
func (o opening) section(raw string, last bool) (Section, bool) {
	if !o.heading {
		return proseSection(raw, o.line)
	}
	return Section{
		Clock: o.clock, Timed: true, Correction: o.correction, Text: body(raw, last, o.converted),
		FirstLine: o.line, LastLine: lastLine(o.line, raw),
	}, true
}

// proseSection makes the section of a text without a heading, which begins on the
// given line. It reports false if it says nothing.
func proseSection(raw string, line int) (Section, bool) {
	if !hasProse(raw) {
		return Section{}, false
	}
	s := Section{Text: trimBlankLines(raw), FirstLine: line + leadingBlankLines(raw)}
	s.LastLine = s.FirstLine + strings.Count(s.Text, "\n")
	return s, true
}

// lastLine returns the last line of a section whose heading is on the given line.
func lastLine(heading int, raw string) int {
	if full := strings.TrimRight(raw, " \t\r\n"); full != "" {
		return heading + 1 + strings.Count(full, "\n")
	}
	return heading
}

// NextFence returns the code fence that is open after a line, given the one before
// it: the run of backticks or tildes that opened it, or "".
func NextFence(open, line string) string {
	s := strings.TrimLeft(line, " ")
	if len(line)-len(s) > 3 || s == "" || s[0] != '`' && s[0] != '~' {
		return open
	}
	run := s[:len(s)-len(strings.TrimLeft(s, s[:1]))]
	switch {
	case len(run) < 3:
		return open
	case open == "":
		return run
	case run[0] == open[0] && len(run) >= len(open) && strings.TrimSpace(s[len(run):]) == "":
		return ""
	}
	return open
}

// hasProse reports whether a text says anything besides headings and rules.
func hasProse(s string) bool {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line != "" && !isHeading(line) && strings.Trim(line, "-*_ ") != "" {
			return true
		}
	}
	return false
}

// isHeading reports whether a line is a Markdown heading of any level.
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	level := len(line) - len(rest)
	return level >= 1 && level <= 6 && (strings.TrimSpace(rest) == "" || rest[0] == ' ' || rest[0] == '\t')
}

// trimBlankLines takes away blank lines at both ends, and the last line end.
func trimBlankLines(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

func leadingBlankLines(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			break
		}
		n++
	}
	return n
}
