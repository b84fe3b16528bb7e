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
	Err       error    // why none of its fields was used: it is too large
	// Odd are lines that could not be read as they stand. What they say counts as text.
	Odd      []OddLine
	dayless  []OddLine // the lines that should tell a day and tell none
	timeless timeless  // of the field that tells the day
	// Own is what the writer put there besides: the lines of fields that are not used
	// for the above. It has no text if there are none.
	Own Section
}

// An OddLine is a line of front matter that could not be read as it stands.
type OddLine struct {
	Line   int    // in the file, counted from 1
	Reason string // for a person
}

// frontMax is the longest front matter that is read, in bytes.
const frontMax = 64 << 10

// dayKeys are the fields that tell a note's day, the most telling first.
var dayKeys = []string{"date", "day", "created", "created_at", "created-at", "createdat", "date created"}

// nameKeys are the fields that tell what a file is called and filed under.
var nameKeys = []string{"title", "tags", "tag", "aliases", "alias"}

// cutFront takes the front matter off a file and returns it, the rest, and the
// line on which the rest begins.
func cutFront(content string, zone *time.Location) (front Front, rest string, line int) {
	lines, _, end := FindFront(content)
	if end == 0 {
		return Front{}, content, 1
	}
	return parseFront(lines, zone), content[end:], 1 + strings.Count(content[:end], "\n")
}

func parseFront(source string, zone *time.Location) Front {
	var f Front
	fields := f.readFields(source)
	f.fill(fields, zone)
	f.Own = ownSection(source, fields)
	f.tellUnread(source, fields)
	f.Own.Clock = Noon
	if f.HasClock {
		f.Own.Clock = f.Clock
	}
	return f
}

// tellUnread tells the fields that should tell of the file, and of which something can't be read.
func (f *Front) tellUnread(source string, fields map[string]any) {
	for _, line := range FrontFields(source) {
		name := strings.ToLower(line.Name)
		at := 2 + strings.Count(source[:line.begin], "\n")
		switch {
		case !line.full:
		case slices.Contains(dayKeys, name) && f.Day.IsZero():
			f.dayless = append(f.dayless, OddLine{at, fmt.Sprintf("%s tells no day that could be read, so its notes have none", clip(line.Name))})
		case name != "" && name == f.timeless.field:
			f.tellTimeless(at)
		case hasOddNames(name, fields[name]):
			f.Odd = append(f.Odd, OddLine{at, fmt.Sprintf("%s has something other than names, so its lines are plain text too", clip(line.Name))})
		}
	}
}

// timeless is what stands behind a day in a field and can't be read as a time.
type timeless struct{ field, words string }

// tellTimeless tells the field whose time can't be read, once, by its line.
func (f *Front) tellTimeless(line int) {
	if !f.HasClock {
		f.Odd = append(f.Odd, OddLine{line, fmt.Sprintf("the time “%s” behind the day of %s can't be read, so its notes are at noon", clip(f.timeless.words), f.timeless.field)})
	}
	f.timeless = timeless{}
}

// readFields returns the fields of front matter by their names in small letters, as they
// count in any case. Where it is no YAML as a whole, each field is read by itself, so that
// a line that can't be read costs that line.
func (f *Front) readFields(source string) map[string]any {
	var fields map[string]any
	err := document.UnmarshalYAML([]byte(source), frontMax, &fields)
	whole := foldNames(fields)
	lines := FrontFields(source)
	if err == nil && !slices.ContainsFunc(lines, func(line FrontField) bool {
		_, there := whole[strings.ToLower(line.Name)]
		return !there && line.full && line.tellsOfFile() // a line above it took it in
	}) {
		return whole
	}
	at, ok := errors.AsType[*document.Error](err)
	if err != nil && (!ok || at.Line == 0) {
		f.Err = fmt.Errorf("reading the front matter: %w", err)
		return nil
	}
	fields = map[string]any{}
	for i, line := range lines {
		name := strings.ToLower(line.Name)
		if i >= mostAlone && !line.tellsOfFile() || !line.full {
			continue
		}
		first := 1 + strings.Count(source[:line.begin], "\n")
		if _, twice := fields[name]; twice {
			f.odd(&document.Error{Line: first + 1, Reason: "a second field of its name"})
			continue
		}
		value, err := line.readAlone(source[line.begin:line.end])
		if name == "" {
			err = &document.Error{Line: 1, Reason: "no field"}
		}
		if err != nil {
			err.Line += first
			f.odd(err)
		}
		fields[name] = value
	}
	if len(f.Odd) == 0 && ok {
		f.odd(&document.Error{Line: at.Line + 1, Reason: at.Reason})
	}
	return fields
}

