package graph

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"
)

// An Override of a fork is another value for a field of its input, or of what a state
// produced last: input.FIELD or STATE.FIELD, where a FIELD may be a path.
type Override struct{ Name, Value string }

// A ChangeError tells which change of a fork can't be made, counted from 0, and why.
type ChangeError struct {
	Index int
	Err   error
}

func (e *ChangeError) Error() string { return e.Err.Error() }

func (e *ChangeError) Unwrap() error { return e.Err }

// set changes one field of the input, or of what a state produced last.
func set(events []*runv1.Event, name, value string) error {
	of, path, ok := strings.Cut(name, ".")
	if !ok {
		return fmt.Errorf("%q is not a field; use input.FIELD or STATE.FIELD", name)
	}
	payload, err := produced(events, of)
	if err != nil {
		return err
	}
	m, err := payload.UnmarshalNew()
	if err != nil {
		return err
	}
	if m, err = with(m, strings.Split(path, "."), value); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return payload.MarshalFrom(m)
}

// produced returns what a state produced last, or the input.
func produced(events []*runv1.Event, of string) (*anypb.Any, error) {
	if of == "input" {
		if in := events[0].GetStarted().GetInput(); in != nil {
			return in, nil
		}
		return nil, errors.New("the run has no input")
	}
	for _, e := range slices.Backward(events) {
		if c := e.GetStepCompleted(); c.GetState() == of && c.GetOutput() != nil {
			return c.GetOutput(), nil
		}
	}
	return nil, fmt.Errorf("no step of state %s had produced anything by then", of)
}

// with returns a message with the field at a path set to a value.
func with(m proto.Message, path []string, value string) (proto.Message, error) {
	at := m.ProtoReflect()
	for i, name := range path {
		field := at.Descriptor().Fields().ByName(protoreflect.Name(name))
		if field == nil {
			return nil, fmt.Errorf("%s has no field %s; it has %s", at.Descriptor().FullName(), name, fields(at.Descriptor()))
		}
		if i < len(path)-1 {
			if field.Message() == nil || field.IsList() || field.IsMap() {
				return nil, fmt.Errorf("%s has no fields, so it has no field %s", name, path[i+1])
			}
			at = at.Mutable(field).Message()
			continue
		}
		if err := setField(at, field, value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return m, nil
}

// setField reads a value as JSON would have it, text without its quotes.
func setField(m protoreflect.Message, field protoreflect.FieldDescriptor, value string) error {
	raw := json.RawMessage(value)
	text := field.Kind() == protoreflect.StringKind || field.Kind() == protoreflect.EnumKind || field.Kind() == protoreflect.BytesKind
	if !json.Valid(raw) || text && !field.IsList() && !field.IsMap() {
		quoted, err := json.Marshal(value)
		if err != nil {
			return err
		}
		raw = quoted
	}
	object, err := json.Marshal(map[string]json.RawMessage{field.JSONName(): raw})
	if err != nil {
		return err
	}
	one := m.New()
	if err := protojson.Unmarshal(object, one.Interface()); err != nil {
		return fmt.Errorf("%q is not a valid value (%s)", value, field.Kind())
	}
	if one.Has(field) {
		m.Set(field, one.Get(field))
	} else {
		m.Clear(field)
	}
	return nil
}

func fields(d protoreflect.MessageDescriptor) string {
	var out []string
	for i := range d.Fields().Len() {
		out = append(out, string(d.Fields().Get(i).Name()))
	}
	return strings.Join(out, ", ")
}
