package domains

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/task"
)

var schemaTypes = []string{"object", "array", "string", "number", "integer", "boolean", "null"}

// lint finds mistakes that a JSON Schema may hold without being invalid, and
// that would only show as data that never fits: a type that doesn't exist, a
// required field that no property describes. It returns the YAML path of the
// first, and what is wrong.
func lint(schema map[string]any, path string) (string, string) {
	if t, ok := schema["type"].(string); ok && !slices.Contains(schemaTypes, t) {
		return path + ".type", fmt.Sprintf("%q is no type; there are %s", t, strings.Join(schemaTypes, ", "))
	}
	if words, ok := schema[task.Key]; ok && (schema["type"] != "array" || !texted(words)) {
		return path + "." + task.Key, "it is a list of words, on the array that holds the tasks"
	}
	if words, ok := schema[query.RestrictedKey]; ok && !texted(words) {
		return path + "." + query.RestrictedKey, "it is a list of words"
	}
	for _, key := range []string{observation.SaidKey, observation.LoweredKey} {
		if words, ok := schema[key]; ok && !texted(words) {
			return path + "." + key, "it is a list of words"
		}
	}
	if kind, ok := schema[extract.KindKey]; ok {
		names := make([]string, len(extract.Kinds))
		for i, k := range extract.Kinds {
			names[i] = string(k)
		}
		switch t, _ := schema["type"].(string); {
		case t != "" && t != "number" && t != "integer":
			return path + "." + extract.KindKey, "a " + t + " has no kind"
		case !slices.Contains(names, fmt.Sprint(kind)):
			return path + "." + extract.KindKey, fmt.Sprintf("%q is no kind; there are %s", kind, strings.Join(names, ", "))
		}
	}
	props, _ := schema["properties"].(map[string]any)
	if required, ok := schema["required"].([]any); ok && props != nil {
		for _, r := range required {
			if name, ok := r.(string); ok && props[name] == nil {
				return path + ".required", fmt.Sprintf("%q is required and has no property", name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(props)) {
		if sub, ok := props[name].(map[string]any); ok {
			if at, problem := lint(sub, path+".properties."+name); problem != "" {
				return at, problem
			}
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		return lint(items, path+".items")
	}
	return "", ""
}

// texted reports whether a value is a list of texts.
func texted(v any) bool {
	list, ok := v.([]any)
	return ok && !slices.ContainsFunc(list, func(e any) bool { _, text := e.(string); return !text })
}
