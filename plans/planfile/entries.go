package planfile

import (
	"regexp"
	"strings"
	"time"
)

var entry = regexp.MustCompile(`^- \[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\] (.+?): (.+)$`)

// Entries returns the lines of the log that look like one of Weft's, whoever wrote them.
func (f *File) Entries() []Entry {
	var out []Entry
	s := f.sections[log]
	for _, line := range f.lines[s.from:s.to] {
		m := entry.FindStringSubmatch(bare(line))
		if m == nil {
			continue
		}
		at, err := time.Parse(time.RFC3339, m[1])
		if err != nil {
			continue
		}
		e := Entry{Time: at, Actor: m[2]}
		e.Action, e.Reason, _ = strings.Cut(m[3], " — ")
		out = append(out, e)
	}
	return out
}
