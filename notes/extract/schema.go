package extract

import (
	"maps"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Annotations that a schema may carry for statistics and storage.
const (
	// SubjectKey marks the string that names what an object is about, or
	// gives an object a constant subject.
	SubjectKey = "x-weft-subject"
	// annotateMeasure names what a number measures, such as "load".
	annotateMeasure = "x-weft-measure"
	// KindKey tells what may be computed of a number.
	KindKey = "x-weft-kind"
	// annotateUnit is the unit in which a quantity is kept.
	annotateUnit = "x-weft-unit"
	// annotateOfDay says that the values of a day are parts of one.
	annotateOfDay = "x-weft-of-day"
)

// A Kind is what a number is of, and so what may be computed of several.
type Kind string

// The kinds of numbers.
const (
	Reading Kind = "reading" // how much there is at a moment, or of one thing: a weight, a balance, a pace
	Amount  Kind = "amount"  // how much was added, done or had: it adds up
	Rating  Kind = "rating"  // a place on a scale
)

// Kinds are all kinds that a schema may declare.
var Kinds = []Kind{Reading, Amount, Rating}

// A node is a place in a JSON Schema, references followed.
type node struct {
	raw  map[string]any
	root map[string]any
}

func newNode(root map[string]any) node {
	return node{raw: root, root: root}.follow()
}

// follow replaces a local "$ref" by what it refers to, keeping the keywords
// beside it. Eight hops are more than any sane schema has; a cycle ends there.
func (n node) follow() node {
	for range 8 {
		ref, ok := n.raw["$ref"].(string)
		if !ok {
			return n
		}
		path, local := strings.CutPrefix(ref, "#/")
		if !local {
			return n
		}
		target := n.root
		for _, key := range strings.Split(path, "/") {
			target, ok = target[key].(map[string]any)
			if !ok {
				return n
			}
		}
		n.raw = beside(target, n.raw)
	}
	return n
}

// beside returns what a "$ref" refers to with the keywords that stand beside it.
// Properties of both are merged, so that bounds can be added to a definition.
func beside(target, own map[string]any) map[string]any {
	merged := maps.Clone(target)
	for k, v := range own {
		if k == "$ref" {
			continue
		}
		ours, ok1 := v.(map[string]any)
		theirs, ok2 := merged[k].(map[string]any)
		if k == "properties" && ok1 && ok2 {
			props := maps.Clone(theirs)
			for name, p := range ours {
				old, ok1 := props[name].(map[string]any)
				add, ok2 := p.(map[string]any)
				if ok1 && ok2 {
					p = beside(old, add)
				}
				props[name] = p
			}
			v = props
		}
		merged[k] = v
	}
	return merged
}

func (n node) exists() bool { return n.raw != nil }

// property returns the schema of a property, the zero node if there is none.
func (n node) property(name string) node {
	props, _ := n.raw["properties"].(map[string]any)
	raw, ok := props[name].(map[string]any)
	if !ok {
		return node{root: n.root}
	}
	return node{raw, n.root}.follow()
}

func (n node) at(path []string) node {
	for _, key := range path {
		n = n.property(key)
	}
	return n
}

// items returns the schema of an array's items.
func (n node) items() (node, bool) {
	raw, ok := n.raw["items"].(map[string]any)
	if !ok {
		return node{root: n.root}, false
	}
	return node{raw, n.root}.follow(), true
}

// standalone returns the node as a schema of its own, with the definitions of
// the whole.
func (n node) standalone() map[string]any {
	out := maps.Clone(n.raw)
	if defs, ok := n.root["$defs"]; ok {
		out["$defs"] = defs
	}
	return out
}

// withoutItems returns a schema that leaves open what is in these arrays, whose items
// are checked one by one.
func (n node) withoutItems(arrays map[string]*jsonschema.Resolved) map[string]any {
	props, ok := n.raw["properties"].(map[string]any)
	if !ok {
		return n.raw
	}
	out, props := maps.Clone(n.raw), maps.Clone(props)
	for name := range arrays {
		if array, ok := props[name].(map[string]any); ok {
			array = maps.Clone(array)
			delete(array, "items")
			props[name] = array
		}
	}
	out["properties"] = props
	return out
}

func (n node) text(key string) string {
	s, _ := n.raw[key].(string)
	return s
}

// quantity reports whether the node is an object of value and unit.
func (n node) quantity() bool {
	return n.property("value").exists() && n.property("unit").exists()
}

func (n node) numeric() bool {
	t := n.text("type")
	return t == "number" || t == "integer"
}
