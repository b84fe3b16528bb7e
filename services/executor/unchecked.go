package executor

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// mostUnchecked is how many places of a schema are told that are left to the server.
const mostUnchecked = 16

// readSchema makes a schema ready, as far as it can be used here. unchecked are the places of
// what can't be, which is left to the server: patterns that only other programs' regular
// expressions have, references to elsewhere, keywords of another form. "" is the whole schema;
// then there is nothing to hold a value against.
func readSchema(data json.RawMessage) (schema *jsonschema.Resolved, unchecked []string) {
	var root any
	if json.Unmarshal(data, &root) != nil {
		return nil, []string{""}
	}
	object, ok := root.(map[string]any)
	if !ok {
		return nil, []string{""}
	}
	r := relaxer{root: object}
	r.known = r.draft(object)
	usable := r.relax("", object)
	if len(r.unchecked) > 0 {
		// With less than is said, these would refuse what is right.
		r.loosen("", usable)
	}
	data, err := json.Marshal(usable)
	if err == nil {
		schema, err = compile(data)
	}
	if err != nil {
		return nil, []string{""}
	}
	slices.Sort(r.unchecked)
	return schema, r.unchecked
}

// A relaxer leaves out of a schema what can't be used here.
type relaxer struct {
	root      map[string]any
	known     string // the $schema that it is read by
	unchecked []string
}

func (r *relaxer) leave(at string) {
	if len(r.unchecked) < mostUnchecked && !slices.Contains(r.unchecked, at) {
		r.unchecked = append(r.unchecked, at)
	}
}

// draft returns the version that a schema is read by: the one of the two that are known that is
// most like its own.
func (r *relaxer) draft(root map[string]any) string {
	const draft7, draft2020 = "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"
	said, _ := root["$schema"].(string)
	switch said = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(said, "https://"), "http://"), "#"); said {
	case "":
		return ""
	case "json-schema.org/draft-04/schema", "json-schema.org/draft-06/schema", "json-schema.org/draft-07/schema", "json-schema.org/schema":
		return draft7
	case "json-schema.org/draft/2019-09/schema", "json-schema.org/draft/2020-12/schema":
		return draft2020
	}
	r.leave("/$schema")
	return ""
}

var (
	// schemaKeys have a schema, schemaLists lists of them, and schemaMaps objects of them, by names.
	schemaKeys  = []string{"items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "not", "if", "then", "else", "contentSchema"}
	schemaLists = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemaMaps  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
	// elsewhereKeys name schemas for references from elsewhere, or lead there.
	elsewhereKeys = []string{"$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"}
	referringKeys = []string{"$dynamicRef", "$recursiveRef"}
)

// relax returns what of a schema can be used.
func (r *relaxer) relax(at string, v any) any {
	said, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for key, value := range modern(said, r.known) {
		place := at + "/" + escaped(key)
		list, isList := value.([]any)
		object, isObject := value.(map[string]any)
		_, isTruth := value.(bool)
		switch {
		case key == "$schema" && at == "":
			if r.known != "" {
				out[key] = r.known
			}
		case slices.Contains(elsewhereKeys, key):
		case slices.Contains(referringKeys, key):
			r.leave(place)
		case key == "$ref":
			w := walker{root: r.root}
			if _, _, err := w.refer(value); err != nil {
				r.leave(place)
				continue
			}
			out[key] = value
		case isList && slices.Contains(schemaLists, key):
			all := make([]any, len(list))
			for i, item := range list {
				all[i] = r.relax(place+"/"+strconv.Itoa(i), item)
			}
			out[key] = all
		case isObject && slices.Contains(schemaMaps, key):
			out[key] = r.relaxNamed(place, key, object)
		case (isObject || isTruth) && slices.Contains(schemaKeys, key):
			out[key] = r.relax(place, value)
		case usableAlone(key, value):
			out[key] = value
		default:
			r.leave(place)
		}
	}
	if _, some := said["patternProperties"]; some {
		r.closePatterns(at, said, out)
	}
	return out
}

// relaxNamed returns what can be used of schemas by names.
func (r *relaxer) relaxNamed(at, key string, named map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range named {
		place := at + "/" + escaped(name)
		if key == "patternProperties" {
			if _, err := regexp.Compile(name); err != nil {
				r.leave(place)
				continue
			}
		}
		out[name] = r.relax(place, value)
	}
	return out
}

// closePatterns leaves out what holds for all properties that no pattern names, where one of
// the patterns can't be read.
func (r *relaxer) closePatterns(at string, said, out map[string]any) {
	was, _ := said["patternProperties"].(map[string]any)
	is, _ := out["patternProperties"].(map[string]any)
	if len(was) == len(is) {
		return
	}
	for _, key := range []string{"additionalProperties", "unevaluatedProperties"} {
		if _, there := out[key]; there {
			delete(out, key)
			r.leave(at + "/" + key)
		}
	}
}

// modern returns a schema with the keywords of older drafts as those say it by which it is read.
func modern(said map[string]any, known string) map[string]any {
	out := maps.Clone(said)
	for bound, strict := range map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"} {
		if is, old := out[strict].(bool); old {
			delete(out, strict)
			if n, there := out[bound]; is && there {
				delete(out, bound)
				out[strict] = n
			}
		}
	}
	if kind, is := out["type"].(string); is && out["nullable"] == true { // of OpenAPI
		out["type"] = []any{kind, "null"}
		if values, listed := out["enum"].([]any); listed {
			out["enum"] = append(slices.Clone(values), nil)
		}
	}
	if list, old := out["items"].([]any); old && !strings.Contains(known, "draft-07") {
		delete(out, "items")
		out["prefixItems"] = list
		if more, there := out["additionalItems"]; there {
			out["items"] = more
		}
	}
	return out
}

// typeNames are the types that values have.
var typeNames = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// usableAlone reports whether a keyword with a value can be used.
func usableAlone(key string, value any) bool {
	if key == "type" {
		list, is := value.([]any)
		if !is {
			list = []any{value}
		}
		return !slices.ContainsFunc(list, func(v any) bool { name, _ := v.(string); return !slices.Contains(typeNames, name) })
	}
	data, err := json.Marshal(map[string]any{key: value})
	if err != nil {
		return false
	}
	_, err = compile(data)
	return err == nil
}

// loosen leaves out of a schema from which something is missing what would refuse more for it:
// what must not be, what depends on what is, and that no more than one of several is.
func (r *relaxer) loosen(at string, v any) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			r.loosen(at+"/"+strconv.Itoa(i), item)
		}
	case map[string]any:
		for _, key := range []string{"not", "if", "then", "else", "maxContains", "oneOf"} {
			if _, there := v[key]; there {
				delete(v, key)
				r.leave(at + "/" + key)
			}
		}
		for key, value := range v {
			place := at + "/" + escaped(key)
			named, _ := value.(map[string]any)
			switch {
			case slices.Contains(schemaMaps, key):
				for name, inner := range named {
					r.loosen(place+"/"+escaped(name), inner)
				}
			case slices.Contains(schemaKeys, key), slices.Contains(schemaLists, key):
				r.loosen(place, value)
			}
		}
	}
}

// errUnchecked says that a value can't be held against a schema here.
var errUnchecked = errors.New("the schema can't be used")
