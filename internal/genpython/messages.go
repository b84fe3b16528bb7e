package main

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

func mapKeys[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }

// writeModule writes the module that makes the classes of a file, as protoc of version
// 3.21 does: Python's protobuf 4.21 and all later ones read it.
func writeModule(f protoreflect.FileDescriptor) (string, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(stripFile(f))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Written by make generate from proto/%s.\n", f.Path())
	b.WriteString("from google.protobuf import descriptor_pool\nfrom google.protobuf.internal import builder\n")
	for _, other := range importsOf(f) {
		b.WriteString(importLine(other) + "  # noqa: F401\n")
	}
	fmt.Fprintf(&b, "\nDESCRIPTOR = descriptor_pool.Default().AddSerializedFile(%s)\n", quoteBytes(data))
	b.WriteString("builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())\n")
	b.WriteString("builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())\n")
	return b.String(), nil
}

// stripFile returns what Python needs of a file: its messages and enums, without options
// and without imports that only options need.
func stripFile(f protoreflect.FileDescriptor) *descriptorpb.FileDescriptorProto {
	full := protodesc.ToFileDescriptorProto(f)
	stripped := &descriptorpb.FileDescriptorProto{
		Name: full.Name, Package: full.Package, Syntax: full.Syntax,
		MessageType: full.MessageType, EnumType: full.EnumType,
	}
	for _, other := range importsOf(f) {
		stripped.Dependency = append(stripped.Dependency, other.Path())
	}
	for _, m := range stripped.MessageType {
		stripMessage(m)
	}
	for _, e := range stripped.EnumType {
		stripEnum(e)
	}
	return stripped
}

func stripMessage(m *descriptorpb.DescriptorProto) {
	if m.GetOptions().GetMapEntry() {
		m.Options = &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)}
	} else {
		m.Options = nil
	}
	for _, field := range m.Field {
		field.Options = nil
	}
	for _, oneof := range m.OneofDecl {
		oneof.Options = nil
	}
	for _, e := range m.EnumType {
		stripEnum(e)
	}
	for _, nested := range m.NestedType {
		stripMessage(nested)
	}
}

func stripEnum(e *descriptorpb.EnumDescriptorProto) {
	e.Options = nil
	for _, v := range e.Value {
		v.Options = nil
	}
}

// quoteBytes writes bytes as a literal of Python.
func quoteBytes(data []byte) string {
	var b strings.Builder
	b.WriteString("b'")
	for _, c := range data {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("'")
	return b.String()
}

// writeStub writes the types of a module.
func writeStub(f protoreflect.FileDescriptor) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Written by make generate from proto/%s.\n", f.Path())
	b.WriteString("import datetime\nfrom typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union\n\n")
	b.WriteString("from google.protobuf import descriptor, message\n\nfrom .. import _shapes\n")
	for _, other := range importsOf(f) {
		b.WriteString(importLine(other) + "\n")
	}
	b.WriteString("\nDESCRIPTOR: descriptor.FileDescriptor\n")
	for i := range f.Enums().Len() {
		writeEnumStub(&b, "", f.Enums().Get(i))
	}
	for i := range f.Messages().Len() {
		writeMessageStub(&b, "", f.Messages().Get(i))
	}
	return b.String()
}

func writeEnumStub(b *strings.Builder, indent string, e protoreflect.EnumDescriptor) {
	name := typeName(e, e.ParentFile())
	fmt.Fprintf(b, "\n%sclass %s(int, metaclass=_shapes.EnumType):\n", indent, e.Name())
	b.WriteString(quoteDoc(indent+"    ", commentOf(e)))
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		fmt.Fprintf(b, "%s    %s: ClassVar[%s]\n", indent, v.Name(), name)
		b.WriteString(quoteDoc(indent+"    ", commentOf(v)))
	}
	b.WriteString("\n")
	for i := range e.Values().Len() {
		if indent == "" {
			fmt.Fprintf(b, "%s: %s\n", e.Values().Get(i).Name(), name)
		} else {
			fmt.Fprintf(b, "%s%s: ClassVar[%s]\n", indent, e.Values().Get(i).Name(), name)
		}
	}
}

