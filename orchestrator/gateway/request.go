package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/kit/fault"
)

// read makes the request of a call out of a body, the path and the query, in this
// order; a field that comes twice with different values is an error.
func (e *endpoint) read(r *http.Request) (proto.Message, error) {
	m := e.in.New().Interface()
	if e.HasBody && !e.Lines {
		if err := e.readBody(r, m); err != nil {
			return nil, err
		}
	}
	values := map[string][]string{}
	for _, name := range e.fields {
		values[name] = []string{r.PathValue(name)}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.Invalid("query", "it can't be read: %v", err)
	}
	if e.Media != "" {
		delete(query, addressKey)
	}
	for name, vs := range query {
		if _, twice := values[name]; twice {
			return nil, fault.Invalid(name, "it is in the path already")
		}
		values[name] = vs
	}
	if key := r.Header.Get("Idempotency-Key"); key != "" && e.in.Descriptor().Fields().ByName("request_id") != nil {
		keys := slices.Compact(slices.Concat(r.Header.Values("Idempotency-Key"), values["request_id"]))
		if len(keys) > 1 {
			return nil, fault.Invalid("request_id", "Idempotency-Key and request_id are the same thing, and the request has %q and %q", keys[0], keys[1])
		}
		values["request_id"] = keys
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := set(m, name, values[name]); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// A large body waits until only so many others are read and understood.
const (
	largeBytes  = 64 << 10
	largeAtOnce = 4
)

// readBody reads what the route says that the body holds.
func (e *endpoint) readBody(r *http.Request, m proto.Message) error {
	if r.ContentLength > int64(e.o.MaxBytes) {
		return cutOff(&http.MaxBytesError{Limit: int64(e.o.MaxBytes)})
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, largeBytes))
	if len(data) == largeBytes { // with many of them at once the rest waits
		select {
		case e.large <- struct{}{}:
			defer func() { <-e.large }()
		case <-time.After(e.o.ReceiveTime):
			return errCrowded
		}
		whole := bytes.NewBuffer(make([]byte, 0, max(r.ContentLength, 2*largeBytes))) // which has been found small enough
		whole.Write(data)
		_, err = whole.ReadFrom(r.Body)
		data = whole.Bytes()
	}
	if err != nil {
		return cutOff(err)
	}
	endless(r)
	if len(data) == 0 {
		return nil
	}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errNotJSON
	}
	if set, given := parameters["charset"]; given && !strings.EqualFold(set, "utf-8") {
		return fault.Invalid("Content-Type", "the body is in %q; JSON is in UTF-8", set)
	}
	return unmarshal(data, e.bodyOf(m, data))
}

// bodyOf returns what a body holds of a request: all of it, or, as it was once, one field.
func (e *endpoint) bodyOf(m proto.Message, data []byte) proto.Message {
	field := m.ProtoReflect().Descriptor().Fields().ByTextName(e.oldBody())
	var members map[string]json.RawMessage
	if field == nil || json.Unmarshal(data, &members) != nil {
		return m
	}
	_, whole := members[field.JSONName()]
	for name := range members {
		inside := name == "@type" || field.Message().Fields().ByJSONName(name) != nil || field.Message().Fields().ByTextName(name) != nil
		if inside && (!whole || name == "@type") {
			return m.ProtoReflect().Mutable(field).Message().Interface()
		}
	}
	return m
}

// unknownField is how protojson tells of a field that is none.
var unknownField = regexp.MustCompile(`unknown field "([^"]*)"`)

// unmarshal reads a message strictly: a field that is not known is an error.
func unmarshal(data []byte, into proto.Message) error {
	if err := checkValues(data); err != nil {
		return err
	}
	err := protojson.Unmarshal(data, into)
	if err == nil {
		return nil
	}
	// protojson varies a space of its errors, so that nobody comes to rely on them.
	text := strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\u00a0", " ")), " ")
	text = strings.TrimPrefix(text, "proto: ")
	if name := unknownField.FindStringSubmatch(text); name != nil {
		return fault.Invalid(name[1], "there is no such field in %s", into.ProtoReflect().Descriptor().Name())
	}
	return fault.Invalid("body", "it is not the JSON of %s: %s", into.ProtoReflect().Descriptor().Name(), text)
}

// set gives a field, named by its path as in "date_range.start", the values of a query.
func set(m proto.Message, path string, values []string) error {
	parent := m.ProtoReflect()
	names := strings.Split(path, ".")
	var field protoreflect.FieldDescriptor
	for i, name := range names {
		fields := parent.Descriptor().Fields()
		if field = fields.ByTextName(name); field == nil {
			field = fields.ByJSONName(name)
		}
		if field == nil {
			return fault.Invalid(path, "there is no such field in %s", m.ProtoReflect().Descriptor().Name())
		}
		if i == len(names)-1 {
			break
		}
		if field.Message() == nil || field.IsList() || field.IsMap() {
			return fault.Invalid(path, "%s has no fields", name)
		}
		parent = parent.Mutable(field).Message()
	}
	if len(values) > 1 && !field.IsList() {
		return fault.Invalid(path, "it is there %d times", len(values))
	}
	// The JSON of one field is read as protojson does, so that moments, enums and
	// numbers are written as in a body.
	var raw any
	items := make([]any, len(values))
	for i, v := range values {
		items[i] = literal(field, v)
	}
	if raw = items[0]; field.IsList() {
		raw = items
	}
	data, err := json.Marshal(map[string]any{field.TextName(): raw})
	if err != nil {
		return fmt.Errorf("write a field as JSON: %w", err)
	}
	one := parent.New().Interface()
	if err := protojson.Unmarshal(data, one); err != nil {
		return fault.Invalid(path, "%q can't be read as %s", values[0], kind(field))
	}
	value := one.ProtoReflect().Get(field)
	if parent.Has(field) && !parent.Get(field).Equal(value) {
		return fault.Invalid(path, "it is given twice, with different values")
	}
	if one.ProtoReflect().Has(field) {
		parent.Set(field, value)
	}
	return nil
}

// literal returns a text of a query as JSON has it.
func literal(field protoreflect.FieldDescriptor, text string) any {
	if field.Kind() == protoreflect.BoolKind && (text == "true" || text == "false") {
		return text == "true"
	}
	return text // protojson reads numbers and enums from texts, too
}

func kind(field protoreflect.FieldDescriptor) string {
	switch {
	case field.Enum() != nil:
		return string(field.Enum().Name())
	case field.Message() != nil:
		return string(field.Message().Name())
	}
	return field.Kind().String()
}
