package dayfile

import (
	"regexp"
	"slices"
	"strings"
)

// programKeys are fields that programs keep in front matter for themselves.
var programKeys = []string{
	"banner", "cssclass", "cssclasses", "draft", "excalidraw-plugin", "id", "kanban-plugin", "last_modified",
	"lastmod", "layout", "modified", "notion-id", "permalink", "publish", "slug", "template", "uid", "updated",
	"updated_at", "updated-at", "uuid", "date modified", "date updated",
}

// frontKey matches the line of front matter that begins a field. The name may be quoted.
var frontKey = regexp.MustCompile(`^(?:"([^"]+)"|'([^']+)'|([^\s#\-?"'\[{](?:[^:]|:\S)*?))[ \t]*:(?:[ \t]+(.*))?$`)

// A FrontField is one of the fields of front matter, as it is written.
type FrontField struct {
	Name       string
	Value      string // on the line of the name, without a comment
	Start      int    // of the value, in bytes of the front matter
	begin, end int    // of its lines, those that go on with it included
	full       bool   // it says something
	deep       bool   // its value goes on below the line of the name
}

// Single reports whether all of the field's value stands on the line of its name.
func (f FrontField) Single() bool { return !f.deep }

// Known reports whether the field is of a name that tells what a file is called, filed
// under or dated by, or one that is for a program.
func (f FrontField) Known() bool {
	name := strings.ToLower(f.Name)
	return slices.Contains(programKeys, name) || slices.Contains(nameKeys, name) || slices.Contains(dayKeys, name)
}

// tellsOfFile reports whether the field is of a name that tells what a file is called, filed
// under or dated by.
func (f FrontField) tellsOfFile() bool {
	name := strings.ToLower(f.Name)
	return slices.Contains(nameKeys, name) || slices.Contains(dayKeys, name) || name == "time"
}

// FrontFields returns the fields of front matter by its lines, whether it is YAML or not.
// Lines that begin no field go on with the one above; what stands above the first is a
// field without a name, unless it is blank or a comment.
func FrontFields(source string) []FrontField {
	var out []FrontField
	at := 0
	for line := range strings.Lines(source) {
		bare := strings.TrimRight(line, " \t\r\n")
		m := frontKey.FindStringSubmatchIndex(bare)
		switch {
		case m != nil:
			f := FrontField{begin: at, end: at + len(line), Start: at + len(bare)}
			for i := 2; i <= 6; i += 2 {
				if m[i] >= 0 {
					f.Name = strings.TrimSpace(bare[m[i]:m[i+1]])
				}
			}
			if m[8] >= 0 {
				f.Value, f.Start = cutComment(bare[m[8]:m[9]]), at+m[8]
			}
			f.full = !slices.Contains([]string{"", `""`, "''", "[]", "{}", "~", "null", "|", ">"}, f.Value)
			if n := len(out); n == 1 && out[0].Name == "" && !out[0].full {
				f.begin, out = 0, nil
			}
			out = append(out, f)
		default:
			if len(out) == 0 {
				out = append(out, FrontField{deep: true})
			}
			f := &out[len(out)-1]
			says := strings.TrimSpace(bare)
			if says != "" && says[0] != '#' && f.Name != "" && f.endsBefore(bare) {
				out = append(out, FrontField{begin: at})
				f = &out[len(out)-1]
			}
			f.end = at + len(line)
			if says != "" && says[0] != '#' {
				f.full, f.deep = true, true
			}
		}
		at += len(line)
	}
	return out
}

// endsBefore reports whether a line that begins no field can't go on with the value of this one,
// which then is whole: a line that is not indented, or a field of its own behind a value.
func (f FrontField) endsBefore(line string) bool {
	indented := line[0] == ' ' || line[0] == '\t'
	switch {
	case f.deep || f.Value != "" && strings.ContainsRune("[{\"'|>&*!", rune(f.Value[0])):
		return false
	case f.Value == "":
		return !indented && line[0] != '-'
	}
	return !indented || frontKey.MatchString(strings.TrimSpace(line))
}

// FindFront returns the lines of the front matter that a text begins with, where they begin,
// and where what follows it does: 0 if there is none. One that is never closed is a
// horizontal rule.
func FindFront(text string) (lines string, begin, end int) {
	at := 0
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, " \t\r\n")
		_, _, heading := parseHeading(line)
		switch {
		case at == 0 && bare != "---", heading: // so that no text appended later can close it
			return "", 0, 0
		case at == 0:
			begin = len(line)
		case bare == "---" || bare == "...":
			return text[begin:at], begin, at + len(line)
		}
		at += len(line)
	}
	return "", 0, 0
}

// cutComment takes a comment off a value: a # behind a blank, and not within quotes.
func cutComment(value string) string {
	from := 0
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		from = strings.IndexByte(value[1:], value[0]) + 2
	}
	if i := strings.Index(" "+value[from:], " #"); i >= 0 {
		value = value[:from+max(i-1, 0)]
	}
	return strings.TrimRight(value, " \t")
}

// ownSection returns the lines of front matter from the first to the last field that was
// not used. It has the fields between them too: what is quoted and cited by its lines must
// be of one piece.
func ownSection(source string, used map[string]any) Section {
	if len(source) > frontMax { // none was used
		s, _ := proseSection(source, 2)
		return s
	}
	begin, end, seen := -1, 0, map[string]bool{}
	for _, f := range FrontFields(source) {
		name := strings.ToLower(f.Name)
		twice := seen[name] // only the first one was used
		seen[name] = seen[name] || f.full
		if !f.full || !twice && f.usedOf(used) {
			continue
		}
		if begin < 0 {
			begin = f.begin
		}
		end = f.end
	}
	if begin < 0 {
		return Section{}
	}
	s, _ := proseSection(source[begin:end], 2+strings.Count(source[:begin], "\n"))
	return s
}

// usedOf reports whether the field is for a program, or one of those of the front matter,
// by their folded names, that tell of the file.
func (f FrontField) usedOf(fields map[string]any) bool {
	name := strings.ToLower(f.Name)
	if slices.Contains(programKeys, name) {
		return true
	}
	v, there := fields[name]
	switch {
	case !there:
		return false
	case slices.Contains(dayKeys, name):
		_, ok := parseMoment(v, nil)
		return ok
	case name == "time":
		_, ok := parseTime(v)
		return ok
	}
	return slices.Contains(nameKeys, name) && !hasOddNames(name, v)
}
