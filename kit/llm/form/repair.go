package form

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// repairBytes is how much of one reply is looked at for what can be repaired.
const repairBytes = 4 << 20

var errCutOff = errors.New("it ends too early")

// A repairer reads values, and repairs them while there is a budget of bytes left for that.
type repairer struct{ budget int }

// readValue reads the value at the beginning of a text and returns how long it is. What is no JSON
// only for things that can be read in one way is repaired first. With an error it returns what it
// has read so far.
func (r *repairer) readValue(text string) (value, int, error) {
	v, length, err := decodeValue(text)
	switch {
	case err == nil, errors.Is(err, errDeep):
		return v, length, err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return v, length, errCutOff
	}
	clean, scanned, changed := repairJSON(text[:min(len(text), r.budget)])
	r.budget -= scanned
	if changed {
		if repaired, _, err := decodeValue(clean); err == nil {
			return repaired, scanned, nil
		}
	}
	return v, length, err
}

func decodeValue(text string) (value, int, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := next(d, 0)
	return v, int(d.InputOffset()), err
}

// repairJSON returns the object, list or string at the beginning of a text without its comments and
// without commas behind a last item, and with the line ends and tabs in its strings escaped; and
// how much of the text was looked at. changed is false if there was nothing to repair, or the
// value does not end. Everything else stays as it is: whether it is JSON is for others to say.
func repairJSON(text string) (clean string, scanned int, changed bool) {
	out := make([]byte, 0, len(text))
	depth, comma := 0, -1 // where in out a comma is that nothing but blanks has followed
	last := byte(0)       // that is no blank
	for at := 0; at < len(text); at++ {
		c := text[at]
		switch c {
		case ' ', '\t', '\n', '\r':
			out = append(out, c)
			continue
		case '"':
			var escaped bool
			var end int
			if out, end, escaped = appendString(out, text, at); end < 0 {
				return "", len(text), false
			}
			changed = changed || escaped
			at = end
		case '/':
			end := commentEnd(text, at)
			if end < 0 {
				return "", len(text), false
			}
			out, changed, at = append(out, ' '), true, end-1
			continue
		case '{', '[':
			depth++
			out = append(out, c)
		case '}', ']':
			if depth--; last == ',' && comma >= 0 {
				out[comma], changed = ' ', true
			}
			out = append(out, c)
		case ',':
			if comma = len(out); strings.IndexByte("{[,:", last) >= 0 {
				comma = -1 // behind no item
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
		if last = c; depth <= 0 {
			return string(out), at + 1, changed
		}
	}
	return "", len(text), false
}

// appendString appends the string at a place with its control characters escaped, and returns where
// its last quotation mark is, -1 if it does not end. What follows a backslash can't be told
// if it is a control character.
func appendString(out []byte, text string, at int) (_ []byte, end int, changed bool) {
	out = append(out, '"')
	for at++; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			return append(out, c), at, changed
		case c == '\\':
			if at++; at == len(text) || text[at] < ' ' {
				return out, -1, false
			}
			out = append(out, c, text[at])
		case c < ' ':
			out, changed = fmt.Appendf(out, `\u%04x`, c), true
		default:
			out = append(out, c)
		}
	}
	return out, -1, false
}

// commentEnd returns where the text goes on behind the comment at a place, -1 if none is there or it
// does not end.
func commentEnd(text string, at int) int {
	end := ""
	switch rest := text[at:]; {
	case strings.HasPrefix(rest, "//"):
		end = "\n"
	case strings.HasPrefix(rest, "/*"):
		end = "*/"
	default:
		return -1
	}
	n := strings.Index(text[at+2:], end)
	if n < 0 {
		return -1
	}
	return at + 2 + n + len(end)
}
