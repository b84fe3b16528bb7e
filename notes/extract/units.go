package extract

import (
	"fmt"
	"regexp"
)

var index = regexp.MustCompile(`\[\d+\]`)

// General returns a path without its indices, so that the fields of all items
// of an array share it.
func General(path string) string { return index.ReplaceAllString(path, "[]") }

// quantities are the quantities of a domain's data by path, and the unit that
// each general path agrees on, "" where it doesn't.
type quantities struct {
	byPath map[string]map[string]any
	units  map[string]string
}

func quantitiesOf(data map[string]any) quantities {
	qs := quantities{map[string]map[string]any{}, map[string]string{}}
	eachQuantity(data, "", func(path string, q map[string]any) {
		qs.byPath[path] = q
		u, ok := q["unit"].(string)
		if !ok {
			return
		}
		g := General(path)
		if have, seen := qs.units[g]; seen && have != u {
			u = ""
		}
		qs.units[g] = u
	})
	return qs
}

// assume gives the quantity at path the unit that its siblings in the same
// note have, and says so. Without one the number stays bare.
func (qs quantities) assume(path string) string {
	q, ok := qs.byPath[path]
	if !ok {
		return ""
	}
	if u := qs.units[General(path)]; u != "" {
		q["unit"] = u
		return fmt.Sprintf("%v has no unit; assuming %s, as elsewhere in the note", q["value"], u)
	}
	return fmt.Sprintf("%v has no unit", q["value"])
}

// eachQuantity calls f for every {"value": …} object in data.
func eachQuantity(v any, path string, f func(path string, q map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["value"].(float64); ok {
			f(path, v)
			return
		}
		for k, w := range v {
			eachQuantity(w, joinPath(path, k), f)
		}
	case []any:
		for i, w := range v {
			eachQuantity(w, fmt.Sprintf("%s[%d]", path, i), f)
		}
	}
}

func joinPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
