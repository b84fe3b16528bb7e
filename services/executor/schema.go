package executor

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// mostChecks is how many schemas one value may have to be held against. A schema of tools
// takes a few dozen.
const mostChecks = 10_000

// compile makes a schema ready. It refuses schemas that could keep it busy for ever.
func compile(data json.RawMessage) (*jsonschema.Resolved, error) {
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		return nil, err
	}
	if _, ok := root.(map[string]any); !ok {
		return nil, errors.New("it is no object")
	}
	w := walker{root: root, cost: map[string]int{}}
	if err := w.every("", root); err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	var ok bool
	if s.Schema, ok = drafts[strings.TrimSuffix(s.Schema, "#")]; !ok {
		return nil, errors.New("its $schema is neither draft-07 nor 2020-12")
	}
	return s.Resolve(nil)
}

// drafts are the versions of JSON Schema that are known, by what schemas name them.
var drafts = map[string]string{
	"":                                       "",
	"http://json-schema.org/draft-07/schema": "http://json-schema.org/draft-07/schema#",
	"https://json-schema.org/draft-07/schema":      "http://json-schema.org/draft-07/schema#",
	"https://json-schema.org/draft/2020-12/schema": "https://json-schema.org/draft/2020-12/schema",
}

// A walker looks for schemas that lead back to themselves without a step into the value,
// or to so many others that no value is held against all of them in good time.
type walker struct {
	root any
	cost map[string]int // of the schema at a place; 0 while it is counted
}

// every counts the schema at a place and all that stand below it.
func (w *walker) every(at string, v any) error {
	switch v := v.(type) {
	case map[string]any:
		if _, err := w.count(at, v); err != nil {
			return err
		}
		for k, item := range v {
			if err := w.every(at+"/"+escaped(k), item); err != nil {
				return err
			}
		}
	case []any:
		for i, item := range v {
			if err := w.every(at+"/"+strconv.Itoa(i), item); err != nil {
				return err
			}
		}
	}
	return nil
}

// count returns how many schemas a value is held against by the one at a place.
func (w *walker) count(at string, schema map[string]any) (int, error) {
	if n, known := w.cost[at]; known {
		if n == 0 {
			return 0, fmt.Errorf("%q leads back to itself", at)
		}
		return n, nil
	}
	w.cost[at] = 0
	total := 1
	add := func(at string, v any) error {
		below, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		n, err := w.count(at, below)
		if total += n; total > mostChecks && err == nil {
			err = fmt.Errorf("%q takes more than %d checks", at, mostChecks)
		}
		return err
	}
	for key, v := range schema {
		place := at + "/" + escaped(key)
		switch key {
		case "$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor":
			if _, text := v.(string); text && (key != "$id" || at != "") {
				return 0, fmt.Errorf("%q: %s is not supported", at, key)
			}
		case "$ref":
			target, below, err := w.refer(v)
			if err == nil {
				err = add(target, below)
			}
			if err != nil {
				return 0, err
			}
		case "not", "if", "then", "else":
			if err := add(place, v); err != nil {
				return 0, err
			}
		case "allOf", "anyOf", "oneOf", "dependentSchemas", "dependencies":
			for k, below := range items(v) {
				if err := add(place+"/"+escaped(k), below); err != nil {
					return 0, err
				}
			}
		}
	}
	w.cost[at] = total
	return total, nil
}

// items returns what a list or an object holds, by place.
func items(v any) map[string]any {
	if m, ok := v.(map[string]any); ok {
		return m
	}
	list, _ := v.([]any)
	out := make(map[string]any, len(list))
	for i, item := range list {
		out[strconv.Itoa(i)] = item
	}
	return out
}

// refer returns the schema that a reference leads to. Only references into the same schema
// are followed.
func (w *walker) refer(ref any) (string, any, error) {
	text, ok := ref.(string)
	if !ok {
		return "", nil, nil // a property of that name
	}
	place, ok := strings.CutPrefix(text, "#")
	if !ok || place != "" && place[0] != '/' || strings.Contains(place, "%") {
		return "", nil, fmt.Errorf("it refers to %q; only references within the schema, such as #/$defs/name, are supported", text)
	}
	at := w.root
	for part := range strings.SplitSeq(strings.TrimPrefix(place, "/"), "/") {
		if place == "" {
			break
		}
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		if at, ok = items(at)[part]; !ok {
			return "", nil, fmt.Errorf("it refers to %q, which is not there", text)
		}
	}
	return place, at, nil
}

func escaped(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }

// fits holds a JSON text against a schema.
func fits(schema *jsonschema.Resolved, data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	return valueFits(schema, v)
}

// valueFits holds a value that was read of JSON against a schema; nil takes all.
func valueFits(schema *jsonschema.Resolved, v any) (err error) {
	if schema == nil {
		return nil
	}
	defer func() { // of a schema that its reader can't cope with
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errUnchecked, r)
		}
	}()
	if err := schema.Validate(v); err != nil {
		return errors.New(innermost(err))
	}
	return nil
}

// innermost drops the names of the schemas that an error came through.
func innermost(err error) string {
	parts := strings.Split(err.Error(), ": ")
	i := slices.IndexFunc(parts, func(p string) bool { return !strings.HasPrefix(p, "validating ") })
	if i <= 0 {
		return err.Error()
	}
	at := strings.TrimPrefix(parts[i-1], "validating ")
	if at = strings.TrimPrefix(strings.TrimPrefix(at, "/properties"), "root"); at == "" || strings.HasPrefix(at, "<") {
		return strings.Join(parts[i:], ": ")
	}
	return at + ": " + strings.Join(parts[i:], ": ")
}
