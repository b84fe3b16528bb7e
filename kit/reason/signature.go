package reason

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// dayPattern is how schemas say that a text is a day.
const dayPattern = `^\d{4}-\d{2}-\d{2}$`

// Signature tells what arguments a schema takes in a quarter of its length, such as
// {query: text, limit?: 1 to 20}; "?" marks what may be left out. What can't be told so is told
// as JSON Schema.
func (t Tool) Signature() string {
	var s jsonschema.Schema
	if json.Unmarshal(t.Input, &s) != nil {
		return string(t.Input)
	}
	return signature(&s)
}

func signature(s *jsonschema.Schema) string {
	if !plainSchema(s) {
		return asJSON(s)
	}
	switch {
	case len(s.Enum) > 0:
		var words []string
		for _, word := range s.Enum {
			words = append(words, asJSON(word))
		}
		return strings.Join(words, "|")
	case s.Type == "string" && s.Pattern == dayPattern:
		return "YYYY-MM-DD"
	case s.Type == "string" && s.Pattern == "":
		return "text"
	case s.Type == "boolean":
		return "true|false"
	case s.Type == "integer", s.Type == "number":
		return numberSignature(s)
	case s.Type == "array" && s.Items != nil:
		return "[" + signature(s.Items) + ", …]"
	case s.Type == "object":
		return objectSignature(s)
	}
	return asJSON(s)
}

// plainSchema says that a schema has no more than a signature tells, or than code mends.
func plainSchema(s *jsonschema.Schema) bool {
	return s.Ref == "" && s.Const == nil && s.Not == nil && s.If == nil && s.PropertyNames == nil && s.Description == "" && s.Format == "" &&
		len(s.AllOf)+len(s.AnyOf)+len(s.OneOf)+len(s.Types)+len(s.Defs)+len(s.Definitions)+len(s.PatternProperties)+len(s.DependentRequired)+len(s.Extra) == 0
}

func numberSignature(s *jsonschema.Schema) string {
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf("%v to %v", *s.Minimum, *s.Maximum)
	case s.Minimum != nil:
		return fmt.Sprintf("number from %v on", *s.Minimum)
	case s.Maximum != nil:
		return fmt.Sprintf("number up to %v", *s.Maximum)
	}
	return "number"
}

// objectSignature tells what has to be there first.
func objectSignature(s *jsonschema.Schema) string {
	var must, may []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if is := signature(s.Properties[name]); slices.Contains(s.Required, name) {
			must = append(must, name+": "+is)
		} else {
			may = append(may, name+"?: "+is)
		}
	}
	return "{" + strings.Join(append(must, may...), ", ") + "}"
}

func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("reason: what was read as JSON can't be written as JSON: " + err.Error()) // it can
	}
	return string(data)
}
