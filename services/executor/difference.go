package executor

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	mostDifferences = 12  // that are told of two definitions
	mostShown       = 160 // bytes of one value
)

// difference tells a person what is different in a definition. Characters that can't be
// seen are escaped.
func difference(was, is definition) string {
	var all []string
	text := func(name, was, is string) {
		if was != is {
			all = append(all, fmt.Sprintf("%s was %s, is %s", name, shown(was, is), shown(is, was)))
		}
	}
	text("server", was.Server, is.Server)
	text("title", was.Title, is.Title)
	text("description", was.Description, is.Description)
	all = append(all, values("input schema", was.InputSchema, is.InputSchema)...)
	all = append(all, values("output schema", was.OutputSchema, is.OutputSchema)...)
	all = append(all, values("annotations", was.Annotations, is.Annotations)...)
	if more := len(all) - mostDifferences; more > 0 {
		all = append(all[:mostDifferences], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, "; ")
}

// values tells which values of two JSON texts are different, by their place.
func values(name string, was, is json.RawMessage) []string {
	before, after := leaves(was), leaves(is)
	places := maps.Clone(before)
	maps.Copy(places, after)
	var all []string
	for _, place := range slices.Sorted(maps.Keys(places)) {
		a, had := before[place]
		b, has := after[place]
		at := fmt.Sprintf("%s %q", name, place)
		switch {
		case !had:
			all = append(all, fmt.Sprintf("%s is new: %s", at, shown(b, "")))
		case !has:
			all = append(all, fmt.Sprintf("%s is gone: %s", at, shown(a, "")))
		case a != b:
			all = append(all, fmt.Sprintf("%s was %s, is %s", at, shown(a, b), shown(b, a)))
		}
	}
	return all
}

// leaves returns the values of a JSON text that hold no others, by their JSON Pointers.
func leaves(data json.RawMessage) map[string]string {
	out := map[string]string{}
	if len(data) == 0 {
		return out
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		out[""] = string(data)
		return out
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, item := range v {
				walk(at+"/"+escape.Replace(k), item)
			}
			if len(v) == 0 {
				out[at] = "{}"
			}
		case []any:
			for i, item := range v {
				walk(fmt.Sprintf("%s/%d", at, i), item)
			}
			if len(v) == 0 {
				out[at] = "[]"
			}
		default:
			out[at] = fmt.Sprint(v)
		}
	}
	walk("", v)
	return out
}

// shown quotes the part of a text where it departs from another one.
func shown(text, other string) string {
	from := 0
	for from < len(text) && from < len(other) && text[from] == other[from] {
		from++
	}
	const before = mostShown / 4
	from = max(0, from-before)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	part, lead, rest := text[from:], "", ""
	if from > 0 {
		lead = "…"
	}
	if cut := clip(part, mostShown); cut != part {
		part, rest = cut, "…"
	}
	return lead + fmt.Sprintf("%+q", part) + rest
}

// clip returns the start of a text of at most so many bytes, without half a character.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
