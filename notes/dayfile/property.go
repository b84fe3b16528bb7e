package dayfile

import (
	"regexp"
	"strings"
)

// property matches a field that stands in the text: "date:: 2026-01-05" in Logseq
// and Dataview, "Created: January 5, 2026 10:30 AM" in an export of Notion.
var property = regexp.MustCompile(`^(?:- )?([A-Za-z][A-Za-z _-]{0,30})::? +(\S.{0,200})$`)

// complete takes what the front matter does not tell from the fields at the head
// of the text, which stand alone before the first blank line, under a title or not.
func (f *Front) complete(text string) {
	fields := map[string]any{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if len(fields) == 0 && (line == "" || strings.HasPrefix(line, "# ")) {
			continue
		}
		if line == "" {
			break
		}
		m := property.FindStringSubmatch(line)
		if m == nil || len(fields) == mostProperties {
			return
		}
		fields[m[1]] = m[2]
	}
	f.fill(fields)
}

// mostProperties is how many fields the head of a text may have.
const mostProperties = 30
