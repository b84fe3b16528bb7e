package form

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A Message is a form made of a protobuf message.
type Message struct {
	name string
	root shape
}

// Of returns the form of m's type. The comments, by full name, are what the model
// is told of messages and fields. The bounds are those of protovalidate. It
// panics if the type has what a form can't have: recursion, maps, oneofs, bytes.
func Of(m proto.Message, comments map[string]string) *Message {
	d := m.ProtoReflect().Descriptor()
	f := &Message{name: string(d.Name()), root: messageShape(d, comments, nil)}
	f.root.about = comments[string(d.FullName())]
	f.root.must = true
	return f
}

// Holding has fields of these names, which are texts that hold JSON, take that JSON as it is,
// too: models write an object where one is meant. It returns the form.
func (f *Message) Holding(names ...string) *Message {
	f.root.holding(names)
	return f
}

func (s *shape) holding(names []string) {
	for i := range s.fields {
		of := &s.fields[i]
		of.holds = of.kind == text && slices.Contains(names, of.name)
		of.holding(names)
	}
	if s.item != nil {
		s.item.holding(names)
	}
}

// Name is the name of the message, without its package.
func (f *Message) Name() string { return f.name }

// Schema returns the JSON schema of the form.
func (f *Message) Schema(d Dialect) json.RawMessage { return f.root.schema(d) }

// Read fills into from what a model wrote and returns what was wrong with it. If
// what is left can't stand as an answer, it says so by returning false, and into
// is not to be used.
func (f *Message) Read(written string, into proto.Message) ([]Problem, bool) {
	v, problems, ok := f.root.read(written)
	if !ok {
		return problems, false
	}
	data, err := json.Marshal(v)
	if err == nil {
		err = protojson.Unmarshal(data, into)
	}
	if err != nil {
		return append(problems, Problem{Text: err.Error()}), false
	}
	return problems, true
}

func messageShape(d protoreflect.MessageDescriptor, comments map[string]string, above []protoreflect.FullName) shape {
	if slices.Contains(above, d.FullName()) {
		panic(fmt.Sprintf("form: %s contains itself", d.FullName()))
	}
	above = append(above, d.FullName())
	s := shape{kind: object}
	for i := range d.Fields().Len() {
		fd := d.Fields().Get(i)
		if fd.IsMap() || fd.ContainingOneof() != nil && !fd.HasOptionalKeyword() {
			panic(fmt.Sprintf("form: %s: maps and oneofs are no part of a form", fd.FullName()))
		}
		s.fields = append(s.fields, field{string(fd.Name()), fieldShape(fd, comments, above)})
	}
	return s
}

func fieldShape(fd protoreflect.FieldDescriptor, comments map[string]string, above []protoreflect.FullName) shape {
	rules, _ := proto.GetExtension(fd.Options(), validate.E_Field).(*validate.FieldRules)
	about := comments[string(fd.FullName())]
	if !fd.IsList() {
		s := valueShape(fd, rules, comments, above)
		s.about = about
		s.nullable = fd.HasPresence() && !rules.GetRequired()
		s.must = s.must || rules.GetRequired()
		return s
	}
	item := valueShape(fd, rules.GetRepeated().GetItems(), comments, above)
	item.must = true
	return shape{
		kind: array, about: about, item: &item,
		least: int(rules.GetRepeated().GetMinItems()), most: int(rules.GetRepeated().GetMaxItems()),
		must: rules.GetRepeated().GetMinItems() > 0,
	}
}

// valueShape is the shape of one value of a field, be it a list or not.
func valueShape(fd protoreflect.FieldDescriptor, rules *validate.FieldRules, comments map[string]string, above []protoreflect.FullName) shape {
	switch fd.Kind() {
	case protoreflect.MessageKind:
		return messageShape(fd.Message(), comments, above)
	case protoreflect.EnumKind:
		return enumShape(fd.Enum(), rules.GetEnum())
	case protoreflect.StringKind:
		r := rules.GetString()
		if in := r.GetIn(); len(in) > 0 {
			s := shape{kind: choice, words: in, must: true}
			for _, word := range in {
				s.values = append(s.values, word)
			}
			return s
		}
		return shape{kind: text, least: int(r.GetMinLen()), most: int(r.GetMaxLen()), must: r.GetMinLen() > 0}
	case protoreflect.BoolKind:
		return shape{kind: boolean}
	case protoreflect.Int32Kind:
		s := shape{kind: integer}
		if r := rules.GetInt32(); r != nil {
			s.from, s.to = bound(r.HasGte(), r.GetGte()), bound(r.HasLte(), r.GetLte())
		}
		return s
	case protoreflect.DoubleKind:
		s := shape{kind: number}
		if r := rules.GetDouble(); r != nil {
			s.from, s.to = bound(r.HasGte(), r.GetGte()), bound(r.HasLte(), r.GetLte())
		}
		return s
	}
	panic(fmt.Sprintf("form: %s: a %s is no part of a form", fd.FullName(), fd.Kind()))
}

func bound[N int32 | float64](has bool, n N) *float64 {
	if !has {
		return nil
	}
	f := float64(n)
	return &f
}

// enumShape offers the values that the rules allow, without the prefix that all
// of them share.
func enumShape(d protoreflect.EnumDescriptor, rules *validate.EnumRules) shape {
	s := shape{kind: choice}
	prefix := strings.TrimSuffix(string(d.Values().ByNumber(0).Name()), "UNSPECIFIED")
	for i := range d.Values().Len() {
		v := d.Values().Get(i)
		n := int32(v.Number())
		if slices.Contains(rules.GetNotIn(), n) || len(rules.GetIn()) > 0 && !slices.Contains(rules.GetIn(), n) {
			continue
		}
		s.words = append(s.words, strings.TrimPrefix(string(v.Name()), prefix))
		s.values = append(s.values, string(v.Name()))
	}
	s.must = len(s.words) < d.Values().Len() // the unspecified value is no answer
	return s
}
