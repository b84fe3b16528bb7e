package planfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/document"
)

// A Field is one of the front matter.
type Field struct{ Name, Value string }

// SetFields sets texts of the front matter, which it makes if there is none. Fields that
// it does not name stay as they are, and where they are.
func (f *File) SetFields(fields ...Field) error {
	if len(fields) == 0 {
		return nil
	}
	if f.frontEnd == 0 {
		f.lines = slices.Insert(f.lines, 0, "---"+f.eol, "---"+f.eol, f.eol)
		f.frontEnd = 1
	}
	for _, field := range fields {
		line := field.Name + ": " + scalar(field.Value) + f.eol
		from, to := f.fieldLines(field.Name)
		if from == 0 {
			from, to = f.frontEnd, f.frontEnd
		}
		f.lines = slices.Replace(f.lines, from, to, line)
		f.frontEnd += 1 - (to - from)
	}
	return f.again()
}

// fieldLines returns the lines of a field, with those that go on with it; 0 if it is not
// there.
func (f *File) fieldLines(name string) (from, to int) {
	key := regexp.MustCompile(`^["']?` + regexp.QuoteMeta(name) + `["']?[ \t]*:(?:[ \t]|$)`)
	for i := 1; i < f.frontEnd; i++ {
		if !key.MatchString(bare(f.lines[i])) {
			continue
		}
		for to = i + 1; to < f.frontEnd; to++ {
			if line := bare(f.lines[to]); line == "" || line[0] != ' ' && line[0] != '\t' && line[0] != '-' {
				break
			}
		}
		return i, to
	}
	return 0, 0
}

var plain = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`)

// scalar writes a text as YAML.
func scalar(s string) string {
	switch strings.ToLower(s) {
	case "", "true", "false", "null", "yes", "no", "on", "off":
		return quoted(s)
	}
	var read any // a text such as 1e5 would be read as a number
	if plain.MatchString(s) && document.UnmarshalYAML([]byte(s), frontMost, &read) == nil && fmt.Sprint(read) == s {
		return s
	}
	if _, err := time.Parse(time.RFC3339, s); err == nil {
		return s
	}
	return quoted(s)
}

func quoted(s string) string {
	out := strings.Builder{}
	out.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteString(`\` + string(r))
		case r < 0x20 || r == 0x7f || r >= 0x80 && r <= 0x9f || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// Tick ticks the box of a step, or clears it, and reports whether there is such a box.
func (f *File) Tick(id string, done bool) (bool, error) {
	steps, err := f.readSteps()
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(steps, func(s Step) bool { return s.Id == id })
	if i < 0 || steps[i].box == 0 {
		return false, nil
	}
	s := steps[i]
	if s.Done == done {
		return true, nil
	}
	line, mark := f.lines[s.Line-1], " "
	if done {
		mark = "x"
	}
	_, size := firstRune(line[s.box:])
	f.lines[s.Line-1] = line[:s.box] + mark + line[s.box+size:]
	return true, f.again()
}

func firstRune(s string) (rune, int) {
	for i, r := range s {
		if i > 0 {
			return r, i
		}
	}
	return 0, len(s)
}

// An Entry is a line of the log: at a moment somebody did something, for a reason.
type Entry struct {
	Time   time.Time
	Actor  string
	Action string
	Reason string
}

// String returns the line, without its end.
func (e Entry) String() string {
	out := fmt.Sprintf("- [%s] %s: %s", e.Time.UTC().Format(time.RFC3339), oneLine(e.Actor), oneLine(e.Action))
	if e.Reason != "" {
		out += " — " + oneLine(e.Reason)
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Append puts entries at the end of the log, which it makes if there is none. Lines that
// are there stay, whoever wrote them and however they look.
func (f *File) Append(entries ...Entry) error {
	if len(entries) == 0 {
		return nil
	}
	if _, ok := f.sections[log]; !ok {
		f.endLast()
		f.lines = append(f.lines, f.eol, "## Log"+f.eol)
		if err := f.again(); err != nil {
			return err
		}
	}
	s := f.sections[log]
	at := s.to
	for at > s.from && strings.TrimSpace(f.lines[at-1]) == "" {
		at--
	}
	if at == len(f.lines) {
		f.endLast()
	}
	var lines []string
	for _, e := range entries {
		lines = append(lines, e.String()+f.eol)
	}
	f.lines = slices.Insert(f.lines, at, lines...)
	return f.again()
}

// endLast ends the last line, so that another can follow.
func (f *File) endLast() {
	if n := len(f.lines); n > 0 && !strings.HasSuffix(f.lines[n-1], "\n") {
		f.lines[n-1] += f.eol
	}
}

// again reads the lines that were changed.
func (f *File) again() error {
	if err := f.readFront(); err != nil {
		return err
	}
	return f.readSections()
}
