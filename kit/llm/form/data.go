package form

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Data is a form made of JSON schemas, one for each part of the data.
type Data struct {
	name string
	root shape
}

// A Part is one part of the data that a form asks for.
type Part struct {
	Name   string
	About  string         // what the model is told of it
	Schema map[string]any // JSON Schema (2020-12)
}

// OfData returns a form that asks for an object of the parts, in their order;
// each may be null. Of a schema it takes objects, arrays, strings, numbers,
// booleans, enums of strings, bounds and references to $defs. What it can't say
// (alternatives, references that come back to themselves) it leaves out, so
// whoever needs that must check the data against the schema itself.
func OfData(name string, parts ...Part) *Data {
	f := &Data{name: name, root: shape{kind: object, must: true}}
	for _, p := range parts {
		defs, _ := p.Schema["$defs"].(map[string]any)
		s, ok := schemaShape(p.Schema, defs, nil)
		if !ok {
			continue
		}
		s.about, s.nullable = p.About, true
		f.root.fields = append(f.root.fields, field{p.Name, s})
	}
	return f
}

// Name is the name that the form was made with.
func (f *Data) Name() string { return f.name }

// Schema returns the JSON schema of the form.
func (f *Data) Schema(d Dialect) json.RawMessage { return f.root.schema(d) }

// Read returns what a model wrote, by part, and what was wrong with it; false if
// nothing of it can be used.
func (f *Data) Read(written string) (map[string]any, []Problem, bool) {
	v, problems, ok := f.root.read(written)
	data, _ := v.(map[string]any)
	return data, problems, ok
}

func schemaShape(schema, defs map[string]any, above []string) (shape, bool) {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		target, ok := defs[name].(map[string]any)
		if !ok || slices.Contains(above, name) {
			return shape{}, false
		}
		own := maps.Clone(target)
		for k, v := range schema {
			if k != "$ref" && k != "properties" {
				own[k] = v
			}
		}
		return schemaShape(own, defs, append(slices.Clone(above), name))
	}
	s := shape{}
	s.about, _ = schema["description"].(string)
	switch schema["type"] {
	case "object":
		return objectShape(s, schema, defs, above)
	case "array":
		items, _ := schema["items"].(map[string]any)
		item, ok := schemaShape(items, defs, above)
		if !ok {
			return shape{}, false
		}
		item.must = true
		s.kind, s.item = array, &item
		s.least, s.most = whole(schema["minItems"]), whole(schema["maxItems"])
	case "string":
		s.kind = text
		s.least, s.most = whole(schema["minLength"]), whole(schema["maxLength"])
		if words, ok := schema["enum"].([]any); ok {
			return choiceShape(s, words)
		}
	case "integer":
		s.kind = integer
		s.from, s.to = limit(schema["minimum"]), limit(schema["maximum"])
	case "number":
		s.kind = number
		s.from, s.to = limit(schema["minimum"]), limit(schema["maximum"])
	case "boolean":
		s.kind = boolean
	default:
		return shape{}, false
	}
	return s, true
}

func objectShape(s shape, schema, defs map[string]any, above []string) (shape, bool) {
	s.kind = object
	props, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(props)) {
		prop, _ := props[name].(map[string]any)
		inner, ok := schemaShape(prop, defs, above)
		inner.must = slices.Contains(required, any(name))
		inner.nullable = !inner.must
		switch {
		case ok:
			s.fields = append(s.fields, field{name, inner})
		case inner.must:
			return shape{}, false // what it needs can't be asked for
		}
	}
	return s, len(s.fields) > 0
}

func choiceShape(s shape, words []any) (shape, bool) {
	s.kind = choice
	for _, w := range words {
		word, ok := w.(string)
		if !ok {
			return shape{}, false
		}
		s.words, s.values = append(s.words, word), append(s.values, word)
	}
	return s, len(words) > 0
}

// whole is a count in a schema, which may have been read from JSON or YAML.
func whole(v any) int {
	if f := limit(v); f != nil {
		return int(*f)
	}
	return 0
}

func limit(v any) *float64 {
	var f float64
	switch n := v.(type) {
	case float64:
		f = n
	case int:
		f = float64(n)
	case uint64:
		f = float64(n)
	case int64:
		f = float64(n)
	default:
		return nil
	}
	return &f
}
