package calendar

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	ics "github.com/arran4/golang-ical"
)

// property is one line, decoded.
type property struct {
	name   string
	value  string
	params map[string][]string
}

// param returns a parameter by its name in capitals. Several values are one with commas in it,
// which is no name of a zone.
func (p property) param(name string) string { return strings.Join(p.paramValues(name), ",") }

// paramValues returns the different values of a parameter.
func (p property) paramValues(name string) []string {
	var values []string
	for k, v := range p.params {
		if strings.EqualFold(k, name) {
			values = append(values, v...)
		}
	}
	return slices.Compact(values)
}

// nameOf returns the name of a line in capitals, without decoding it and without the group that may
// stand before it, as in vCard ("item1.DTSTART"). It ends also where no name can go on, so that a
// line with an error behind its name is known for what it was.
func nameOf(line []byte) string {
	name := line[:min(len(line), maxName)]
	if i := bytes.IndexAny(name, ":;=, \t"); i >= 0 {
		name = name[:i]
	} else if len(name) == maxName {
		return ""
	}
	return string(bytes.ToUpper(name[bytes.LastIndexByte(name, '.')+1:]))
}

// maxName is longer than any name that is read, with its group.
const maxName = 60

// withoutGroup takes off what stands before the name of a line.
func withoutGroup(line []byte) []byte {
	name := line[:min(len(line), maxName)]
	if i := bytes.IndexAny(name, ":;=, \t"); i >= 0 {
		name = name[:i]
	}
	return line[bytes.LastIndexByte(name, '.')+1:]
}

// bareValue is that of a time or a length, behind a name and blanks.
var bareValue = regexp.MustCompile(`^(?i:DTSTART|DTEND|RDATE|DURATION|X-APPLE-TRAVEL-DURATION)[ \t]+([0-9P+-][^;=]*)$`)

// decode reads a line. What the codec takes long for is refused before.
func decode(name string, line []byte, cut bool) (property, error) {
	line = quoteZone(withoutGroup(line))
	head := bytes.IndexByte(line[:min(len(line), maxHead)], ':')
	text := name == "SUMMARY" || name == "UID"
	switch {
	case head < 0:
		return property{}, fmt.Errorf("%.40q has no value after a name and at most %d bytes of parameters", line, maxHead)
	case cut && !text:
		return property{}, fmt.Errorf("%s has more than %d KB", name, maxLine>>10)
	case text:
		line = line[:min(len(line), maxHead+head)]
	}
	p, err := ics.ParseProperty(ics.ContentLine(line))
	if err != nil {
		return property{}, err
	}
	if p == nil {
		return property{}, fmt.Errorf("%.40q is no property", line)
	}
	return property{name, clean(p.Value), p.ICalParameters}, nil
}

// bareZone is a TZID with a colon in it, which the standard has in quotes.
var bareZone = regexp.MustCompile(`(?i)^([a-z-]+(?:;[^:]*)?;TZID=)([^":;]*:[^";]*)((?:;[^:]*)?:[0-9][0-9TtZz,/PpWwDdHhMmSs+-]*\s*)$`)

// quoteZone puts a TZID in quotes that would end at its colon.
func quoteZone(line []byte) []byte {
	if !bytes.Contains(line[:min(len(line), maxHead)], []byte("TZID=")) {
		return line
	}
	return bareZone.ReplaceAll(line, []byte(`${1}"${2}"${3}`))
}

// clean returns text without control characters, and with "\ufffd" for what is no UTF-8.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s))
}
