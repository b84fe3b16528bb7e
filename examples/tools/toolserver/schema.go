package toolserver

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaOf returns the schema of a type. A list or an object is one, or is left out: null,
// which Go takes for both, only makes a schema harder to read.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil // the SDK says what is wrong with the type
	}
	withoutNull(s)
	return s
}

func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.Types = slices.DeleteFunc(s.Types, func(t string) bool { return t == "null" })
	if len(s.Types) == 1 {
		s.Type, s.Types = s.Types[0], nil
	}
	withoutNull(s.Items)
	for _, p := range s.Properties {
		withoutNull(p)
	}
}
