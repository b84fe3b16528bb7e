package parser

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
)

const notThere = "does not stand in the note"

// value takes what stands of a value; false if nothing does.
func (g *ground) value(domain, path string, v any) (any, bool) {
	switch v := v.(type) {
	case map[string]any:
		if n, ok := v["value"].(float64); ok {
			return g.quantity(domain, path, n, v)
		}
		out := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if x, ok := g.value(domain, path+"."+key, v[key]); ok {
				out[key] = x
			}
		}
		return out, len(out) > 0
	case []any:
		var out []any
		for i, x := range v {
			if x, ok := g.value(domain, fmt.Sprintf("%s[%d]", path, i), x); ok {
				out = append(out, x)
			}
		}
		return out, len(out) > 0
	case float64:
		if g.written(v) || has(g.rules[domain], func(x any) bool { return x == any(v) }) {
			return v, true
		}
	case string:
		if name, ok := g.named(domain, v); ok {
			return name, true
		}
	case bool:
		if has(g.rules[domain], func(x any) bool { return x == any(v) }) {
			return v, true
		}
	}
	g.say(path, notThere)
	return nil, false
}

func (g *ground) written(v float64) bool {
	return slices.ContainsFunc(g.numbers, func(q quantity.Quantity) bool { return same(q.Value, v) })
}

// quantity takes a number with its unit; a unit that the text does not name is
// left out.
func (g *ground) quantity(domain, path string, n float64, whole map[string]any) (any, bool) {
	written, _ := whole["unit"].(string)
	unit := written
	if u, ok := quantity.Canonical(written); ok {
		unit = u
	}
	rules := func(x any) bool {
		m, ok := x.(map[string]any)
		value, _ := m["value"].(float64)
		u, _ := m["unit"].(string)
		return ok && same(value, n) && u == unit
	}
	out := map[string]any{"value": n}
	at := slices.IndexFunc(g.numbers, func(q quantity.Quantity) bool { return g.means(q, n, unit) })
	if about, _ := whole["approx"].(bool); about && at >= 0 && g.numbers[at].Approx {
		out["approx"] = true
	}
	switch {
	case has(g.rules[domain], rules) || unit != "" && at >= 0:
		if unit != "" {
			out["unit"] = unit
		}
	case unit != "" && slices.ContainsFunc(g.numbers, func(q quantity.Quantity) bool { return q.Unit == "" && same(q.Value, n) }):
		g.say(path+".unit", notThere)
	case unit == "" && g.written(n):
	default:
		g.say(path, notThere)
		return nil, false
	}
	if kept := g.kept[path]; kept != "" {
		if v, ok := quantity.Convert(n, unit, kept); ok && out["unit"] != nil {
			out["value"], out["unit"] = v, kept
		}
	}
	return out, true
}

// means reports whether a quantity of the text is n of a unit.
func (g *ground) means(q quantity.Quantity, n float64, unit string) bool {
	v, ok := quantity.Convert(q.Value, q.Unit, unit)
	if other, can := q.As(quantity.Dimension(unit)); !ok && can {
		v, ok = quantity.Convert(other.Value, other.Unit, unit)
	}
	return ok && same(v, n) || q.Unit == "" && same(q.Value, n) && g.units[unit]
}

// named returns a name or a text as it is kept: a canonical name if the text has
// one of its words, else words of the text.
func (g *ground) named(domain, s string) (string, bool) {
	means := func(n extract.Named) bool { return n.Domain == domain && strings.EqualFold(n.Name, s) }
	if slices.ContainsFunc(g.names, means) || g.clocks[s] || has(g.rules[domain], func(x any) bool { return x == any(s) }) {
		return s, true
	}
	for _, n := range g.ex.Names(s) {
		if n.Domain == domain && n.Start == 0 && n.End == len(s) && slices.ContainsFunc(g.names, func(m extract.Named) bool { return m.Domain == domain && m.Name == n.Name }) {
			return n.Name, true
		}
	}
	words := stemsOf(s)
	for at := range g.stems {
		if len(words) > 0 && len(g.stems)-at >= len(words) && slices.Equal(g.stems[at:at+len(words)], words) {
			return s, true
		}
	}
	return "", false
}

// has reports whether data holds a value that is meant, at any depth.
func has(data any, meant func(any) bool) bool {
	if meant(data) {
		return true
	}
	switch d := data.(type) {
	case map[string]any:
		for _, x := range d {
			if has(x, meant) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(d, func(x any) bool { return has(x, meant) })
	}
	return false
}
