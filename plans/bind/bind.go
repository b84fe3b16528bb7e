// Package bind puts what earlier steps of a plan have returned into the arguments of later
// ones. Where a value comes from another step, the arguments have an object
//
//	{"$from": "STEP", "pointer": "/a/0/b"}
//
// whose pointer is a JSON Pointer (RFC 6901) into what that step returned.
package bind

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/stable"
)

const fromKey, pointerKey = "$from", "pointer"

// A Reference says that a value of arguments comes from what a step returns.
type Reference struct {
	At      string // a JSON Pointer into the arguments
	Step    string
	Pointer string // into what the step returns
}

// References returns what arguments take from earlier steps, sorted by where.
func References(args []byte) ([]Reference, error) {
	var out []Reference
	_, err := replace(args, func(r Reference) (any, error) {
		out = append(out, r)
		return nil, nil
	})
	stable.Sort(out, func(a, b Reference) int { return strings.Compare(a.At, b.At) })
	return out, err
}

// Resolve returns arguments with what steps have returned put in, in their canonical form.
// returned gives what a step returned, as JSON; false if it has not returned anything.
func Resolve(args []byte, returned func(step string) ([]byte, bool)) ([]byte, error) {
	v, err := replace(args, func(r Reference) (any, error) {
		data, ok := returned(r.Step)
		if !ok {
			return nil, fmt.Errorf("step %s has returned nothing", r.Step)
		}
		doc, err := decode(data)
		if err != nil {
			return nil, fmt.Errorf("what step %s has returned: %w", r.Step, err)
		}
		found, err := lookUp(doc, r.Pointer)
		if err != nil {
			return nil, fmt.Errorf("what step %s has returned: %w", r.Step, err)
		}
		return found, nil
	})
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return canonical.JSON(data)
}

func replace(args []byte, with func(Reference) (any, error)) (any, error) {
	if len(args) == 0 {
		return map[string]any{}, nil
	}
	v, err := decode(args)
	if err != nil {
		return nil, err
	}
	return walk(v, "", with)
}

func decode(data []byte) (any, error) {
	if _, err := jsontext.NewDecoder(bytes.NewReader(data)).ReadValue(); err != nil { // such as of a name that is there twice
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // numbers stay as they are written
	return v, d.Decode(&v)
}

// walk returns the value at a place with its references replaced. What comes in from outside
// is not looked into: a step can't return a reference.
func walk(v any, at string, with func(Reference) (any, error)) (any, error) {
	var err error
	switch v := v.(type) {
	case []any:
		for i := range v {
			if v[i], err = walk(v[i], at+"/"+strconv.Itoa(i), with); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		if _, is := v[fromKey]; is {
			step, okStep := v[fromKey].(string)
			pointer, okPointer := v[pointerKey].(string)
			if !okStep || !okPointer || len(v) != 2 || step == "" {
				return nil, fmt.Errorf(`a reference is {"%s": STEP, "%s": POINTER}, both texts, and nothing else`, fromKey, pointerKey)
			}
			return with(Reference{At: at, Step: step, Pointer: pointer})
		}
		for name := range v {
			if v[name], err = walk(v[name], at+"/"+escape.Replace(name), with); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// Find returns what a JSON Pointer names in a document, nil if there is nothing.
func Find(doc []byte, pointer string) any {
	v, err := decode(doc)
	if err != nil {
		return nil
	}
	found, err := lookUp(v, pointer)
	if err != nil {
		return nil
	}
	return found
}

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// lookUp returns the value that a JSON Pointer names.
func lookUp(doc any, pointer string) (any, error) {
	if pointer == "" {
		return doc, nil
	}
	if pointer[0] != '/' {
		return nil, fmt.Errorf("the pointer %q does not begin with /", pointer)
	}
	for _, name := range strings.Split(pointer[1:], "/") {
		name = unescape.Replace(name)
		switch v := doc.(type) {
		case map[string]any:
			next, ok := v[name]
			if !ok {
				return nil, fmt.Errorf("there is no %q on the way of %s", name, pointer)
			}
			doc = next
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(v) || name != strconv.Itoa(i) {
				return nil, fmt.Errorf("there is no item %q on the way of %s", name, pointer)
			}
			doc = v[i]
		default:
			return nil, fmt.Errorf("%q on the way of %s is in no object or list", name, pointer)
		}
	}
	return doc, nil
}
