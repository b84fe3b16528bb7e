package extract

import (
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// An object is what one match contributes: an item of an array, or fields of
// the entry itself.
type object struct {
	match     int
	array     string // path of the array, "" for the entry
	join      bool
	dependent bool // says nothing unless it completes another
	bare      bool // captured nothing: "went for a run"
	data      map[string]any
	scalar    any   // the item itself, for arrays of plain values
	more      []any // further items of a list
	each      []any // what the field at eachPath is in turn, one object for each
	eachPath  []string
	doubts    map[string]string
	heirOf    []int // matches that it inherited from
	clause    int
	snippet   string
}

// objects turns matches into objects.
func (d *domain) objects(s *scanned, matches []match) []object {
	var out []object
	type source struct {
		value
		match int
	}
	last := map[string]source{}
	ended := 0.0 // the span told last
	for i, m := range matches {
		o := object{
			match: i, array: m.pattern.append, join: m.pattern.join, dependent: m.pattern.dependent, bare: len(m.captured) == 0 && !m.pattern.join,
			data: map[string]any{}, doubts: map[string]string{},
			clause: s.tokens[m.from].clause, snippet: s.span(m.from, m.to),
		}
		target := d.schema
		if o.array != "" {
			target, _ = d.schema.at(strings.Split(o.array, ".")).items()
		}
		ended = m.settleClocks(ended)
		get := func(p templatePart) (value, bool) {
			if v, ok := m.captured[p.slot]; ok {
				return v, true
			}
			if src, ok := last[p.slot]; ok && p.inherit {
				o.heirOf = append(o.heirOf, src.match)
				return src.value, true
			}
			return value{}, false
		}
		if o.fill(m.pattern, target, get) && (len(o.data) > 0 || o.scalar != nil) {
			out = append(out, o.spread()...)
		}
		for name, v := range m.captured {
			last[name] = source{v, i}
		}
	}
	return out
}

// settleClocks fixes the half of the day of the times of a span: in "9 to 5" the
// 5 is 17:00, also where it is told by itself. A span that continues a list
// begins behind the one before, which ended at after; it returns where it ends.
func (m match) settleClocks(after float64) (end float64) {
	for _, t := range m.pattern.templates {
		if !t.span {
			continue
		}
		from, ok1 := m.captured[t.parts[0].slot]
		to, ok2 := m.captured[t.parts[2].slot]
		if ok1 && ok2 && from.form == formClock && to.form == formClock {
			if m.pattern.prog.follows {
				from, to = behind(from, to, after)
			}
			from, to = settle(from, to)
			m.captured[t.parts[0].slot], m.captured[t.parts[2].slot] = from, to
			after = to.number
		}
	}
	return after
}

// fill evaluates a pattern's templates. It is false if something that must be
// inherited can't be.
func (o *object) fill(p *pattern, target node, get func(templatePart) (value, bool)) bool {
	for _, t := range p.templates {
		at := target
		if t.path[0] != "." {
			at = target.at(t.path)
		}
		v, doubt, ok := t.evaluate(at, get)
		if !ok {
			for _, part := range t.parts {
				if part.inherit && !part.optional {
					return false
				}
			}
			continue
		}
		if t.path[0] == "." {
			o.scalar = v
			o.list(t, get)
			continue
		}
		put(o.data, t.path, v)
		o.listNumbers(t, at, get)
		if doubt != "" {
			o.doubts[strings.Join(t.path, ".")] = doubt
		}
	}
	return true
}

// list makes an item of each part of a captured list.
func (o *object) list(t *template, get func(templatePart) (value, bool)) {
	if len(t.parts) != 1 || t.parts[0].slot == "" {
		return
	}
	v, _ := get(t.parts[0])
	for i, item := range v.items {
		if i == 0 {
			o.scalar = item
			continue
		}
		o.more = append(o.more, item)
	}
}

// listNumbers keeps the numbers of a captured list for spread.
func (o *object) listNumbers(t *template, at node, get func(templatePart) (value, bool)) {
	if len(t.parts) != 1 || t.parts[0].slot == "" {
		return
	}
	v, _ := get(t.parts[0])
	for _, n := range v.numbers {
		v.number = n
		if c, _, ok := at.convert(v); ok {
			o.each, o.eachPath = append(o.each, c), t.path
		}
	}
}

// spread returns an object for each number of a list, alike but for it, or the
// object alone: "squat 100 5/5/5" is three sets.
func (o object) spread() []object {
	if len(o.each) == 0 {
		return []object{o}
	}
	out := make([]object, len(o.each))
	for i, v := range o.each {
		out[i] = o
		out[i].data, out[i].doubts = maps.Clone(o.data), maps.Clone(o.doubts)
		put(out[i].data, o.eachPath, v)
	}
	return out
}

// evaluate returns the JSON value of a template for a field of the schema.
func (t *template) evaluate(at node, get func(templatePart) (value, bool)) (v any, doubt string, ok bool) {
	if t.span {
		from, ok1 := get(t.parts[0])
		to, ok2 := get(t.parts[2])
		if !ok1 || !ok2 || from.form != formClock || to.form != formClock {
			return nil, "", false
		}
		return at.convert(value{number: between(from, to), unit: "min", form: formQuantity})
	}
	if len(t.parts) == 1 {
		if p := t.parts[0]; p.slot != "" {
			v, ok := get(p)
			if !ok {
				return nil, "", false
			}
			return at.convert(v)
		}
		return at.constant(t.parts[0].text), "", true
	}
	var b strings.Builder
	for _, p := range t.parts {
		b.WriteString(p.text)
		if p.slot != "" {
			v, ok := get(p)
			if !ok {
				return nil, "", false
			}
			b.WriteString(v.text)
		}
	}
	return b.String(), "", true
}

// constant reads a constant by the type of its field.
func (n node) constant(text string) any {
	switch n.text("type") {
	case "boolean":
		return text == "true"
	case "number", "integer":
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v
		}
	}
	return text
}

