package reason

import (
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"
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

// How long, in bytes, the code of a failure is at most, and its message or all explanations.
const (
	maxCode = 64
	maxText = 2000
)

// Sound is a result as the loop goes on with it: what a tool may not say is mended. One that
// is not well has an error and no confidence. Its texts are UTF-8, as the log takes no others.
func (r Result) Sound() Result {
	if math.IsNaN(r.Confidence) {
		r.Confidence = 0
	}
	r.Confidence = min(1, max(0, r.Confidence))
	if r.Error != nil {
		r.OK = false
	}
	if len(r.Data) > 0 && !(json.Valid(r.Data) && utf8.Valid(r.Data)) {
		r = Failed("bad_result", "the tool returned what is no JSON")
	}
	if !r.OK {
		r.Confidence = 0
		if r.Error == nil {
			r.Error = &Failure{Code: "failed", Message: "the tool did not say why"}
		}
		r.Error = &Failure{Code: text(r.Error.Code, maxCode), Message: text(r.Error.Message, maxText)}
	}
	r.Explanations = texts(r.Explanations)
	return r
}

func text(s string, limit int) string { return cut(strings.ToValidUTF8(s, "\uFFFD"), limit) }

// texts are as many texts as there is room for.
func texts(all []string) []string {
	var out []string
	for room := maxText; len(all) > 0 && room > 0; all = all[1:] {
		s := text(all[0], room)
		out, room = append(out, s), room-len(s)
	}
	return out
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
