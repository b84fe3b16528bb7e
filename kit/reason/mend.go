package reason

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/weft-mesh/weft/kit/slip"
)

// Mend puts right what code can put right in a step, so that it costs no further call of a
// model. Whatever changes what was asked for is told in Mended. What is still wrong, Check says.
func (c *Catalogue) Mend(s Step, done *Pad, last bool) Step {
	s.Thought = cut(s.Thought, MaxThought)
	s.Mended = nil
	if t, ok := c.Find(c.meantTool(s.Tool)); ok {
		if t.Name != s.Tool {
			s.Mended = append(s.Mended, fmt.Sprintf("There is no tool %.70q: %s was called.", s.Tool, t.Name))
		}
		s.Tool = t.Name
		args, told := mendArgs(c.schemas[t.Name], s.Args)
		s.Args, s.Mended = args, append(s.Mended, told...)
	}
	switch {
	case s.Tool == "":
		s.Respond = s.Respond || s.Answer != ""
	case s.Respond || last && s.Answer != "":
		s = c.chooseOne(s, done, last)
	}
	if s.Respond {
		s.Args, s.Mended = nil, nil
	}
	return s
}

// chooseOne makes of a step that calls and answers one that does either. An answer that was
// written beside a call knows nothing of what it returns, so the call goes first if it can be
// made.
func (c *Catalogue) chooseOne(s Step, done *Pad, last bool) Step {
	calls, answers := s, s
	calls.Respond, calls.Answer = false, ""
	answers.Respond, answers.Tool, answers.Args = true, "", nil
	switch {
	case len(c.Check(calls, done, last)) == 0:
		return calls
	case len(c.Check(answers, done, last)) == 0:
		return answers
	}
	return s
}

// mistyped is how many letters of a tool's name a model may have wrong. One that asks to write
// a note does not mean to read one.
const mistyped = 2

// meantTool is the tool that a name means: written in capitals, or mistyped.
func (c *Catalogue) meantTool(name string) string {
	name = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "-", "_"))
	if _, ok := c.Find(name); ok || !toolName.MatchString(name) {
		return name
	}
	if near := c.near(name); slip.Distance(name, near) <= mistyped {
		return near
	}
	return name
}

// mendArgs makes of arguments ones that a schema takes, as far as what they mean is plain, and
// tells what was changed in their meaning. Arguments that need nothing are as they were written.
func mendArgs(schema *jsonschema.Resolved, data json.RawMessage) (json.RawMessage, []string) {
	var written any
	if err := json.Unmarshal(data, &written); err != nil {
		if len(data) == 0 || data[0] == '{' || data[0] == '[' {
			return data, nil
		}
		written = string(data) // words in the place of an object
	}
	if schema.Validate(written) == nil {
		return data, nil
	}
	args, ok := objectIn(written)
	if required := schema.Schema().Required; !ok && len(required) == 1 && isScalar(written) {
		args, ok = map[string]any{required[0]: written}, true
	}
	if !ok {
		return data, nil
	}
	var m mending
	out, err := json.Marshal(m.object(schema.Schema(), "", args))
	if err != nil {
		return data, nil
	}
	return out, m.told
}

// objectIn is an object, the one that a text holds, or an empty one for null.
func objectIn(v any) (map[string]any, bool) {
	for range 2 { // a text may hold a text that holds it
		text, ok := v.(string)
		if !ok || json.Unmarshal([]byte(text), &v) != nil {
			break
		}
	}
	if v == nil {
		return map[string]any{}, true
	}
	out, ok := v.(map[string]any)
	return out, ok
}

func isScalar(v any) bool {
	switch v.(type) {
	case string, float64, bool:
		return true
	}
	return false
}

// A mending collects what was changed in a meaning.
type mending struct{ told []string }

func (m *mending) tell(format string, args ...any) {
	m.told = append(m.told, fmt.Sprintf(format, args...))
}

