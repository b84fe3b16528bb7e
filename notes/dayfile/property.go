package dayfile

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// property matches a field that stands in the text: "date:: 2026-01-05" in Logseq
// and Dataview, "Created: January 5, 2026 10:30 AM" in an export of Notion.
var property = regexp.MustCompile(`^(?:- )?([A-Za-z][A-Za-z _-]{0,30})::? +(\S.{0,200})$`)

// A field is one of the head of a text.
type field struct {
	at          int // where its line begins, in bytes
	name, value string
}

// complete takes what the front matter does not tell from the fields at the head
// of the text, which begins on a line of the file.
func (f *Front) complete(text string, line int, zone *time.Location) {
	fields := map[string]any{}
	list := head(text)
	for _, p := range list {
		fields[p.name] = p.value
	}
	f.fill(foldNames(fields), zone)
	for _, p := range list {
		if f.timeless.field != "" && strings.ToLower(p.name) == f.timeless.field {
			f.tellTimeless(line + strings.Count(text[:p.at], "\n"))
		}
	}
}

// AboutLines returns where the lines at the head of a text begin, in bytes, that say
// what the text is and not what happened: its day, its title or its tags.
func AboutLines(text string) []int {
	var out []int
	for _, p := range head(text) {
		if name := strings.ToLower(p.name); slices.Contains(dayKeys, name) || slices.Contains(nameKeys, name) {
			out = append(out, p.at)
		}
	}
	return out
}

// head returns the fields at the head of a text, which stand alone before the first
// blank line, under a title or not.
func head(text string) []field {
	var out []field
	next := 0
	for line := range strings.Lines(text) {
		at := next
		next += len(line)
		line = strings.TrimRight(line, " \t\r\n")
		if len(out) == 0 && (line == "" || strings.HasPrefix(line, "# ")) {
			continue
		}
		if line == "" {
			break
		}
		m := property.FindStringSubmatch(line)
		if m == nil || len(out) == mostProperties {
			return nil
		}
		out = append(out, field{at, m[1], m[2]})
	}
	return out
}

// mostProperties is how many fields the head of a text may have.
const mostProperties = 30
