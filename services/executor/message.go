package executor

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/kit/canonical"
)

// exactKey marks a structured result that is handed through the SDK as a text, since the SDK
// reads numbers as float64s, and one of its numbers is none.
const exactKey = "dev.weft/exact"

// mostNested is how deep a definition may be nested for the SDK to read the list that it is in.
const mostNested = 900

// keptExact returns a message as the SDK can read it without a loss: a structured result keeps all
// digits of its numbers, and a tool whose definition can't be read does not cost the others. odd
// is told of such a tool, and why.
func keptExact(message []byte, odd func(name, why string)) []byte {
	if !slices.ContainsFunc(ofInterest, func(name []byte) bool { return bytes.Contains(message, name) }) {
		return message
	}
	from, to, found := memberOf(message, 0, "result")
	if !found {
		return message
	}
	if first, last, found := memberOf(message[:to], from, "content"); found && message[first] == '[' {
		if readable := readableParts(message[first:last]); readable != nil {
			message = replaced(message, first, last, readable)
			from, to, _ = memberOf(message, 0, "result")
		}
	}
	if from, to, found := memberOf(message[:to], from, "structuredContent"); found && !exactlyRead(message[from:to]) {
		return replaced(message, from, to, exactText(message[from:to]))
	}
	if from, to, found := memberOf(message[:to], from, "tools"); found && message[from] == '[' {
		if usable := usableTools(message[from:to], odd); usable != nil {
			return replaced(message, from, to, usable)
		}
	}
	return message
}

// ofInterest are the names of what is looked at in a message.
var ofInterest = [][]byte{[]byte(`"structuredContent"`), []byte(`"tools"`), []byte(`"content"`)}

// exactlyRead reports whether the SDK reads a structured result as it is: each number is what a
// float64 makes of it, and no object has a name twice, of which it would take the last.
func exactlyRead(value []byte) bool {
	return numbersAreExact(value) && jsontext.Value(value).IsValid(jsontext.AllowInvalidUTF8(true))
}

// oddPart is the name of a part of a result that stands for one that the SDK can't read.
const oddPart = "dev.weft/odd"

// readableParts returns the parts of a result with one that says so in the place of each that
// the SDK can't read, nil if it can read all.
func readableParts(list []byte) []byte {
	parts, odd := itemsOf(list), false
	for i, part := range parts {
		var as struct {
			Type string          `json:"type"`
			Text json.RawMessage `json:"text"`
		}
		if err := json.Unmarshal(part, &as); err == nil && as.Type == "text" && (as.Text == nil || as.Text[0] == '"') {
			continue
		}
		one := slices.Concat([]byte(`{"content":[`), part, []byte("]}"))
		if err := json.Unmarshal(one, &mcp.CallToolResult{}); err != nil {
			told, _ := plainJSON(map[string]string{"type": "resource_link", "uri": oddPart, "name": oddPart, "title": clip(cmp.Or(as.Type, "no type"), mostName)})
			parts[i], odd = told, true
		}
	}
	if !odd {
		return nil
	}
	return slices.Concat([]byte{'['}, bytes.Join(parts, []byte{','}), []byte{']'})
}

// itemsOf returns the values of a list.
func itemsOf(list []byte) (items [][]byte) {
	for at := 1; at >= 0; {
		from, to, _ := valueAt(list, at)
		if to < 0 {
			break
		}
		items = append(items, list[from:to])
		at = afterComma(list, to)
	}
	return items
}

func replaced(b []byte, from, to int, by []byte) []byte {
	return bytes.Join([][]byte{b[:from], by, b[to:]}, nil)
}

// exactText is a structured result as a text.
func exactText(value []byte) []byte {
	text, err := plainJSON(map[string]string{exactKey: string(value)})
	if err != nil {
		return value // a map of texts can be written
	}
	return text
}

// exactValue returns a structured result that was handed through as a text.
func exactValue(v any) (json.RawMessage, bool) {
	m, _ := v.(map[string]any)
	text, is := m[exactKey].(string)
	return json.RawMessage(text), is && len(m) == 1
}