// object mends what an object has, each by its schema.
func (m *mending) object(s *jsonschema.Schema, path string, args map[string]any) map[string]any {
	out := map[string]any{}
	closed := s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil
	for _, name := range slices.Sorted(maps.Keys(args)) {
		known := name
		if s.Properties[name] == nil {
			if !closed {
				out[name] = args[name]
				continue
			}
			if known = nearestFree(name, s, args); known == "" {
				m.tell("There is no argument %.70s: it was left out.", path+name)
				continue
			}
			m.tell("There is no argument %.70s: it was read as %s.", path+name, known)
		}
		v, ok := m.value(s.Properties[known], path+known, args[name])
		if ok || slices.Contains(s.Required, known) {
			out[known] = v
		}
	}
	return out
}

// nearestFree is the argument that was meant by a name that is none, of those that are not
// there; "" if that isn't clear.
func nearestFree(name string, s *jsonschema.Schema, args map[string]any) string {
	var free []string
	for _, known := range slices.Sorted(maps.Keys(s.Properties)) {
		if _, taken := args[known]; !taken {
			free = append(free, known)
		}
	}
	return slip.Nearest(name, free)
}

// value mends a value. It returns false for one that says nothing, which an argument that need
// not be there is left out for.
func (m *mending) value(s *jsonschema.Schema, path string, v any) (any, bool) {
	if v == nil || v == "" && (s.Type != "string" || s.MinLength != nil || s.Pattern != "" || s.Enum != nil) {
		return v, false
	}
	switch s.Type {
	case "string":
		return m.text(s, path, v), true
	case "integer", "number":
		return m.number(s, path, v), true
	case "boolean":
		if text, ok := v.(string); ok {
			if b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(text))); err == nil {
				return b, true
			}
		}
	case "array":
		return m.list(s, path, v), true
	case "object":
		if of, ok := objectIn(v); ok {
			return m.object(s, path+".", of), true
		}
	}
	return v, true
}

func (m *mending) text(s *jsonschema.Schema, path string, v any) any {
	switch is := v.(type) {
	case float64, bool:
		v = fmt.Sprint(is)
	}
	text, ok := v.(string)
	if !ok {
		return v
	}
	for _, choice := range s.Enum {
		if word, ok := choice.(string); ok && strings.EqualFold(strings.TrimSpace(text), word) {
			return word
		}
	}
	if s.Pattern != "" {
		text = dayIn(s.Pattern, strings.TrimSpace(text))
	}
	if s.MaxLength != nil && utf8.RuneCountInString(text) > *s.MaxLength {
		m.tell("%s has more than %d characters: the rest was left out.", path, *s.MaxLength)
		text = string([]rune(text)[:*s.MaxLength])
	}
	return text
}

// dayIn is the day of a time such as 2027-04-25T09:00, where a pattern takes only that.
func dayIn(pattern, text string) string {
	takes, err := regexp.Compile(pattern)
	if err != nil || takes.MatchString(text) || len(text) <= len("2027-04-25") {
		return text
	}
	if day := text[:len("2027-04-25")]; takes.MatchString(day) && strings.ContainsAny(text[len(day):len(day)+1], "T ") {
		return day
	}
	return text
}

func (m *mending) number(s *jsonschema.Schema, path string, v any) any {
	if text, ok := v.(string); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return v
		}
		v = f
	}
	n, ok := v.(float64)
	if !ok {
		return v
	}
	if s.Type == "integer" {
		n = math.Round(n)
	}
	switch {
	case s.Maximum != nil && n > *s.Maximum:
		m.tell("%s may be at most %v: it was read as that.", path, *s.Maximum)
		return *s.Maximum
	case s.Minimum != nil && n < *s.Minimum:
		m.tell("%s has to be at least %v: it was read as that.", path, *s.Minimum)
		return *s.Minimum
	}
	return n
}

func (m *mending) list(s *jsonschema.Schema, path string, v any) any {
	list, ok := v.([]any)
	if text, is := v.(string); is && json.Unmarshal([]byte(text), &list) == nil {
		ok = true
	}
	if !ok {
		list = []any{v} // one in the place of a list
	}
	if s.MaxItems != nil && len(list) > *s.MaxItems {
		m.tell("%s has %d items, and may have %d: the others were left out.", path, len(list), *s.MaxItems)
		list = list[:*s.MaxItems]
	}
	out := []any{}
	for i, item := range list {
		if s.Items != nil {
			if mended, ok := m.value(s.Items, fmt.Sprintf("%s[%d]", path, i), item); ok {
				item = mended
			}
		}
		out = append(out, item)
	}
	return out
}
