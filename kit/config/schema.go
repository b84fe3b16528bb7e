package config

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

const stringKind = reflect.String

const (
	durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`
	bytesPattern    = `^[0-9]+ ?(B|kB|KiB|MB|MiB|GB|GiB)?$`
)

// Schema returns the JSON Schema of the file, for editors and for checks.
func Schema() *jsonschema.Schema {
	root := object("Weft's configuration.")
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "Weft configuration"
	c := defaults(nil)
	describe(root, reflect.ValueOf(c).Elem(), setting{})
	return root
}

func object(doc string) *jsonschema.Schema {
	return &jsonschema.Schema{
		Type:                 "object",
		Description:          doc,
		Properties:           map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
}

// describe adds the fields of v to a schema.
func describe(into *jsonschema.Schema, v reflect.Value, parent setting) {
	for _, s := range fields(v, parent) {
		name := s.name()
		into.PropertyOrder = append(into.PropertyOrder, name)
		switch s.value.Kind() {
		case reflect.Struct:
			section := object(s.doc)
			describe(section, s.value, s)
			into.Properties[name] = section
			continue
		case reflect.Map:
			into.Properties[name] = s.mapped()
			continue
		}
		into.Properties[name] = s.schema()
	}
}

// mapped describes a section whose names are free.
func (s setting) mapped() *jsonschema.Schema {
	section, item := object(s.doc), &jsonschema.Schema{}
	section.AdditionalProperties = item
	switch s.value.Interface().(type) {
	case Steps:
		step := object("The step of the state.")
		s.optional = true
		describe(step, reflect.ValueOf(&Step{}).Elem(), s)
		*item = *object("The steps of the graph, by state.")
		item.AdditionalProperties = step
	case ToolServers:
		*item = *object("The server.")
		describe(item, reflect.ValueOf(newToolServer()).Elem(), s)
	case ToolOperations:
		*item = *object("The operation.")
		describe(item, reflect.ValueOf(&ToolOperation{}).Elem(), s)
	}
	return section
}

// schema describes one setting. Settings whose default depends on the machine
// have none in the schema.
func (s setting) schema() *jsonschema.Schema {
	out := &jsonschema.Schema{Description: s.doc}
	switch {
	case s.isList():
		out.Type = "array"
		out.Items = &jsonschema.Schema{Type: "string"}
	case s.value.Type() == durationType:
		out.Type, out.Pattern = "string", durationPattern
		out.Default = mustJSON(format(s.value))
	case s.value.Type() == bytesType:
		out.Types, out.Pattern = []string{"integer", "string"}, bytesPattern
		out.Default = mustJSON(format(s.value))
	case s.value.Kind() == reflect.Bool:
		out.Type = "boolean"
		out.Default = mustJSON(s.value.Bool())
	case s.value.Kind() == reflect.Int:
		out.Type = "integer"
		out.Default = mustJSON(s.value.Int())
	default:
		out.Type = "string"
		if !s.machine() {
			out.Default = mustJSON(s.value.String())
		}
	}
	if s.optional {
		out.Default = nil
	}
	for _, e := range s.enum {
		out.Enum = append(out.Enum, e)
	}
	// What JSON Schema can't bound, durations as text, Load does.
	if kind := s.value.Kind(); s.value.Type() != durationType && (kind == reflect.Int || kind == reflect.Int64) {
		if least, ok := s.bound(s.min); ok {
			out.Minimum = number(least)
		}
		if most, ok := s.bound(s.max); ok {
			out.Maximum = number(most)
		}
	}
	return out
}

func number(v reflect.Value) *float64 {
	n := float64(v.Int())
	return &n
}

// machine reports whether the default depends on the machine.
func (s setting) machine() bool { return s.path == "vault" || s.path == "user" }

func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("config: " + strings.TrimSpace(err.Error())) // only strings, numbers and booleans come here
	}
	return raw
}