func writeMessageStub(b *strings.Builder, indent string, m protoreflect.MessageDescriptor) {
	fmt.Fprintf(b, "\n%sclass %s(message.Message):\n", indent, m.Name())
	inner := indent + "    "
	b.WriteString(quoteDoc(inner, commentOf(m)))
	fmt.Fprintf(b, "%sDESCRIPTOR: ClassVar[descriptor.Descriptor]\n", inner)
	for i := range m.Enums().Len() {
		writeEnumStub(b, inner, m.Enums().Get(i))
	}
	for i := range m.Messages().Len() {
		if nested := m.Messages().Get(i); !nested.IsMapEntry() {
			writeMessageStub(b, inner, nested)
		}
	}
	fields := namableFields(m)
	for _, f := range fields {
		writeFieldStub(b, inner, f)
	}
	fmt.Fprintf(b, "%sdef __init__(\n%s    self,\n", inner, inner)
	if len(fields) > 0 {
		fmt.Fprintf(b, "%s    *,\n", inner)
	}
	for _, f := range fields {
		fmt.Fprintf(b, "%s    %s: Optional[%s] = ...,\n", inner, f.Name(), acceptedType(f, func(d protoreflect.Descriptor) string {
			return typeName(d, m.ParentFile())
		}, false))
	}
	fmt.Fprintf(b, "%s) -> None: ...\n", inner)
	writeOneofStubs(b, inner, m)
}

// namableFields are the fields that Python can name. Those whose names are words of its
// own, such as "from", are there too, for getattr and in dictionaries.
func namableFields(m protoreflect.MessageDescriptor) []protoreflect.FieldDescriptor {
	var fields []protoreflect.FieldDescriptor
	for i := range m.Fields().Len() {
		if f := m.Fields().Get(i); !keyword.MatchString(string(f.Name())) {
			fields = append(fields, f)
		}
	}
	return fields
}

var keyword = regexp.MustCompile(`^(and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$`)

func writeFieldStub(b *strings.Builder, indent string, f protoreflect.FieldDescriptor) {
	name := func(d protoreflect.Descriptor) string { return typeName(d, f.ParentFile()) }
	container := ""
	switch isMessage := f.Kind() == protoreflect.MessageKind; {
	case f.IsMap() && f.MapValue().Kind() == protoreflect.MessageKind:
		container = fmt.Sprintf("_shapes.MessageMap[%s, %s]", singularType(f.MapKey(), name), singularType(f.MapValue(), name))
	case f.IsMap():
		container = fmt.Sprintf("_shapes.ValueMap[%s, %s]", singularType(f.MapKey(), name), singularType(f.MapValue(), name))
	case f.IsList() && isMessage:
		container = fmt.Sprintf("_shapes.Messages[%s]", singularType(f, name))
	case f.IsList():
		container = fmt.Sprintf("_shapes.Values[%s]", singularType(f, name))
	case isMessage:
		container = singularType(f, name)
	}
	if container == "" {
		fmt.Fprintf(b, "%s%s: %s\n", indent, f.Name(), singularType(f, name))
		b.WriteString(quoteDoc(indent, commentOf(f)))
		return
	}
	// Such a field is changed in place; it can't be assigned.
	fmt.Fprintf(b, "%s@property\n%sdef %s(self) -> %s:\n", indent, indent, f.Name(), container)
	b.WriteString(quoteDoc(indent+"    ", commentOf(f)))
}

