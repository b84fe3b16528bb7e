package planfile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/document"
)

const (
	// Most is how many bytes a plan's file may have.
	Most      = 1 << 20
	frontMost = 64 << 10
)

// The sections of a plan, by the titles that are read.
const (
	objective = "objective"
	context   = "context"
	roadmap   = "roadmap"
	risks     = "risks"
	log       = "log"
)

var titles = map[string]string{
	"objective": objective, "context": context, "roadmap": roadmap, "steps": roadmap, "risks": risks,
	"log": log, "reasoning logs": log,
}

// byteOrderMark is what some editors begin a file with. It is no text, and stays.
const byteOrderMark = "\uFEFF"

// A File is a plan's file, line by line.
type File struct {
	mark  string   // the byte order mark that it begins with, or ""
	lines []string // with their line ends
	eol   string
	front map[string]any
	// frontEnd is the line of the second "---", 0 if there is no front matter.
	frontEnd int
	// sections are the lines of each: from the one behind its heading up to the next
	// heading of its level or above.
	sections map[string]span
}

// Parse reads a file. Its error tells what is wrong, and in which line.
func Parse(data []byte) (*File, error) {
	if len(data) > Most {
		return nil, fmt.Errorf("the file has %d bytes; a plan may have %d", len(data), Most)
	}
	if isUTF16(data) { // which may be UTF-8 as well, with a zero byte before or behind each letter
		return nil, errors.New("the file is UTF-16; save it as UTF-8")
	}
	if !utf8.Valid(data) { // what is read of it goes into messages, which have nothing else
		return nil, fmt.Errorf("line %d: it is not UTF-8", notUTF8(data))
	}
	f := &File{eol: "\n"}
	text := string(data)
	if rest, marked := strings.CutPrefix(text, byteOrderMark); marked {
		f.mark, text = byteOrderMark, rest
	}
	for line := range strings.Lines(text) {
		f.lines = append(f.lines, line)
	}
	if len(f.lines) > 0 && strings.HasSuffix(f.lines[0], "\r\n") {
		f.eol = "\r\n"
	}
	if err := f.readFront(); err != nil {
		return nil, err
	}
	return f, f.readSections()
}

// isUTF16 tells it by the mark that most editors write, or by the half of the first letter
// that is zero.
func isUTF16(data []byte) bool {
	return len(data) >= 2 && (bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) || data[0] == 0 || data[1] == 0)
}

// notUTF8 returns the first line that is not UTF-8.
func notUTF8(data []byte) (n int) {
	for line := range bytes.Lines(data) {
		if n++; !utf8.Valid(line) {
			break
		}
	}
	return n
}

// Bytes returns the file as it is now.
func (f *File) Bytes() []byte { return []byte(f.mark + strings.Join(f.lines, "")) }

func (f *File) readFront() error {
	f.front, f.frontEnd = map[string]any{}, 0
	if len(f.lines) == 0 || bare(f.lines[0]) != "---" {
		return nil
	}
	for i := 1; i < len(f.lines); i++ {
		if bare(f.lines[i]) != "---" {
			continue
		}
		f.frontEnd = i
		err := document.UnmarshalYAML([]byte(strings.Join(f.lines[1:i], "")), frontMost, &f.front)
		var at *document.Error
		if errors.As(err, &at) && at.Line > 0 {
			return fmt.Errorf("line %d: %s", at.Line+1, at.Reason)
		}
		if err != nil {
			return fmt.Errorf("front matter: %w", err)
		}
		if f.front == nil {
			f.front = map[string]any{}
		}
		return nil
	}
	return errors.New("the front matter has no end; close it with a line that has only ---")
}

var heading = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*$`)

func (f *File) readSections() error {
	f.sections = map[string]span{}
	fence, fenced, name, level := "", 0, "", 0
	end := func(at int) {
		if s, open := f.sections[name]; open && s.to == 0 {
			f.sections[name] = span{s.from, at}
		}
	}
	for i, line := range f.lines {
		if i < f.frontEnd || f.frontEnd > 0 && i == f.frontEnd {
			continue
		}
		was := fence
		if fence = nextFence(fence, bare(line)); was != "" || fence != "" {
			if was == "" {
				fenced = i + 1
			}
			continue
		}
		m := heading.FindStringSubmatch(bare(line))
		if m == nil {
			continue
		}
		is := titles[strings.ToLower(strings.TrimSpace(m[2]))]
		if is == "" && (name == "" || len(m[1]) > level) {
			continue // a part of the section
		}
		end(i)
		if name, level = is, len(m[1]); is == "" {
			continue
		}
		if _, twice := f.sections[is]; twice {
			return fmt.Errorf("line %d: there is already a section %q", i+1, strings.TrimSpace(m[2]))
		}
		f.sections[is] = span{from: i + 1}
	}
	if fence != "" { // a person sees all that follows as code, or as text
		return fmt.Errorf("line %d: the code block that begins here has no end", fenced)
	}
	end(len(f.lines))
	if name != "" {
		if s := f.sections[name]; s.to == 0 { // its heading is the last line
			f.sections[name] = span{s.from, len(f.lines)}
		}
	}
	return nil
}

// Field returns a text or a number of the front matter as a text, "" if it is not there.
func (f *File) Field(name string) string {
	if v, ok := f.front[name]; ok && v != nil {
		return fmt.Sprint(v)
	}
	return ""
}

// text returns the words of a section.
func (f *File) text(name string) string {
	s := f.sections[name]
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(f.lines[s.from:s.to], ""), "\r\n", "\n"))
}

// bare returns a line without its end.
func bare(line string) string { return strings.TrimRight(line, "\r\n") }

// nextFence returns the code fence that is open after a line, given the one before it.
// Fences of a list's items are indented.
func nextFence(open, line string) string {
	s := strings.TrimLeft(line, " \t")
	if s == "" || s[0] != '`' && s[0] != '~' {
		return open
	}
	run := s[:len(s)-len(strings.TrimLeft(s, s[:1]))]
	switch {
	case len(run) < 3:
		return open
	case open == "" && (run[0] == '~' || !strings.Contains(s[len(run):], "`")):
		return run
	case open != "" && run[0] == open[0] && len(run) >= len(open) && strings.TrimSpace(s[len(run):]) == "":
		return ""
	}
	return open
}
