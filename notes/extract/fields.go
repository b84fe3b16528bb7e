package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Field is a value somewhere in an entry's data, with what its schema says of
// it.
type Field struct {
	Domain string
	// Path is the path in the data, with the domain: "strength.sets[0].load".
	// Of a quantity it is the path of the object, not of its value.
	Path string
	// Subject is what the value is about: "bench press".
	Subject string
	// Measure is what was measured: "load".
	Measure string
	// About is what the schema says of the measure in words: "heat of the oven".
	About string
	// Object is the path of the object that holds the value.
	Object string

	Numeric  bool
	Kind     Kind    // if Numeric
	Value    float64 // if Numeric
	Text     string  // if not
	Quantity bool    // value and unit stand in an object of their own
	Unit     string  // canonical, empty for counts, bare numbers and texts
	// Kept is the unit in which the schema wants the quantity, empty for "as
	// the user writes it".
	Kept string
}

// Fields returns every value of an entry's data in a stable order. Data of a
// domain without a schema is read as well, with its field names as measures.
//
// The schema's annotations say what values mean. "x-weft-subject: true" marks
// the string that names what its object is about; a text there is the subject
// of all objects of that schema. "x-weft-measure" names a measure; without it
// the field's name is the measure, and without a subject the domain is one.
// "x-weft-kind" tells what a number is of; without it, it is a reading, which
// never adds up.
func Fields(data *structpb.Struct, schemas []*commonv1.DomainSchema) []Field {
	roots := map[string]node{}
	for _, s := range schemas {
		roots[s.GetDomain()] = newNode(s.GetJsonSchema().AsMap())
	}
	all := data.AsMap()
	w := fieldWalk{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w.walk(all[name], roots[name], Field{Domain: name, Path: name, Subject: name})
	}
	return w.out
}

type fieldWalk struct{ out []Field }

// walk visits v; at carries what is known of it from above.
func (w *fieldWalk) walk(v any, n node, at Field) {
	if m := n.text(annotateMeasure); m != "" {
		at.Measure = m
	}
	if s := n.text(annotateSubject); s != "" {
		at.Subject = s
	}
	at.Kind = cmp.Or(Kind(n.text(KindKey)), Reading)
	at.Kept, at.About = n.text(annotateUnit), n.text("description")
	switch v := v.(type) {
	case float64:
		at.Numeric, at.Value, at.Unit = true, v, at.Kept
		w.out = append(w.out, at)
	case string:
		at.Text = v
		w.out = append(w.out, at)
	case []any:
		item, _ := n.items()
		for i, x := range v {
			next := at
			next.Path = fmt.Sprintf("%s[%d]", at.Path, i)
			w.walk(x, item, next)
		}
	case map[string]any:
		if value, ok := v["value"].(float64); ok {
			at.Numeric, at.Quantity, at.Value = true, true, value
			at.Unit, _ = v["unit"].(string)
			w.out = append(w.out, at)
			return
		}
		keys := slices.Sorted(maps.Keys(v))
		for _, k := range keys {
			if named, _ := n.property(k).raw[annotateSubject].(bool); named {
				if s, ok := v[k].(string); ok {
					at.Subject = s
				}
			}
		}
		at.Object = at.Path
		for _, k := range keys {
			next := at
			next.Path, next.Measure = at.Path+"."+k, k
			w.walk(v[k], n.property(k), next)
		}
	}
}

// A Number is a numeric field of an entry's data, ready for statistics.
type Number struct {
	Domain  string
	Path    string // as of Field
	Subject string // "bench press"
	Measure string // "load"
	Kind    Kind   // what may be computed of it
	Unit    string // canonical, empty for counts and bare numbers
	Value   float64
}

// Numbers returns the numeric fields of an entry's data in a stable order, for
// the domains of the schemas. See Fields for what subjects and measures are.
// Units are as the user wrote them where the schema doesn't fix one: convert
// before you compare.
func Numbers(data *structpb.Struct, schemas []*commonv1.DomainSchema) []Number {
	known := map[string]bool{}
	for _, s := range schemas {
		known[s.GetDomain()] = true
	}
	var out []Number
	for _, f := range Fields(data, schemas) {
		if f.Numeric && known[f.Domain] {
			out = append(out, Number{f.Domain, f.Path, f.Subject, f.Measure, f.Kind, f.Unit, f.Value})
		}
	}
	return out
}