func writeOneofStubs(b *strings.Builder, indent string, m protoreflect.MessageDescriptor) {
	var groups []protoreflect.OneofDescriptor
	for i := range m.Oneofs().Len() {
		if o := m.Oneofs().Get(i); !o.IsSynthetic() {
			groups = append(groups, o)
		}
	}
	if len(groups) != 1 {
		return // of none, or of several, what the base class says will do
	}
	var names []string
	for i := range groups[0].Fields().Len() {
		names = append(names, fmt.Sprintf("%q", groups[0].Fields().Get(i).Name()))
	}
	fmt.Fprintf(b, "%sdef WhichOneof(self, oneof_group: Literal[%q]) -> Optional[Literal[%s]]: ...  # type: ignore[override]\n",
		indent, groups[0].Name(), strings.Join(names, ", "))
}

// typeName names a message or an enum in the module of a file.
func typeName(d protoreflect.Descriptor, in protoreflect.FileDescriptor) string {
	name := strings.TrimPrefix(string(d.FullName()), string(d.ParentFile().Package())+".")
	if d.ParentFile().Path() == in.Path() {
		return name
	}
	return moduleOf(d.ParentFile()) + "." + name
}

// singularType is the type of one value of a field, as it is read.
func singularType(f protoreflect.FieldDescriptor, name func(protoreflect.Descriptor) string) string {
	switch f.Kind() {
	case protoreflect.BoolKind:
		return "bool"
	case protoreflect.StringKind:
		return "str"
	case protoreflect.BytesKind:
		return "bytes"
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return "float"
	case protoreflect.EnumKind:
		return name(f.Enum())
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return name(f.Message())
	}
	return "int"
}

// converted are the types that the client's methods also take in Python's own form.
var converted = map[protoreflect.FullName]string{
	"google.protobuf.Timestamp": "datetime.datetime",
	"google.protobuf.Duration":  "datetime.timedelta",
	"google.protobuf.Any":       "message.Message",
}

// acceptedType is the type of what a field can be given as.
func acceptedType(f protoreflect.FieldDescriptor, name func(protoreflect.Descriptor) string, convert bool) string {
	one := func(f protoreflect.FieldDescriptor) string {
		of := []string{singularType(f, name)}
		switch f.Kind() {
		case protoreflect.EnumKind:
			of = append(of, "str")
		case protoreflect.MessageKind:
			if other := converted[f.Message().FullName()]; convert && other != "" {
				of = append(of, other)
			} else {
				of = append(of, "Mapping[str, Any]")
			}
		}
		if len(of) == 1 {
			return of[0]
		}
		return "Union[" + strings.Join(of, ", ") + "]"
	}
	switch {
	case f.IsMap():
		return fmt.Sprintf("Mapping[%s, %s]", one(f.MapKey()), one(f.MapValue()))
	case f.IsList():
		return fmt.Sprintf("Iterable[%s]", one(f))
	}
	return one(f)
}

// writeExports writes the module behind weft.types. A value that enums of two packages have
// is reached by its enum alone.
func (g *generator) writeExports() string {
	count := map[protoreflect.Name]int{}
	g.rangeValues(func(v protoreflect.EnumValueDescriptor) { count[v.Name()]++ })
	var lines, names []string
	export := func(d protoreflect.Descriptor, as string) {
		lines = append(lines, fmt.Sprintf("from .%s import %s as %s\n", moduleOf(d.ParentFile()), d.Name(), as))
		names = append(names, fmt.Sprintf("    %q,\n", as))
	}
	for _, f := range g.files {
		for _, d := range topLevel(f) {
			export(d, g.exported[d.FullName()])
		}
	}
	g.rangeValues(func(v protoreflect.EnumValueDescriptor) {
		if count[v.Name()] == 1 {
			export(v, string(v.Name()))
		}
	})
	return "# Written by make generate from the contracts in proto/weft.\n" + strings.Join(lines, "") + "\n__all__ = [\n" + strings.Join(names, "") + "]\n"
}

// rangeValues goes through the values of the enums that are not nested.
func (g *generator) rangeValues(do func(protoreflect.EnumValueDescriptor)) {
	for _, f := range g.files {
		for i := range f.Enums().Len() {
			values := f.Enums().Get(i).Values()
			for j := range values.Len() {
				do(values.Get(j))
			}
		}
	}
}
