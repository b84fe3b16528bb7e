package form

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pieces are what texts and comments are made of: all that has a meaning elsewhere in JSON.
var pieces = []string{"//", "/*", "*", "/", ",", ",}", ",]", "{", "}", "[", "]", "\"", "\\", ":", " ", "\n", "\t", "\r", "\x01", "a", "é", "https://x.y/z", "1", "null"}

func drawText(t *rapid.T, name string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, name), "")
}

func drawValue(t *rapid.T, deep int) any {
	most := 6
	if deep == 0 {
		most = 4
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return rapid.Float64Range(-1e6, 1e6).Draw(t, "number")
	case 3, 4:
		return drawText(t, "text")
	case 5:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			list = append(list, drawValue(t, deep-1))
		}
		return list
	}
	return drawObject(t, deep-1)
}

func drawObject(t *rapid.T, deep int) map[string]any {
	object := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		object[drawText(t, "name")] = drawValue(t, deep)
	}
	return object
}

// writeNoisy writes a value as JSON with comments, commas behind last items, and control characters
// in strings as they are.
func writeNoisy(t *rapid.T, out *strings.Builder, v any) {
	noise := func() {
		comment := strings.NewReplacer("*/", "", "*", "").Replace(drawText(t, "comment"))
		switch rapid.IntRange(0, 4).Draw(t, "noise") {
		case 0:
			out.WriteString("//" + strings.ReplaceAll(comment, "\n", "") + "\n")
		case 1:
			out.WriteString("/*" + comment + "*/")
		case 2:
			out.WriteString(" \t\n")
		}
	}
	text := func(s string) {
		data, _ := json.Marshal(s)
		quoted := strings.NewReplacer(`\\`, `\\`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\u0001`, "\x01").Replace(string(data))
		out.WriteString(quoted)
	}
	noise()
	switch v := v.(type) {
	case string:
		text(v)
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			writeNoisy(t, out, item)
			if i < len(v)-1 || rapid.Bool().Draw(t, "comma") {
				out.WriteByte(',')
			}
		}
		noise()
		out.WriteByte(']')
	case map[string]any:
		out.WriteByte('{')
		left := len(v)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			noise()
			text(name)
			noise()
			out.WriteByte(':')
			writeNoisy(t, out, v[name])
			if left--; left > 0 || rapid.Bool().Draw(t, "comma") {
				out.WriteByte(',')
			}
		}
		noise()
		out.WriteByte('}')
	default:
		data, _ := json.Marshal(v)
		out.Write(data)
	}
	noise()
}

func TestNoiseInJSONDoesNotChangeItsValue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]any{"in": drawValue(t, 3)}
		var written strings.Builder
		written.WriteString(`{"in":`)
		writeNoisy(t, &written, want["in"])
		written.WriteString("}")
		text := written.String()
		v, length, err := (&repairer{repairBytes}).readValue(text + " and prose }")
		if err != nil || length != len(text) {
			t.Fatalf("%q: %d of %d bytes are read: %v", text, length, len(text), err)
		}
		var got any
		if err := json.Unmarshal(v.json(nil), &got); err != nil || !reflect.DeepEqual(got, any(want)) {
			t.Fatalf("%q is read as %v, want %v (%v)", text, got, want, err)
		}
	})
}

func TestJSONIsNeverChangedByRepair(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data, err := json.Marshal(drawObject(t, 3))
		if err != nil {
			t.Fatal(err)
		}
		if clean, n, changed := repairJSON(string(data) + " , // more"); changed || n != len(data) || clean != string(data) {
			t.Fatalf("%s is repaired to %s (%d bytes)", data, clean, n)
		}
	})
}

func TestWhatCanBeReadInTwoWaysIsNotRepaired(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"two commas":                       `{"a":[1,,]}`,
		"a comma before the first":         `{"a":[,1]}`,
		"nothing but a comma":              `{"a":[,]}`,
		"a comma for a value":              `{"a":,}`,
		"no comma":                         `{"a":1 /* so */ "b":2}`,
		"a text without its end":           "{\"a\":\"one,\n\"b\":\"two\"}",
		"a comment without an end":         `{"a":1 /* so }`,
		"a comment that takes the bracket": `{"a":1 // so }`,
		"half a comment":                   `{"a":1 / 2}`,
		"a line that is continued":         "{\"a\":\"one\\\ntwo\"}",
		"other quotation marks":            `{'a':1,}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if v, _, err := (&repairer{repairBytes}).readValue(text); err == nil {
				t.Errorf("it is read as %s", v.json(nil))
			}
		})
	}
}
