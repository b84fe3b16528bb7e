package parser

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// locate returns where words stand in a text.
func locate(text, words string) []stretch {
	in, want := search.Tokens(text), search.Tokens(words)
	var out []stretch
	for i := 0; len(want) > 0 && i+len(want) <= len(in); i++ {
		if slices.EqualFunc(in[i:i+len(want)], want, func(a, b search.Token) bool { return a.Folded == b.Folded }) {
			out = append(out, stretch{in[i].Start, in[i+len(want)-1].End})
		}
	}
	return out
}

// equal reports whether what was written is a quantity of the text. A unit may be left
// out, and must not be another.
func equal(written, q quantity.Quantity) bool {
	if written.Unit == "" || written.Unit == q.Unit {
		return same(written.Value, q.Value)
	}
	v, ok := quantity.Convert(q.Value, q.Unit, written.Unit)
	if other, can := q.As(quantity.Dimension(written.Unit)); !ok && can {
		v, ok = quantity.Convert(other.Value, other.Unit, written.Unit)
	}
	return ok && same(v, written.Value)
}

// fitted returns a quantity of the text as a field keeps it; false if it is of another
// kind.
func fitted(f extract.Declaration, q quantity.Quantity) (any, bool) {
	if f.Dimension != "" && q.Unit != "" && quantity.Dimension(q.Unit) != f.Dimension {
		other, ok := q.As(f.Dimension)
		if !ok {
			return nil, false
		}
		q = other
	}
	if !f.Quantity {
		if q.Unit != "" && f.Dimension == "" && !counts(q.Unit) {
			return nil, false
		}
		return q.Value, true
	}
	out := map[string]any{"value": q.Value}
	if q.Unit != "" {
		out["unit"] = q.Unit
		if v, ok := quantity.Convert(q.Value, q.Unit, f.Unit); ok && f.Unit != "" {
			out["value"], out["unit"] = v, f.Unit
		}
	}
	if q.Approx {
		out["approx"] = true
	}
	return out, true
}

// named returns a name or a text as it is kept, if words hold it as the writer's own: a
// canonical name if they have one of its words, a time of day, or words of them.
func (e *editor) named(domain, value string, words stretch) (string, bool) {
	value = strings.TrimSpace(value)
	for _, n := range e.names {
		if n.Domain == domain && words.meets(n.Start, n.End) && (strings.EqualFold(n.Name, value) || strings.EqualFold(e.text[n.Start:n.End], value)) {
			return n.Name, true
		}
	}
	said := e.text[words.start:words.end]
	if slices.ContainsFunc(numbers(said), func(t term) bool { return t.clock != "" && t.clock == value }) {
		return value, true
	}
	return value, len(locate(said, value)) > 0
}

// A step is a property of an object, or an item of a list.
type step struct {
	key   string
	index int // of an item, if there is no key
}

// steps divides a path: "strength.sets[0].load".
func steps(path string) []step {
	var out []step
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' }) {
		if number, item := strings.CutSuffix(part, "]"); item {
			if i, err := strconv.Atoi(number); err == nil && i >= 0 {
				out = append(out, step{index: i})
				continue
			}
		}
		out = append(out, step{key: part})
	}
	return out
}

// at returns what stands at a path, nil if nothing does.
func at(data any, path string) any {
	for _, s := range steps(path) {
		data = s.of(data)
	}
	return data
}

func (s step) of(data any) any {
	if s.key != "" {
		object, _ := data.(map[string]any)
		return object[s.key]
	}
	if list, _ := data.([]any); s.index < len(list) {
		return list[s.index]
	}
	return nil
}

// write puts a value at a path and makes the objects on the way; false if something
// else stands there.
func write(data map[string]any, path string, v any) bool {
	parent, key := split(path)
	if strings.Contains(key, "[") {
		return false
	}
	if parent == "" {
		data[key] = v
		return true
	}
	object, ok := at(data, parent).(map[string]any)
	if !ok {
		object = map[string]any{}
		if at(data, parent) != nil || !write(data, parent, object) {
			return false
		}
	}
	object[key] = v
	return true
}

// split divides a path before its last property.
func split(path string) (parent, key string) {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)], path[i+1:]
}

// cut takes out what stands at a path, and the object or list that has nothing else.
func cut(data map[string]any, path string) {
	parent, key := split(path)
	object := data
	if parent != "" {
		object, _ = at(data, parent).(map[string]any)
	}
	name, _, item := strings.Cut(key, "[")
	list, _ := object[name].([]any)
	if i := steps(path)[len(steps(path))-1].index; item && i < len(list) && len(list) > 1 {
		object[name] = slices.Delete(slices.Clone(list), i, i+1)
		return
	}
	delete(object, name)
	if len(object) == 0 && parent != "" {
		cut(data, parent)
	}
}

// comparePaths orders paths, items of a list by their number.
func comparePaths(a, b string) int {
	return slices.CompareFunc(steps(a), steps(b), func(a, b step) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.index, b.index))
	})
}

// shifted returns paths as they are when some items are gone from their lists.
func shifted(paths, gone []string) []string {
	var out []string
	for _, path := range paths {
		if slices.ContainsFunc(gone, func(g string) bool { return path == g || strings.HasPrefix(path, g+".") }) {
			continue
		}
		for _, g := range gone { // the last item of a list first
			at := strings.LastIndexByte(g, '[')
			if !strings.HasSuffix(g, "]") || !strings.HasPrefix(path, g[:at+1]) {
				continue
			}
			number, rest, _ := strings.Cut(path[at+1:], "]")
			mine, err := strconv.Atoi(number)
			if theirs, _ := strconv.Atoi(strings.TrimSuffix(g[at+1:], "]")); err == nil && mine > theirs {
				path = fmt.Sprintf("%s[%d]%s", g[:at], mine-1, rest)
			}
		}
		out = append(out, path)
	}
	return out
}
