package calendar

import (
	"bytes"
	"fmt"
	"regexp"
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

// param returns a parameter by its name in capitals.
func (p property) param(name string) string {
	for k, v := range p.params {
		if len(v) > 0 && strings.EqualFold(k, name) {
			return v[0]
		}
	}
	return ""
}

// nameOf returns the name of a line in capitals, without decoding it. It ends also where no
// name can go on, so that a line with an error behind its name is known for what it was.
func nameOf(line []byte) string {
	if i := bytes.IndexAny(line[:min(len(line), 40)], ":;=,"); i >= 0 {
		return string(bytes.ToUpper(bytes.TrimSpace(line[:i])))
	}
	return ""
}

// decode reads a line. What the codec takes long for is refused before.
func decode(name string, line []byte, cut bool) (property, error) {
	line = quoteZone(line)
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
