package api

import (
	"context"
	"fmt"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/proto/weftapi"
)

const secret = "what a note says"

// filled returns a message of which every field is set, each text to a secret: messages
// within messages down to a depth.
func filled(t *testing.T, d protoreflect.MessageDescriptor, depth int) protoreflect.Message {
	t.Helper()
	typ, err := protoregistry.GlobalTypes.FindMessageByName(d.FullName())
	if err != nil {
		t.Fatal(err)
	}
	m := typ.New()
	if d.FullName() == "google.protobuf.Any" {
		packed, err := anypb.New(&orchestratorv1.RunStarted{Text: secret})
		if err != nil {
			t.Fatal(err)
		}
		return packed.ProtoReflect()
	}
	value := func(f protoreflect.FieldDescriptor) (protoreflect.Value, bool) {
		switch f.Kind() {
		case protoreflect.StringKind:
			return protoreflect.ValueOfString(fmt.Sprintf("%s (%s)", secret, f.FullName())), true
		case protoreflect.BytesKind:
			return protoreflect.ValueOfBytes([]byte(secret)), true
		case protoreflect.BoolKind:
			return protoreflect.ValueOfBool(true), true
		case protoreflect.EnumKind:
			return protoreflect.ValueOfEnum(1), true
		case protoreflect.Int32Kind, protoreflect.Sint32Kind:
			return protoreflect.ValueOfInt32(7), true
		case protoreflect.Int64Kind:
			return protoreflect.ValueOfInt64(7), true
		case protoreflect.Uint64Kind:
			return protoreflect.ValueOfUint64(7), true
		case protoreflect.DoubleKind:
			return protoreflect.ValueOfFloat64(71.5), true
		case protoreflect.MessageKind:
			if depth > 0 {
				return protoreflect.ValueOfMessage(filled(t, f.Message(), depth-1)), true
			}
		}
		return protoreflect.Value{}, false
	}
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		switch {
		case f.IsMap():
		case f.IsList():
			if v, ok := value(f); ok {
				m.Mutable(f).List().Append(v)
			}
		default:
			if v, ok := value(f); ok {
				m.Set(f, v)
			}
		}
	}
	return m
}

// namesNothing are the texts that a caller without the scope read gets: ids and names that
// Weft has made.
func namesNothing(field string) bool {
	name := field[strings.LastIndex(field, ".")+1:]
	for _, id := range []string{"id", "etag", "content_hash", "graph", "state", "outcome", "waits_for"} {
		if name == id {
			return true
		}
	}
	return strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_ids")
}

func TestACallerWithoutTheScopeReadGetsNoTextOfANote(t *testing.T) {
	t.Parallel()
	writer := auth.With(t.Context(), auth.Principal{Tenant: "t", User: "u", Scopes: []auth.Scope{auth.Write, auth.Approve}})
	for _, m := range weftapi.Methods() {
		method := m.FullMethod()
		if s := ScopesOf(method)[0]; s != auth.Write && s != auth.Approve {
			continue
		}
		for _, response := range variants(t, filled(t, m.Output(), 6)) {
			whole := proto.Clone(response)
			shown := Shown(writer, method, response)
			if !proto.Equal(response, whole) {
				t.Fatalf("%s: the response was changed in place", m.Name())
			}
			if told := protojson.Format(shown); strings.Contains(told, "71.5") {
				t.Errorf("%s tells a value: %s", m.Name(), told)
			}
			tellTexts(shown.ProtoReflect(), func(text string) {
				if field := strings.TrimSuffix(strings.TrimPrefix(text, secret+" ("), ")"); !namesNothing(field) {
					t.Errorf("%s tells %s", m.Name(), field)
				}
			})
			reader := auth.With(t.Context(), auth.Principal{Scopes: []auth.Scope{auth.Read, auth.Write}})
			if !proto.Equal(Shown(reader, method, response), whole) {
				t.Errorf("%s hides something from a caller that may read", m.Name())
			}
			if !proto.Equal(Shown(context.Background(), method, response), whole) {
				t.Errorf("%s hides something from this process's own commands", m.Name())
			}
		}
	}
}

// variants returns a message with each of the kinds of an event that it may hold.
func variants(t *testing.T, m protoreflect.Message) []proto.Message {
	t.Helper()
	event := m.Descriptor().Fields().ByName("event")
	if event == nil {
		return []proto.Message{m.Interface()}
	}
	var out []proto.Message
	kinds := event.Message().Oneofs().ByName("kind").Fields()
	for i := range kinds.Len() {
		one := proto.Clone(m.Interface())
		e := one.ProtoReflect().Mutable(event).Message()
		if f := kinds.Get(i); f.Message() != nil {
			e.Set(f, protoreflect.ValueOfMessage(filled(t, f.Message(), 5)))
		} else {
			e.Set(f, protoreflect.ValueOfString(secret))
		}
		out = append(out, one)
	}
	return out
}

// tellTexts tells each text of a message, and the fields that hold bytes or another message
// of any type.
func tellTexts(m protoreflect.Message, tell func(string)) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		each := func(v protoreflect.Value) {
			switch {
			case f.Message() != nil && f.Message().FullName() == "google.protobuf.Any", f.Kind() == protoreflect.BytesKind:
				tell(string(f.FullName()))
			case f.Message() != nil:
				tellTexts(v.Message(), tell)
			case f.Kind() == protoreflect.StringKind:
				tell(v.String())
			}
		}
		if f.IsList() {
			for i := range v.List().Len() {
				each(v.List().Get(i))
			}
			return true
		}
		each(v)
		return true
	})
}
