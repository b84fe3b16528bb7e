package extract

import (
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Number is a numeric field of an entry's data, ready for statistics.
type Number struct {
	Domain string
	// Path is the path in the data, with the domain: "strength.sets[0].load".
	// Of a quantity it is the path of the object, not of its value.
	Path string
	// Subject is what the number is about: "bench press".
	Subject string
	// Measure is what was measured: "load".
	Measure string
	// Unit is the canonical unit, empty for counts and bare numbers.
	Unit  string
	Value float64
}

// Numbers returns every numeric field of an entry's data in a stable order.
//
// The schema's annotations say what they mean. "x-weft-subject: true" marks the
// string that names what its object is about; a text there is the subject of
// all objects of that schema. "x-weft-measure" names a measure; without it the
// field's name is the measure, and without a subject the domain is one.
func Numbers(data *structpb.Struct, schemas []*commonv1.DomainSchema) []Number {
	var out []Number
	all := data.AsMap()
	for _, s := range schemas {
		v, ok := all[s.GetDomain()]
		if !ok {
			continue
		}
		w := numberWalk{domain: s.GetDomain()}
		w.walk(v, newNode(s.GetJsonSchema().AsMap()), s.GetDomain(), s.GetDomain(), "")
		out = append(out, w.out...)
	}
	return out
}

type numberWalk struct {
	domain string
	out    []Number
}

func (w *numberWalk) walk(v any, n node, path, subject, measure string) {
	if m := n.text(annotateMeasure); m != "" {
		measure = m
	}
	if s := n.text(annotateSubject); s != "" {
		subject = s
	}
	switch v := v.(type) {
	case float64:
		w.out = append(w.out, Number{w.domain, path, subject, measure, n.text(annotateUnit), v})
	case []any:
		item, _ := n.items()
		for i, x := range v {
			w.walk(x, item, fmt.Sprintf("%s[%d]", path, i), subject, measure)
		}
	case map[string]any:
		if value, ok := v["value"].(float64); ok {
			unit, _ := v["unit"].(string)
			w.out = append(w.out, Number{w.domain, path, subject, measure, unit, value})
			return
		}
		keys := slices.Sorted(maps.Keys(v))
		for _, k := range keys {
			if named, _ := n.property(k).raw[annotateSubject].(bool); named {
				if s, ok := v[k].(string); ok {
					subject = s
				}
			}
		}
		for _, k := range keys {
			w.walk(v[k], n.property(k), path+"."+k, subject, k)
		}
	}
}