// convert returns a captured value as the field wants it.
func (n node) convert(v value) (out any, doubt string, ok bool) {
	unit := n.text(annotateUnit)
	if v.form == formQuantity && unit != "" {
		if c, can := quantity.Convert(v.number, v.unit, unit); can {
			v.number, v.unit = round(c), unit
		}
	}
	switch {
	case n.quantity():
		q := map[string]any{"value": round(v.number)}
		switch {
		case v.form == formQuantity:
			q["unit"] = v.unit
		case v.form != formNumber:
			return nil, "", false
		case unit != "":
			q["unit"] = unit
			v.doubt = fmt.Sprintf("“%s” has no unit; assuming %s", v.text, unit)
		default:
			v.doubt = noUnit
		}
		if v.approx && n.property("approx").exists() {
			q["approx"] = true
		}
		return q, v.doubt, true
	case n.numeric():
		if v.form == formText { // a name such as "3" for "triple"
			number, err := strconv.ParseFloat(v.text, 64)
			return number, v.doubt, err == nil
		}
		return round(v.number), v.doubt, true
	case n.text("type") == "boolean":
		return true, v.doubt, true
	case v.form == formClock:
		return showClock(v.number), v.doubt, true
	case n.text("type") == "array":
		return []any{v.text}, v.doubt, true
	}
	return v.text, v.doubt, true
}

// noUnit marks a quantity whose unit the text doesn't tell.
const noUnit = "no unit"

func put(data map[string]any, path []string, v any) {
	for _, key := range path[:len(path)-1] {
		next, ok := data[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			data[key] = next
		}
		data = next
	}
	data[path[len(path)-1]] = v
}

// near is how many sentences behind a thing what only belongs to something may
// stand: a later "felt great" belongs to what was told in between, of whatever
// domain.
const near = 2

// joined lets objects that complete others do so, and drops mentions that say
// no more than those which inherited from them.
func joined(objects []object) []object {
	gone := make([]bool, len(objects))
	for i := range objects {
		o := &objects[i]
		gone[i] = o.bare && i+1 < len(objects) && o.announces(&objects[i+1])
		if !o.join {
			continue
		}
		k := before(objects, gone, i)
		if k < 0 || !o.completes(&objects[k]) {
			k = behindOf(objects, gone, i)
		}
		if k >= 0 && o.completes(&objects[k]) {
			maps.Copy(objects[k].data, o.data)
			maps.Copy(objects[k].doubts, o.doubts)
			gone[i] = true
		}
		gone[i] = gone[i] || o.dependent
	}
	dropImplied(objects, gone)
	out := objects[:0]
	for i, o := range objects {
		if !gone[i] {
			out = append(out, o)
		}
	}
	return out
}

// before returns the latest object before the ith that it may complete, -1 if there
// is none.
func before(objects []object, gone []bool, i int) int {
	o := &objects[i]
	for k := i - 1; k >= 0 && !(o.dependent && o.clause-objects[k].clause > near); k-- {
		if objects[k].array == o.array && !gone[k] {
			return k
		}
	}
	return -1
}

// behindOf returns the first object behind the ith, in its sentence or the next, that
// it may complete, -1 if there is none.
func behindOf(objects []object, gone []bool, i int) int {
	o := &objects[i]
	for k := i + 1; k < len(objects) && objects[k].clause <= o.clause+1; k++ {
		if objects[k].array == o.array && !gone[k] {
			return k
		}
	}
	return -1
}

// dropImplied marks the objects as gone that say no more than those which inherited
// from them.
func dropImplied(objects []object, gone []bool) {
	byMatch := map[int]int{}
	for i, o := range objects {
		byMatch[o.match] = i
	}
	for j := range objects {
		for _, m := range objects[j].heirOf {
			i, ok := byMatch[m]
			if !ok || i == j || gone[i] || gone[j] || objects[i].array != objects[j].array || objects[i].scalar != nil {
				continue
			}
			// "Bench felt heavy, 3x5 at 77.5kg" is one thing, told in two goes.
			gone[i] = objects[i].impliedBy(&objects[j])
		}
	}
}

// announces reports whether a bare object only leads up to the one that is told
// next, in its sentence or the one behind: "Lunch run! 7 km in 41 min".
func (o *object) announces(next *object) bool {
	if o.array == "" || next.array != o.array || next.join || next.bare || next.clause > o.clause+1 {
		return false
	}
	for k := range o.data {
		if _, has := next.data[k]; has {
			return false
		}
	}
	return true
}

// completes reports whether nothing that o says contradicts other.
func (o *object) completes(other *object) bool {
	adds := false
	for k, v := range o.data {
		w, has := other.data[k]
		if has && !reflect.DeepEqual(v, w) {
			return false
		}
		adds = adds || !has
	}
	return adds
}

// impliedBy reports whether other says all that o says, and more.
func (o *object) impliedBy(other *object) bool {
	if o.scalar != nil || o.array != other.array || len(o.data) >= len(other.data) {
		return false
	}
	for k, v := range o.data {
		if !reflect.DeepEqual(v, other.data[k]) {
			return false
		}
	}
	return true
}
