package source

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Text is a text among arguments.
type Text struct {
	At   string // a JSON Pointer
	Text string
}

// Addresses returns the mail and web addresses in arguments, each once, in their order.
func Addresses(args string) []string {
	var out []string
	for _, leaf := range leaves(args) {
		for _, v := range telling.FindAllString(leaf.Text, -1) {
			if isAddress(v) && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// Texts returns the texts of several lines in arguments.
func Texts(args string) []Text {
	return slices.DeleteFunc(leaves(args), func(t Text) bool { return !strings.Contains(t.Text, "\n") })
}

// Past returns the days in arguments that are before a day, each once, in their order. Days
// are as in ISO 8601: "2026-03-12".
func Past(args, day string) []string {
	var out []string
	for _, leaf := range leaves(args) {
		for _, d := range date.FindAllString(leaf.Text, -1) {
			if d < day && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	return out
}

// leaves returns the texts and numbers in arguments, in the order of their names. What is
// taken of other steps has none.
func leaves(args string) []Text {
	var v any
	d := json.NewDecoder(strings.NewReader(args))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return below("", v)
}

var escape = strings.NewReplacer("~", "~0", "/", "~1")

func below(at string, v any) []Text {
	var out []Text
	switch v := v.(type) {
	case string:
		return []Text{{at, v}}
	case json.Number:
		return []Text{{at, v.String()}}
	case []any:
		for i, of := range v {
			out = append(out, below(fmt.Sprintf("%s/%d", at, i), of)...)
		}
	case map[string]any:
		if _, taken := v["$from"]; taken {
			return nil
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(out, below(at+"/"+escape.Replace(name), v[name])...)
		}
	}
	return out
}
