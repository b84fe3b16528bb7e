package protoschema

import (
	"encoding/json"
	"fmt"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/weft-mesh/weft/proto"
)

// Of returns the JSON Schema of a message, with what it refers to in "$defs". It describes
// the messages of Weft's contracts in their comments' words; of others it knows no comments.
func Of(d protoreflect.MessageDescriptor) (Object, error) {
	described, err := readDescriptions()
	if err != nil {
		return nil, err
	}
	s := Schemas{ByName: map[string]Object{}, At: "#/$defs/"}
	root := s.Message(d)
	for name, schema := range s.ByName {
		addDescriptions(schema, described[name])
	}
	out := Object{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": s.ByName}
	for k, v := range root {
		out[k] = v
	}
	return out, nil
}

// described is what the OpenAPI document says of a message in words.
type described struct {
	Description string
	Properties  map[string]struct{ Description string }
}

// readDescriptions returns what is said of messages, by name. Compiled contracts have no
// comments, but the OpenAPI document that goes with them does.
var readDescriptions = sync.OnceValues(func() (map[string]described, error) {
	text, err := proto.OpenAPI()
	if err != nil {
		return nil, err
	}
	var document struct {
		Components struct{ Schemas map[string]described }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	return document.Components.Schemas, nil
})

// addDescriptions adds what is said of a message and its fields.
func addDescriptions(schema Object, said described) {
	if said.Description != "" {
		schema["description"] = said.Description
	}
	fields, _ := schema["properties"].(Object)
	for name, f := range fields {
		if field, ok := f.(Object); ok && said.Properties[name].Description != "" {
			fields[name] = withDescription(field, said.Properties[name].Description)
		}
	}
}
