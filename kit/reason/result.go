package reason

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/canonical"
)

// A Result is what a tool returned.
type Result struct {
	OK bool `json:"ok"`
	// Confidence is how sure the tool is, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Explanations are what a person is told of it, a sentence each.
	Explanations []string        `json:"explanations,omitempty"`
	Data         json.RawMessage `json:"data,omitempty"`
	Error        *Failure        `json:"error,omitempty"`
}

// A Failure is why a tool did not come out well.
type Failure struct {
	Code    string `json:"code"` // a word, such as "not_found"
	Message string `json:"message"`
}

// Failed is the result of a call that did not come out well. Nothing of it is sure.
func Failed(code, message string) Result {
	return Result{Error: &Failure{Code: code, Message: message}}
}

// Sound is a result as the loop goes on with it: what a tool may not say is mended. One that
// is not well has an error and no confidence.
func (r Result) Sound() Result {
	if math.IsNaN(r.Confidence) {
		r.Confidence = 0
	}
	r.Confidence = min(1, max(0, r.Confidence))
	if r.Error != nil {
		r.OK = false
	}
	if len(r.Data) > 0 && !json.Valid(r.Data) {
		r = Failed("bad_result", "the tool returned what is no JSON")
	}
	if !r.OK {
		r.Confidence = 0
		if r.Error == nil {
			r.Error = &Failure{Code: "failed", Message: "the tool did not say why"}
		}
	}
	return r
}

// Mode is how much of a result is told.
type Mode string

// The modes.
const (
	Raw     Mode = "raw"     // its data, up to a bound
	Brief   Mode = "summary" // what it explains, or the shape of its data
	Trouble Mode = "error"   // only what went wrong
)

// Format tells a result in at most so many bytes. Data that doesn't fit is cut, with its size
// and hash, by which the whole is found.
func (r Result) Format(m Mode, limit int) string {
	switch {
	case r.Error != nil:
		return cut("error "+r.Error.Code+": "+r.Error.Message, limit)
	case m == Trouble:
		return ""
	case m == Brief && len(r.Explanations) > 0:
		return cut(strings.Join(r.Explanations, " "), limit)
	case m == Brief:
		return cut(shape(r.Data), limit)
	}
	text := strings.Join(r.Explanations, " ")
	if len(r.Data) == 0 {
		return cut(text, limit)
	}
	if text != "" {
		text += "\n"
	}
	if room := limit - len(text); len(r.Data) > room {
		tail := fmt.Sprintf("… (%d bytes in all, %s)", len(r.Data), canonical.Hash(r.Data)[:12])
		return cut(text+whole(string(r.Data), max(0, room-len(tail)))+tail, limit)
	}
	return text + string(r.Data)
}

// shape tells what data has, without it.
func shape(data json.RawMessage) string {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return "nothing"
	}
	switch v := v.(type) {
	case map[string]any:
		var parts []string
		for name, value := range v {
			if list, ok := value.([]any); ok {
				name = fmt.Sprintf("%s (%d)", name, len(list))
			}
			parts = append(parts, name)
		}
		slices.Sort(parts)
		return "an object with " + strings.Join(parts, ", ")
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	}
	return string(data)
}

// cut is a text in at most so many bytes.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	const tail = "…"
	return whole(text, max(0, limit-len(tail))) + tail
}

// whole is the beginning of a text, of whole characters.
func whole(text string, n int) string {
	n = min(n, len(text))
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// filePath is a path from the root of a file system, or of a home.
var filePath = regexp.MustCompile(`(?:~|/[\w.@-]+)(?:/[\w.@-]+)+|[A-Za-z]:\\[\w.@\\-]+`)

// Redact is a text for logs, in which file paths are told by their hash: the same path is the
// same word, and nobody reads whose it is.
func Redact(text string) string {
	return filePath.ReplaceAllStringFunc(text, func(p string) string { return "path-" + canonical.Hash([]byte(p))[:8] })
}