// usableTools returns a list of tools without those that the SDK can't read, nil if it can read
// all.
func usableTools(list []byte, odd func(name, why string)) []byte {
	kept, left := [][]byte{}, false
	for _, item := range itemsOf(list) {
		var t mcp.Tool
		err := fmt.Errorf("it is nested deeper than %d", mostNested)
		if _, _, depth := valueAt(item, 0); depth <= mostNested {
			err = json.Unmarshal(item, &t)
		}
		if err == nil {
			kept = append(kept, item)
			continue
		}
		left = true
		name := ""
		if from, to, found := memberOf(item, 0, "name"); found {
			_ = json.Unmarshal(item[from:to], &name) // "" for one that is no text
		}
		odd(name, "its definition can't be read: "+definitionProblem(err))
	}
	if !left {
		return nil
	}
	return append(append([]byte{'['}, bytes.Join(kept, []byte{','})...), ']')
}

// memberOf returns where the value of a member of the object at a place is; of several the last,
// which is the one that the SDK takes.
func memberOf(b []byte, at int, name string) (from, to int, found bool) {
	at = blank(b, at)
	if at >= len(b) || b[at] != '{' {
		return 0, 0, false
	}
	for at++; ; {
		nameFrom, nameTo, _ := valueAt(b, at)
		if nameTo < 0 || b[nameFrom] != '"' {
			return from, to, found
		}
		colon := blank(b, nameTo)
		if colon >= len(b) || b[colon] != ':' {
			return from, to, found
		}
		valueFrom, valueTo, _ := valueAt(b, colon+1)
		if valueTo < 0 {
			return from, to, found
		}
		if string(b[nameFrom+1:nameTo-1]) == name {
			from, to, found = valueFrom, valueTo, true
		}
		if at = afterComma(b, valueTo); at < 0 {
			return from, to, found
		}
	}
}

// afterComma returns the place behind the comma at a place, -1 if there is none.
func afterComma(b []byte, at int) int {
	if at = blank(b, at); at < len(b) && b[at] == ',' {
		return at + 1
	}
	return -1
}

func blank(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

// valueAt returns where the value at a place begins and ends, and how deep it is nested; to is
// -1 if it does not end. It finds ends alone: whether it is JSON is for others to say.
func valueAt(b []byte, at int) (from, to, depth int) {
	from = blank(b, at)
	level := 0
	for at = from; at < len(b); at++ {
		switch c := b[at]; c {
		case '"':
			for at++; at < len(b) && b[at] != '"'; at++ {
				if b[at] == '\\' {
					at++
				}
			}
			if at >= len(b) {
				return from, -1, depth
			}
		case '{', '[':
			level++
			depth = max(depth, level)
			continue
		case '}', ']':
			level--
		case ',', ':', ' ', '\t', '\r', '\n':
			if level == 0 {
				return from, -1, depth
			}
			continue
		default:
			for at+1 < len(b) && !bytes.ContainsRune([]byte(",:]} \t\r\n\"{["), rune(b[at+1])) {
				at++
			}
		}
		if level < 0 {
			return from, -1, depth
		}
		if level == 0 {
			return from, at + 1, depth
		}
	}
	return from, -1, depth
}

// numbersAreExact reports whether all numbers of a value are what a float64 makes of them.
func numbersAreExact(value []byte) bool {
	for at := 0; at < len(value); at++ {
		switch c := value[at]; {
		case c == '"':
			for at++; at < len(value) && value[at] != '"'; at++ {
				if value[at] == '\\' {
					at++
				}
			}
		case c == '-' || '0' <= c && c <= '9':
			end := at + 1
			for end < len(value) && bytes.IndexByte([]byte("0123456789.eE+-"), value[end]) >= 0 {
				end++
			}
			if !canonical.ExactNumber(string(value[at:end])) {
				return false
			}
			at = end - 1
		}
	}
	return true
}
