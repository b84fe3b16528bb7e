package wire

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// wordsOf is what the body of an error says: whatever its frame, the provider's own words, with
// a code if it has one that is a word. Servers that stand between, such as gateways, put the
// words of the provider behind them into texts and details of their own.
func wordsOf(body []byte) string {
	text := strings.TrimSpace(string(body))
	if strings.HasPrefix(text, "<") {
		return pageWords(text)
	}
	var frame any
	data := eventHead.ReplaceAllString(text, "") // of several events the first tells what went wrong
	d := json.NewDecoder(strings.NewReader(data))
	if d.Decode(&frame) != nil || !strings.ContainsAny(data[:1], "{[") && d.More() {
		return text
	}
	var said []string
	collectWords(frame, mostFrames, &said)
	if len(said) == 0 {
		return text
	}
	return strings.Join(said, ": ")
}

// eventHead is what stands before the data of an event.
var eventHead = regexp.MustCompile(`^(?:(?:event|id|retry):[^\n]*\n)*data:\s*`)

// mostFrames is how deep words are looked for.
const mostFrames = 8

// wordKeys are the members of an error that say something, in the order in which it is told.
var wordKeys = []string{"error", "errors", "message", "msg", "detail", "details", "error_description", "description", "reason", "title", "code", "metadata", "raw"}

// collectWords adds the texts of an error's frame that nobody has said before. A text may be
// such a frame again.
func collectWords(frame any, deep int, said *[]string) {
	if deep == 0 {
		return
	}
	switch v := frame.(type) {
	case string:
		var inner any
		if strings.ContainsAny(v, "{[") && json.Unmarshal([]byte(v[strings.IndexAny(v, "{["):]), &inner) == nil {
			v = strings.TrimRight(strings.TrimSpace(v[:strings.IndexAny(v, "{[")]), ":-– ")
		}
		if v = strings.TrimSpace(v); v != "" && !slices.ContainsFunc(*said, func(s string) bool { return strings.Contains(s, v) }) {
			*said = append(*said, v)
		}
		if inner != nil {
			collectWords(inner, deep-1, said)
		}
	case []any:
		for _, item := range v {
			collectWords(item, deep-1, said)
		}
	case map[string]any:
		for _, key := range wordKeys {
			if inner, is := v[key]; is {
				collectWords(inner, deep-1, said)
			}
		}
	}
}

var (
	pageTitle = regexp.MustCompile(`(?is)<(?:title|h1)[^>]*>(.*?)</(?:title|h1)>`)
	pageTag   = regexp.MustCompile(`(?s)<(?:script|style).*?</(?:script|style)>|<[^>]*>`)
)

// pageWords is what a page says that stands in the place of an error: its title, else its text.
func pageWords(page string) string {
	if title := pageTitle.FindStringSubmatch(page); title != nil {
		page = title[1]
	}
	return strings.Join(strings.Fields(pageTag.ReplaceAllString(page, " ")), " ")
}

// says reports whether a member of a frame is there and says something.
func says(member json.RawMessage) bool {
	return len(member) > 0 && !slices.Contains([]string{"null", "false", `""`, "[]", "{}"}, string(member))
}

// ErrorTold is the error that a member of a reply tells, nil if it tells none.
func ErrorTold(member json.RawMessage) error {
	if !says(member) {
		return nil
	}
	return errors.New(wordsOf(member))
}

// isError reports whether an event of a stream tells an error.
func isError(name string, event []byte) (bool, error) {
	var frame struct {
		Type, Object string
		Error        json.RawMessage `json:"error"`
		Detail       json.RawMessage `json:"detail"` // of gateways
		Errors       json.RawMessage `json:"errors"`
		Choices      json.RawMessage `json:"choices"`
	}
	if err := json.Unmarshal(event, &frame); err != nil {
		return false, err
	}
	told := says(frame.Error) || frame.Choices == nil && (says(frame.Detail) || says(frame.Errors))
	return told || name == "error" || frame.Type == "error" || frame.Object == "error", nil
}
