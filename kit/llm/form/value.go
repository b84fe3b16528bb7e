package form

import (
	"encoding/json"
	"errors"
	"fmt"
)

// mostDepth is how deep a written value may be nested. No form comes near it.
const mostDepth = 64

var errDeep = errors.New("nested too deeply")

// A value is JSON as it was written, with its members in their order.
type value struct {
	members []member // of an object
	items   []value  // of an array
	scalar  any      // string, json.Number, bool, or nil for null
	is      string   // JSON type
}

type member struct {
	name string
	value
}

// next reads one value. With an error it returns what it has read so far.
func next(d *json.Decoder, depth int) (value, error) {
	if depth > mostDepth {
		return value{}, errDeep
	}
	t, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return nextObject(d, depth)
		}
		return nextArray(d, depth)
	case string:
		return value{scalar: t, is: "string"}, nil
	case json.Number:
		return value{scalar: t, is: "number"}, nil
	case bool:
		return value{scalar: t, is: "boolean"}, nil
	}
	return value{is: "null"}, nil
}

func nextObject(d *json.Decoder, depth int) (value, error) {
	v := value{is: "object"}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return v, err
		}
		name, ok := t.(string)
		if !ok {
			return v, fmt.Errorf("%v is no name of a property", t)
		}
		inner, err := next(d, depth+1)
		if inner.is == "object" || inner.is == "array" || err == nil {
			v.members = append(v.members, member{name, inner})
		}
		if err != nil {
			return v, err
		}
	}
	_, err := d.Token()
	return v, err
}

func nextArray(d *json.Decoder, depth int) (value, error) {
	v := value{is: "array"}
	for d.More() {
		inner, err := next(d, depth+1)
		if err != nil {
			return v, err // an item that was cut off is none
		}
		v.items = append(v.items, inner)
	}
	_, err := d.Token()
	return v, err
}

// json appends the value as JSON, with its members in their order.
func (v value) json(out []byte) []byte {
	switch v.is {
	case "object":
		out = append(out, '{')
		for i, m := range v.members {
			if i > 0 {
				out = append(out, ',')
			}
			out = m.json(append(value{scalar: m.name}.json(out), ':'))
		}
		return append(out, '}')
	case "array":
		out = append(out, '[')
		for i, item := range v.items {
			if i > 0 {
				out = append(out, ',')
			}
			out = item.json(out)
		}
		return append(out, ']')
	}
	data, err := json.Marshal(v.scalar)
	if err != nil {
		panic("form: what was read as JSON can't be written as JSON: " + err.Error()) // it can
	}
	return append(out, data...)
}
