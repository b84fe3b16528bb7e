package main

import (
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// message returns a reference to the schema of a message, which is written the first
// time.
func (d *document) message(m *protogen.Message) object {
	if known := wellKnown(m.Desc.FullName()); known != nil {
		return known
	}
	name := schemaName(m.Desc.FullName())
	if _, done := d.schemas[name]; !done {
		schema := object{"type": "object", "description": comment(m.Comments.Leading)}
		d.schemas[name] = schema // before its fields, which may have the message itself
		fields := object{}
		var required []any
		for _, f := range m.Fields {
			if d.inPath[f.Desc.FullName()] {
				continue
			}
			if rules, _ := proto.GetExtension(f.Desc.Options(), validate.E_Field).(*validate.FieldRules); rules.GetRequired() || rules.GetString().GetMinLen() > 0 {
				required = append(required, f.Desc.JSONName())
			}
			s := d.field(f)
			if text := comment(f.Comments.Leading); text != "" {
				s = described(s, text)
			}
			fields[f.Desc.JSONName()] = s
		}
		if len(fields) > 0 {
			schema["properties"] = fields
		}
		if len(required) > 0 {
			schema["required"] = required
		}
	}
	return ref(name)
}

// described adds a description to a schema.
func described(s object, text string) object {
	out := object{"description": text}
	for k, v := range s {
		out[k] = v
	}
	return out
}

// schemaName is a message's name without the packages of Weft.
func schemaName(name protoreflect.FullName) string {
	parts := strings.Split(string(name), ".")
	if len(parts) > 3 && parts[0] == "weft" {
		if parts[1] != "orchestrator" && parts[1] != "common" {
			return strings.Join(append(parts[1:2], parts[3:]...), ".")
		}
		parts = parts[3:]
	}
	return strings.Join(parts, ".")
}

// wellKnown returns the schema of a message that JSON has its own form for.
func wellKnown(name protoreflect.FullName) object {
	switch name {
	case "google.protobuf.Timestamp":
		return object{"type": "string", "format": "date-time"}
	case "google.protobuf.Duration":
		return object{"type": "string", "description": "Seconds, as in \"1.5s\"."}
	case "google.protobuf.Struct":
		return object{"type": "object"}
	case "google.protobuf.Value":
		return object{}
	case "google.protobuf.ListValue":
		return object{"type": "array", "items": object{}}
	case "google.protobuf.Any":
		return object{"type": "object", "properties": object{"@type": object{"type": "string"}}, "additionalProperties": true}
	}
	return nil
}

// field returns the schema of a field.
func (d *document) field(f *protogen.Field) object {
	rules, _ := proto.GetExtension(f.Desc.Options(), validate.E_Field).(*validate.FieldRules)
	if f.Desc.IsMap() {
		return object{"type": "object", "additionalProperties": d.single(f.Message.Fields[1], nil)}
	}
	if !f.Desc.IsList() {
		return d.single(f, rules)
	}
	s := object{"type": "array", "items": d.single(f, rules.GetRepeated().GetItems())}
	if n := rules.GetRepeated().GetMaxItems(); n > 0 {
		s["maxItems"] = n
	}
	return s
}

// single returns the schema of a field, or of an item of one.
func (d *document) single(f *protogen.Field, rules *validate.FieldRules) object {
	switch f.Desc.Kind() {
	case protoreflect.BoolKind:
		return object{"type": "boolean"}
	case protoreflect.EnumKind:
		if some := rules.GetEnum().GetIn(); len(some) > 0 { // not all may be sent
			var values []any
			for _, n := range some {
				values = append(values, string(f.Enum.Desc.Values().ByNumber(protoreflect.EnumNumber(n)).Name()))
			}
			return object{"type": "string", "enum": values}
		}
		return d.enum(f.Enum)
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return d.message(f.Message)
	case protoreflect.BytesKind:
		return object{"type": "string", "contentEncoding": "base64"}
	case protoreflect.DoubleKind, protoreflect.FloatKind:
		return object{"type": "number"}
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind:
		return object{"type": []any{"string", "integer"}, "format": "int64"} // written as a text, read as either
	case protoreflect.StringKind:
		return text(rules.GetString())
	}
	s := object{"type": "integer", "format": "int32"}
	if r := rules.GetInt32(); r != nil {
		if r.HasGte() {
			s["minimum"] = r.GetGte()
		}
		if r.HasLte() {
			s["maximum"] = r.GetLte()
		}
	}
	return s
}

func text(r *validate.StringRules) object {
	s := object{"type": "string"}
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

func (d *document) enum(e *protogen.Enum) object {
	name := schemaName(e.Desc.FullName())
	if _, done := d.schemas[name]; !done {
		var values []any
		said := []string{comment(e.Comments.Leading)}
		for _, v := range e.Values {
			values = append(values, string(v.Desc.Name()))
			if c := comment(v.Comments.Leading); c != "" {
				said = append(said, "- `"+string(v.Desc.Name())+"`: "+c)
			}
		}
		said = slices.DeleteFunc(said, func(s string) bool { return s == "" })
		d.schemas[name] = object{"type": "string", "enum": values, "description": strings.Join(said, "\n")}
	}
	return ref(name)
}

// comment returns a comment as paragraphs.
func comment(c protogen.Comments) string {
	var paragraphs []string
	for p := range strings.SplitSeq(strings.TrimSpace(string(c)), "\n\n") {
		for p := range strings.SplitSeq(p, "\n \n") {
			if words := strings.Join(strings.Fields(p), " "); words != "" {
				paragraphs = append(paragraphs, words)
			}
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
