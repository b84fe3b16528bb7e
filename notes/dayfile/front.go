package dayfile

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/document"
	"github.com/weft-mesh/weft/notes"
)

// Front is what a file's front matter says of its notes.
type Front struct {
	Day      notes.Day // of date, day or created; zero if none
	Clock    Clock     // of the same field, or of time
	HasClock bool
	// Ambiguous says that day and month may be meant the other way round.
	Ambiguous bool
	Title     string // "" if it has none, or one that is a date
	Tags      []string
	Aliases   []string // what the file is called beside its title
	Err       error    // why none of its fields was used: it is no YAML, or one that is too large
	// Own is what the writer put there besides: the lines of fields that are not used
	// for the above. It has no text if there are none.
	Own Section
}

// frontMax is the longest front matter that is read, in bytes.
const frontMax = 64 << 10

// dayKeys are the fields that tell a note's day, the most telling first.
var dayKeys = []string{"date", "day", "created", "created_at", "created-at", "createdat", "date created"}

// nameKeys are the fields that tell what a file is called and filed under.
var nameKeys = []string{"title", "tags", "tag", "aliases", "alias"}

// cutFront takes the front matter off a file and returns it, the rest, and the
// line on which the rest begins.
func cutFront(content string) (front Front, rest string, line int) {
	lines, _, end := FindFront(content)
	if end == 0 {
		return Front{}, content, 1
	}
	return parseFront(lines), content[end:], 1 + strings.Count(content[:end], "\n")
}

func parseFront(source string) Front {
	var f Front
	var fields map[string]any
	if err := document.UnmarshalYAML([]byte(source), frontMax, &fields); err != nil {
		if at, ok := errors.AsType[*document.Error](err); ok && at.Line > 0 {
			at.Line++ // it begins on the second line of the file
		}
		f.Err, fields = fmt.Errorf("reading the front matter: %w", err), nil
	}
	lower := foldNames(fields)
	f.fill(lower)
	f.Own = ownSection(source, lower)
	f.Own.Clock = Noon
	if f.HasClock {
		f.Own.Clock = f.Clock
	}
	return f
}

// foldNames returns fields by their names in small letters, as they count in any case.
func foldNames(fields map[string]any) map[string]any {
	lower := make(map[string]any, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		lower[strings.ToLower(name)] = fields[name]
	}
	return lower
}

// fill takes from fields, by their folded names, what the front matter does not tell yet.
func (f *Front) fill(lower map[string]any) {
	for _, key := range dayKeys {
		if !f.Day.IsZero() {
			break
		}
		if m, ok := parseMoment(lower[key]); ok {
			f.Day, f.Ambiguous = m.day, m.ambiguous
			f.Clock, f.HasClock = m.clock, m.hasClock
		}
	}
	if c, ok := parseTime(lower["time"]); ok && !f.HasClock {
		f.Clock, f.HasClock = c, true
	}
	if s, ok := lower["title"].(string); ok && f.Title == "" {
		if d, dated := parseDate(s); !dated || !d.full() {
			f.Title = clip(strings.TrimSpace(s))
		}
	}
	if len(f.Tags) == 0 {
		f.Tags = append(parseTags(lower["tags"]), parseTags(lower["tag"])...)
	}
	if len(f.Aliases) == 0 {
		f.Aliases = append(parseNames(lower["aliases"], ","), parseNames(lower["alias"], ",")...)
	}
}

// parseTime reads the field time. "45 min" is none: it says how long something took.
func parseTime(v any) (Clock, bool) {
	s, _ := v.(string)
	c, rest, ok := cutClock(strings.TrimSpace(s))
	return c, ok && rest == ""
}

// A moment is a day with or without a time.
type moment struct {
	day       notes.Day
	ambiguous bool
	clock     Clock
	hasClock  bool
}

// parseMoment reads a day as it may stand in a heading, and a time behind it. A
// zone is left aside: what counts is the clock on the wall where the note was
// written.
func parseMoment(v any) (m moment, ok bool) {
	s := ""
	switch v := v.(type) {
	case time.Time:
		s = v.Format("2006-01-02T15:04:05")
		s = strings.TrimSuffix(s, "T00:00:00")
	case string:
		s = strings.Trim(v, " []\"") // [[2026-01-05]] is a link to the daily note
	}
	if len(s) > dateMax {
		return moment{}, false
	}
	d, rest, ok := cutDate(s)
	if !ok {
		begin := len(s) // of the time, "October 15, 2026 10:30 AM"
		if at := strings.IndexByte(s, ':'); at > 0 {
			begin = strings.LastIndexAny(s[:at], " \t") + 1
		}
		d, ok = parseDate(strings.TrimSuffix(strings.TrimRight(s[:begin], " "), " at"))
		rest = s[begin:]
	}
	if !ok || !d.full() || !d.valid(d.year) {
		return moment{}, false
	}
	m = moment{day: d.in(d.year), ambiguous: d.ambiguous}
	m.clock, rest, m.hasClock = cutClock(strings.TrimLeft(rest, "T ,]"))
	if m.hasClock {
		m.clock, _ = cutHalfDay(m.clock, rest)
	}
	return m, true
}

// The bounds of a file's tags: what lies beyond is no tag but an accident.
const (
	tagsMax     = 100
	tagBytesMax = 100
)

func parseTags(v any) []string { return parseNames(v, ", ") }

// parseNames reads a list, or a text with names between some marks.
func parseNames(v any, between string) []string {
	var out []string
	add := func(s string) {
		s = strings.TrimPrefix(strings.TrimSpace(s), "#")
		if s != "" && len(s) <= tagBytesMax && len(out) < tagsMax {
			out = append(out, s)
		}
	}
	switch v := v.(type) {
	case string:
		for t := range strings.FieldsFuncSeq(v, func(r rune) bool { return strings.ContainsRune(between, r) }) {
			add(t)
		}
	case []any:
		for _, t := range v {
			if t != nil { // an item that is not filled in yet
				add(fmt.Sprint(t))
			}
		}
	}
	return out
}
