package extract

import (
	"strconv"
	"strings"
)

// A template says what goes to a path: a constant, one slot, the time between
// two clock slots, or words with slots in them.
type template struct {
	path  []string // "load.value" split; {"."} for the array's item itself
	parts []templatePart
	span  bool // two slots with ".." between
}

type templatePart struct {
	text     string // constant text, or
	slot     string // the name of a slot
	inherit  bool   // {^slot}: the latest match that captured it, if this one didn't
	optional bool   // {^slot?}: nothing to inherit is no reason to drop the match
}

// parseTemplate reads "{load}", "{^exercise}", "{^meal?}", "{bed}..{wake}",
// "swim" or "{a} and {b}". known are the slots of all of the domain's patterns,
// own those of the pattern itself.
func parseTemplate(path, src string, own, known map[string]bool) (*template, error) {
	t := &template{path: strings.Split(path, ".")}
	if path == "." {
		t.path = []string{"."}
	}
	for i := 0; i < len(src); {
		open := strings.IndexByte(src[i:], '{')
		if open < 0 {
			t.parts = append(t.parts, templatePart{text: src[i:]})
			break
		}
		if open > 0 {
			t.parts = append(t.parts, templatePart{text: src[i : i+open]})
		}
		i += open
		end := strings.IndexByte(src[i:], '}')
		if end < 0 {
			return nil, &SyntaxError{i, `"}" is missing`}
		}
		name, part := src[i+1:i+end], templatePart{}
		name, part.inherit = strings.CutPrefix(name, "^")
		if part.inherit {
			name, part.optional = strings.CutSuffix(name, "?")
		}
		part.slot = name
		if !own[name] && !part.inherit || !known[name] {
			return nil, &SyntaxError{i, "the pattern has no slot " + strconv.Quote(name)}
		}
		t.parts = append(t.parts, part)
		i += end + 1
	}
	if len(t.parts) == 0 {
		return nil, &SyntaxError{0, "the template of " + strconv.Quote(path) + " is empty"}
	}
	t.span = len(t.parts) == 3 && t.parts[1].text == ".." && t.parts[0].slot != "" && t.parts[2].slot != ""
	return t, nil
}
