// Package protoschema writes JSON schemas of messages, as protojson writes and reads them.
package protoschema

import (
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// An Object is an object of JSON.
type Object = map[string]any

// Schemas are those of messages and enums that refer to one another.
type Schemas struct {
	ByName map[string]Object // by the names that references have
	// At is where they will be: what references begin with, such as "#/$defs/".
	At string
	// LeaveOut tells fields that have no place in a schema. May be nil.
	LeaveOut func(protoreflect.FieldDescriptor) bool
}

func (s *Schemas) refTo(name string) Object { return Object{"$ref": s.At + name} }

// Message returns a reference to the schema of a message, which is written the first
// time.
func (s *Schemas) Message(m protoreflect.MessageDescriptor) Object {
	if known := WellKnown(m.FullName()); known != nil {
		return known
	}
	name := Name(m.FullName())
	if _, done := s.ByName[name]; !done {
		schema := withDescription(Object{"type": "object"}, Comment(m))
		s.ByName[name] = schema // before its fields, which may have the message itself
		fields := Object{}
		var required []any
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			if s.LeaveOut != nil && s.LeaveOut(f) {
				continue
			}
			if rules := rulesOf(f); rules.GetRequired() || rules.GetString().GetMinLen() > 0 {
				required = append(required, f.JSONName())
			}
			fields[f.JSONName()] = withDescription(s.Field(f), Comment(f))
		}
		if len(fields) > 0 {
			schema["properties"] = fields
		}
		if len(required) > 0 {
			schema["required"] = required
		}
		if choices := s.choiceSchemas(m); len(choices) > 0 {
			schema["allOf"] = choices
		}
	}
	return s.refTo(name)
}

// choiceSchemas returns a schema for each oneof of a message, which allows one of its fields. The
// fields stand beside it as properties, so that generated types have them all.
func (s *Schemas) choiceSchemas(m protoreflect.MessageDescriptor) []any {
	var all []any
	for i := range m.Oneofs().Len() {
		o := m.Oneofs().Get(i)
		if o.IsSynthetic() {
			continue
		}
		var one []any
		for j := range o.Fields().Len() {
			if f := o.Fields().Get(j); s.LeaveOut == nil || !s.LeaveOut(f) {
				one = append(one, Object{"required": []any{f.JSONName()}})
			}
		}
		rules, _ := proto.GetExtension(o.Options(), validate.E_Oneof).(*validate.OneofRules)
		if !rules.GetRequired() {
			one = append(one, Object{"not": Object{"anyOf": slices.Clone(one)}})
		}
		all = append(all, Object{"oneOf": one})
	}
	return all
}

// withDescription returns a schema with a description, where there is one.
func withDescription(schema Object, text string) Object {
	if text == "" {
		return schema
	}
	out := Object{"description": text}
	for k, v := range schema {
		out[k] = v
	}
	return out
}

// Name is a message's name without the packages of Weft.
func Name(name protoreflect.FullName) string {
	parts := strings.Split(string(name), ".")
	if len(parts) > 3 && parts[0] == "weft" {
		if parts[1] != "orchestrator" && parts[1] != "common" {
			return strings.Join(append(parts[1:2], parts[3:]...), ".")
		}
		parts = parts[3:]
	}
	return strings.Join(parts, ".")
}

// WellKnown returns the schema of a message that JSON has its own form for.
func WellKnown(name protoreflect.FullName) Object {
	switch name {
	case "google.protobuf.Timestamp":
		return Object{"type": "string", "format": "date-time"}
	case "google.protobuf.Duration":
		return Object{"type": "string", "description": "Seconds, as in \"1.5s\"."}
	case "google.protobuf.Struct":
		return Object{"type": "object"}
	case "google.protobuf.Value":
		return Object{}
	case "google.protobuf.ListValue":
		return Object{"type": "array", "items": Object{}}
	case "google.protobuf.Any":
		return Object{"type": "object", "properties": Object{"@type": Object{"type": "string"}}, "additionalProperties": true}
	}
	return nil
}

// Field returns the schema of a field.
func (s *Schemas) Field(f protoreflect.FieldDescriptor) Object {
	rules := rulesOf(f)
	if f.IsMap() {
		return Object{"type": "object", "additionalProperties": s.valueSchema(f.MapValue(), nil)}
	}
	if !f.IsList() {
		return s.valueSchema(f, rules)
	}
	list := Object{"type": "array", "items": s.valueSchema(f, rules.GetRepeated().GetItems())}
	if n := rules.GetRepeated().GetMaxItems(); n > 0 {
		list["maxItems"] = n
	}
	return list
}

func rulesOf(f protoreflect.FieldDescriptor) *validate.FieldRules {
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return rules
}

// valueSchema returns the schema of a field, or of an item of one.
func (s *Schemas) valueSchema(f protoreflect.FieldDescriptor, rules *validate.FieldRules) Object {
	switch f.Kind() {
	case protoreflect.BoolKind:
		return Object{"type": "boolean"}
	case protoreflect.EnumKind:
		if some := rules.GetEnum().GetIn(); len(some) > 0 { // not all may be sent
			var values []any
			for _, n := range some {
				values = append(values, string(f.Enum().Values().ByNumber(protoreflect.EnumNumber(n)).Name()))
			}
			return Object{"type": "string", "enum": values}
		}
		return s.enumSchema(f.Enum())
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return s.Message(f.Message())
	case protoreflect.BytesKind:
		return Object{"type": "string", "contentEncoding": "base64"}
	case protoreflect.DoubleKind, protoreflect.FloatKind:
		return Object{"type": "number"}
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind:
		return Object{"type": []any{"string", "integer"}, "format": "int64"} // written as a text, read as either
	case protoreflect.StringKind:
		return textSchema(rules.GetString())
	}
	number := Object{"type": "integer", "format": "int32"}
	if r := rules.GetInt32(); r != nil {
		if r.HasGte() {
			number["minimum"] = r.GetGte()
		}
		if r.HasLte() {
			number["maximum"] = r.GetLte()
		}
	}
	return number
}

func textSchema(r *validate.StringRules) Object {
	s := Object{"type": "string"}
	if n := r.GetMinLen(); n > 0 {
		s["minLength"] = n
	}
	if n := r.GetMaxLen(); n > 0 {
		s["maxLength"] = n
	}
	if p := r.GetPattern(); p != "" {
		s["pattern"] = p
	}
	return s
}

func (s *Schemas) enumSchema(e protoreflect.EnumDescriptor) Object {
	name := Name(e.FullName())
	if _, done := s.ByName[name]; !done {
		var values []any
		said := []string{Comment(e)}
		for i := range e.Values().Len() {
			v := e.Values().Get(i)
			values = append(values, string(v.Name()))
			if c := Comment(v); c != "" {
				said = append(said, "- `"+string(v.Name())+"`: "+c)
			}
		}
		said = slices.DeleteFunc(said, func(s string) bool { return s == "" })
		s.ByName[name] = withDescription(Object{"type": "string", "enum": values}, strings.Join(said, "\n"))
	}
	return s.refTo(name)
}

// Comment returns what stands above a descriptor as paragraphs: "" where its file was
// compiled without comments.
func Comment(d protoreflect.Descriptor) string {
	var paragraphs []string
	text := d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		for p := range strings.SplitSeq(p, "\n \n") {
			if words := strings.Join(strings.Fields(p), " "); words != "" {
				paragraphs = append(paragraphs, words)
			}
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
