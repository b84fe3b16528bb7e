package dayfile

import "strings"

// byteOrderMark is what Windows editors write before a text.
const byteOrderMark = "\uFEFF"

// A File is what a Markdown file says of one day.
type File struct {
	Front    Front
	Sections []Section // in the order of the file
}

// Parse reads a day file of Weft's own folder, which people may have edited.
func Parse(content string) File {
	return parse(content, false)
}

// ParseDaily reads a daily note of any other origin.
func ParseDaily(content string) File {
	return parse(content, true)
}

func parse(content string, foreign bool) File {
	content = strings.TrimPrefix(content, byteOrderMark)
	front, rest, line := cutFront(content)
	f := File{Front: front}
	f.Sections = sections(rest, line, foreign)
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
	title       string
	correction  bool
	converted   bool // the heading ends in CR LF
}

// sections splits what follows the front matter, which begins on the given line.
func sections(content string, line int, foreign bool) []Section {
	opens := openings(content, line, foreign)
	var out []Section
	for i, o := range opens {
		end, last := len(content), i == len(opens)-1
		if !last {
			end = opens[i+1].begin
		}
		if s, ok := o.section(content[o.body:end], last, foreign); ok {
			out = append(out, s)
		}
	}
	return out
}

func openings(content string, line int, foreign bool) []opening {
	opens := []opening{{line: line}}
	at, fence := 0, ""
	for text := range strings.Lines(content) {
		o := opening{line: line, begin: at, body: at + len(text), converted: strings.HasSuffix(text, "\r\n")}
		if foreign {
			if fence == "" {
				o.clock, o.title, o.correction, o.heading = parseDailyHeading(text)
			}
			fence = nextFence(fence, text)
		} else {
			o.clock, o.correction, o.heading = parseHeading(text)
		}
		if o.heading {
			opens = append(opens, o)
		}
		at += len(text)
		line++
	}
	return opens
}

// section makes the section of what stands between this opening and the next.
// It reports false if that is nothing.
func (o opening) section(raw string, last, foreign bool) (Section, bool) {
	s := Section{Clock: o.clock, Timed: o.heading, Correction: o.correction, FirstLine: o.line}
	switch {
	case !o.heading:
		if !hasProse(raw) {
			return Section{}, false
		}
		s.Text = trimBlankLines(raw)
		s.FirstLine += leadingBlankLines(raw)
		s.LastLine = s.FirstLine + strings.Count(s.Text, "\n")
		return s, true
	case foreign:
		s.Text = trimBlankLines(o.title + "\n" + raw)
	default:
		s.Text = body(raw, last, o.converted)
	}
	s.LastLine = o.line
	if full := strings.TrimRight(raw, " \t\r\n"); full != "" {
		s.LastLine += 1 + strings.Count(full, "\n")
	}
	return s, !foreign || s.Text != ""
}

// nextFence returns the code fence that is open after a line: the run of
// backticks or tildes that opened it, or "".
func nextFence(open, line string) string {
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
