package extract

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

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
	// General is what the schema says that all such objects are about: "spending",
	// whatever it was on. Empty if it does not say.
	General string
	// Measure is what was measured: "load".
	Measure string
	// About is what the schema says of the measure in words: "heat of the oven".
	About string
	// Object is the path of the object that holds the value.
	Object string

	Declared bool // the schema has the field
	Numeric  bool
	Kind     Kind    // if Numeric
	Value    float64 // if Numeric
	Text     string  // if not
	Quantity bool    // value and unit stand in an object of their own
	Unit     string  // canonical, empty for counts, bare numbers and texts
	// Kept is the unit in which the schema wants the quantity, empty for "as
	// the user writes it".
	Kept string
	// OfDay says that the values of a day are parts of one: two pieces of a night.
	OfDay bool
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
	return NewFieldReader(schemas).Fields(data)
}

// A FieldReader reads the data of many entries by the same schemas. It is not for
// use by several goroutines at once.
type FieldReader struct{ roots map[string]*declared }

// NewFieldReader returns a FieldReader for schemas.
func NewFieldReader(schemas []*commonv1.DomainSchema) *FieldReader {
	r := &FieldReader{roots: map[string]*declared{}}
	for _, s := range schemas {
		r.roots[s.GetDomain()] = declare(newNode(s.GetJsonSchema().AsMap()))
	}
	return r
}

// Fields returns every value of an entry's data, as the function of that name does.
func (r *FieldReader) Fields(data *structpb.Struct) []Field {
	w := fieldWalk{}
	for _, name := range slices.Sorted(maps.Keys(data.GetFields())) {
		w.walk(data.GetFields()[name], r.roots[name], Field{Domain: name, Path: name, Subject: name})
	}
	return w.out
}

// A declared is what a schema says of one place, read once.
type declared struct {
	node
	measure, subject, about, kept string
	names                         bool // it names what its object is about
	ofDay                         bool
	kind                          Kind
	properties                    map[string]*declared
	item                          *declared
}

func declare(n node) *declared {
	d := &declared{
		node: n, measure: n.text(annotateMeasure), subject: n.text(SubjectKey), about: n.text("description"),
		kept: n.text(annotateUnit), kind: cmp.Or(Kind(n.text(KindKey)), Reading), properties: map[string]*declared{},
	}
	d.names, _ = n.raw[SubjectKey].(bool)
	d.ofDay, _ = n.raw[annotateOfDay].(bool)
	return d
}

func (d *declared) property(name string) *declared {
	if d == nil {
		return nil
	}
	p, known := d.properties[name]
	if !known {
		p = declare(d.node.property(name))
		d.properties[name] = p
	}
	return p
}

func (d *declared) items() *declared {
	if d != nil && d.item == nil {
		n, _ := d.node.items()
		d.item = declare(n)
	}
	if d == nil {
		return nil
	}
	return d.item
}

type fieldWalk struct{ out []Field }

// walk visits v; at carries what is known of it from above.
func (w *fieldWalk) walk(v *structpb.Value, d *declared, at Field) {
	at.Kind, at.Kept, at.About, at.Declared, at.OfDay = Reading, "", "", false, false
	if d != nil {
		at.Measure, at.Subject = cmp.Or(d.measure, at.Measure), cmp.Or(d.subject, at.Subject)
		at.General = cmp.Or(d.subject, at.General)
		at.Kind, at.Kept, at.About, at.Declared, at.OfDay = d.kind, d.kept, d.about, d.exists(), d.ofDay
	}
	switch v := v.GetKind().(type) {
	case *structpb.Value_NumberValue:
		at.Numeric, at.Value, at.Unit = true, v.NumberValue, at.Kept
		w.out = append(w.out, at)
	case *structpb.Value_StringValue:
		at.Text = v.StringValue
		w.out = append(w.out, at)
	case *structpb.Value_ListValue:
		for i, x := range v.ListValue.GetValues() {
			next := at
			next.Path = at.Path + "[" + strconv.Itoa(i) + "]"
			w.walk(x, d.items(), next)
		}
	case *structpb.Value_StructValue:
		w.object(v.StructValue.GetFields(), d, at)
	}
}

func (w *fieldWalk) object(fields map[string]*structpb.Value, d *declared, at Field) {
	if value, ok := fields["value"].GetKind().(*structpb.Value_NumberValue); ok {
		at.Numeric, at.Quantity, at.Value = true, true, value.NumberValue
		at.Unit = fields["unit"].GetStringValue()
		w.out = append(w.out, at)
		return
	}
	keys := slices.Sorted(maps.Keys(fields))
	for _, k := range keys {
		if p := d.property(k); p != nil && p.names {
			if s, ok := fields[k].GetKind().(*structpb.Value_StringValue); ok {
				at.Subject = s.StringValue
			}
		}
	}
	at.Object = at.Path
	for _, k := range keys {
		next := at
		next.Path, next.Measure = at.Path+"."+k, k
		w.walk(fields[k], d.property(k), next)
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
	return NewFieldReader(schemas).Numbers(data)
}

// Numbers returns the numeric ones, as the function of that name does.
func (r *FieldReader) Numbers(data *structpb.Struct) []Number {
	var out []Number
	for _, f := range r.Fields(data) {
		if _, known := r.roots[f.Domain]; known && f.Numeric {
			out = append(out, Number{f.Domain, f.Path, f.Subject, f.Measure, f.Kind, f.Unit, f.Value})
		}
	}
	return out
}
