package dayfile

import (
	"errors"
	"fmt"
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
	Tags     []string
	Err      error // why nothing of the front matter was used: it is no YAML, or one that is too large
}

// frontMax is the longest front matter that is read, in bytes.
const frontMax = 64 << 10

// dayKeys are the fields that tell a note's day, the most telling first.
var dayKeys = []string{"date", "day", "created", "created_at", "created-at", "createdAt", "date created"}

// cutFront takes the front matter off a file and returns it, the rest, and the
// line on which the rest begins.
func cutFront(content string) (front Front, rest string, line int) {
	first, after, ok := strings.Cut(content, "\n")
	if !ok || strings.TrimRight(first, " \t\r") != "---" {
		return Front{}, content, 1
	}
	line = 2
	at := 0
	for l := range strings.Lines(after) {
		if _, _, heading := parseHeading(l); heading {
			break // so that no text appended later can close it
		}
		end := at + len(l)
		line++
		if l = strings.TrimRight(l, " \t\r\n"); l == "---" || l == "..." {
			return parseFront(after[:at]), after[end:], line
		}
		at = end
	}
	return Front{}, content, 1 // never closed: a horizontal rule
}

func parseFront(source string) Front {
	var fields map[string]any
	if err := document.UnmarshalYAML([]byte(source), frontMax, &fields); err != nil {
		if at, ok := errors.AsType[*document.Error](err); ok && at.Line > 0 {
			at.Line++ // it begins on the second line of the file
		}
		return Front{Err: fmt.Errorf("reading the front matter: %w", err)}
	}
	var f Front
	for _, key := range dayKeys {
		if day, clock, hasClock, ok := parseMoment(fields[key]); ok {
			f.Day, f.Clock, f.HasClock = day, clock, hasClock
			break
		}
	}
	if s, ok := fields["time"].(string); ok && !f.HasClock {
		if c, rest, ok := cutClock(strings.TrimSpace(s)); ok && rest == "" {
			f.Clock, f.HasClock = c, true
		}
	}
	f.Tags = append(parseTags(fields["tags"]), parseTags(fields["tag"])...)
	return f
}

// parseMoment reads a day with or without a time. A zone is left aside: what
// counts is the clock on the wall where the note was written.
func parseMoment(v any) (day notes.Day, c Clock, hasClock, ok bool) {
	s := ""
	switch v := v.(type) {
	case time.Time:
		s = v.Format("2006-01-02T15:04:05")
		s = strings.TrimSuffix(s, "T00:00:00")
	case string:
		s = strings.Trim(v, " []\"") // [[2026-01-05]] is a link to the daily note
	default:
		return notes.Day{}, Clock{}, false, false
	}
	if len(s) < len(time.DateOnly) {
		return notes.Day{}, Clock{}, false, false
	}
	day, err := notes.ParseDay(s[:len(time.DateOnly)])
	if err != nil {
		return notes.Day{}, Clock{}, false, false
	}
	rest := strings.TrimLeft(s[len(time.DateOnly):], "T ,")
	c, _, hasClock = cutClock(rest)
	return day, c, hasClock, true
}

// The bounds of a file's tags: what lies beyond is no tag but an accident.
const (
	tagsMax     = 100
	tagBytesMax = 100
)

func parseTags(v any) []string {
	var tags []string
	add := func(s string) {
		s = strings.TrimPrefix(strings.TrimSpace(s), "#")
		if s != "" && len(s) <= tagBytesMax && len(tags) < tagsMax {
			tags = append(tags, s)
		}
	}
	switch v := v.(type) {
	case string:
		for t := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == ' ' }) {
			add(t)
		}
	case []any:
		for _, t := range v {
			if t != nil { // an item that is not filled in yet
				add(fmt.Sprint(t))
			}
		}
	}
	return tags
}