// mostAlone is how many fields are read by themselves, beside those that tell of the file.
const mostAlone = 200

func (f *Front) odd(why *document.Error) {
	f.Odd = append(f.Odd, OddLine{why.Line, "no YAML (" + why.Reason + "), so it is taken as plain text"})
}

// readAlone reads the lines of a field by themselves. What can't be read so is what stands
// on the line of its name, and why is told by the line, counted from 1.
func (f FrontField) readAlone(lines string) (value any, why *document.Error) {
	lines = strings.ReplaceAll(lines, "\t", "  ")
	var fields map[string]any
	err := document.UnmarshalYAML([]byte(lines), frontMax, &fields)
	if err == nil && len(fields) == 1 {
		return fields[f.Name], nil
	}
	why, ok := errors.AsType[*document.Error](err)
	if !ok || why.Line == 0 {
		why = &document.Error{Line: 1, Reason: "no field"}
	}
	var first map[string]any
	line, _, _ := strings.Cut(lines, "\n")
	if document.UnmarshalYAML([]byte(line), frontMax, &first) == nil && len(first) == 1 {
		return first[f.Name], why
	}
	return strings.Trim(f.Value, `"'`), why
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
func (f *Front) fill(lower map[string]any, zone *time.Location) {
	for _, key := range dayKeys {
		if !f.Day.IsZero() {
			break
		}
		if m, ok := parseMoment(lower[key], zone); ok {
			f.Day, f.Ambiguous = m.day, m.ambiguous
			f.Clock, f.HasClock = m.clock, m.hasClock
			if m.unread != "" {
				f.timeless = timeless{key, m.unread}
			}
		}
	}
	if c, ok := parseTime(lower["time"]); ok && !f.HasClock {
		f.Clock, f.HasClock = c, true
	}
	if s, ok := scalarText(lower["title"]); ok && f.Title == "" {
		if d, dated := parseDate(s); !dated || !d.full() {
			f.Title = clip(strings.TrimSpace(s))
		}
	}
	if len(f.Tags) == 0 {
		f.Tags = append(parseNames(lower["tags"], ", "), parseNames(lower["tag"], ", ")...)
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

// The bounds of a file's tags: what lies beyond is no tag but an accident.
const (
	tagsMax     = 100
	tagBytesMax = 100
)

// parseNames reads a list, or a text with names between some marks. What is no name is left out.
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
			if s, ok := nameText(t); ok {
				add(s)
			}
		}
	default:
		if s, ok := scalarText(v); ok {
			add(s)
		}
	}
	return out
}

// scalarText returns the text of a value that is one: no list, no fields, not nothing.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case nil, []any, map[string]any, map[any]any:
		return "", false
	case time.Time:
		return strings.TrimSuffix(v.Format("2006-01-02 15:04"), " 00:00"), true
	}
	return fmt.Sprint(v), true
}

// nameText returns the name that an item of a list is. A list of one is a link: [[Bea]].
func nameText(v any) (string, bool) {
	if link, ok := v.([]any); ok && len(link) == 1 {
		v = link[0]
	}
	return scalarText(v)
}

// hasOddNames reports whether a field of names has something else: fields, or lists of lists.
func hasOddNames(field string, v any) bool {
	if !slices.Contains(nameKeys, field) || v == nil {
		return false
	}
	list, ok := v.([]any)
	if !ok || field == "title" {
		_, ok = scalarText(v)
		return !ok
	}
	return slices.ContainsFunc(list, func(item any) bool {
		_, ok := nameText(item)
		return !ok && item != nil // one that is not filled in yet
	})
}
