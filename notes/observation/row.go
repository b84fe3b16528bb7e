package observation

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Reader reads the data of many entries by the same schemas. It is not for use by
// several goroutines at once.
type Reader struct {
	fields *extract.FieldReader
	// general is the name of each domain if it stands for all that is in it, and
	// empty if it is a thing of its own: sleep, among whose data are naps.
	general map[string]string
	schemas map[string]*structpb.Value // by domain
}

// NewReader returns a Reader for schemas.
func NewReader(schemas []*commonv1.DomainSchema) *Reader {
	r := &Reader{fields: extract.NewFieldReader(schemas), general: map[string]string{}, schemas: map[string]*structpb.Value{}}
	for _, s := range schemas {
		r.general[s.GetDomain()] = s.GetDomain()
		r.schemas[s.GetDomain()] = structpb.NewStructValue(s.GetJsonSchema())
		if declares(r.schemas[s.GetDomain()], s.GetDomain()) {
			r.general[s.GetDomain()] = ""
		}
	}
	return r
}

// declares reports whether a schema declares a name as the subject of objects.
func declares(schema *structpb.Value, subject string) bool {
	switch v := schema.GetKind().(type) {
	case *structpb.Value_ListValue:
		for _, x := range v.ListValue.GetValues() {
			if declares(x, subject) {
				return true
			}
		}
	case *structpb.Value_StructValue:
		for key, x := range v.StructValue.GetFields() {
			if key == extract.SubjectKey && x.GetStringValue() == subject || declares(x, subject) {
				return true
			}
		}
	}
	return false
}

// Of returns the rows of an entry's parsed data and of its own fields, in a stable order. An entry without
// a day has none, nor has the record of a correction.
func (r *Reader) Of(e *commonv1.Entry) []*commonv1.Observation {
	if e.GetDate() == "" || e.GetCorrection() {
		return nil
	}
	minute := int32(0)
	if id, err := notes.ParseID(e.GetId()); err == nil {
		minute = int32(id.Local.Hour()*60 + id.Local.Minute())
	}
	var rows []*commonv1.Observation
	for _, f := range r.fields.Fields(e.GetDomainData()) {
		if !f.Declared || !whole(f) {
			continue
		}
		row := &commonv1.Observation{
			EntryId: e.GetId(), Date: e.GetDate(), Minute: minute,
			Domain: f.Domain, Measure: f.Measure, Subject: f.Subject, Object: f.Object,
			Value: f.Value, Unit: f.Unit, Text: f.Text, Broader: r.broader(f),
		}
		if f.Numeric {
			row.Kind, row.OfDay = kinds[f.Kind], f.OfDay
		}
		rows = append(rows, row)
	}
	return append(rows, ownRows(e, minute)...)
}

// whole reports whether a number may be computed with: it makes sense, and has its
// unit where the schema wants one.
func whole(f extract.Field) bool {
	return sane(f.Value) && (!f.Quantity || f.Unit != "")
}

var kinds = map[extract.Kind]commonv1.MeasureKind{
	extract.Reading: commonv1.MeasureKind_MEASURE_KIND_READING,
	extract.Amount:  commonv1.MeasureKind_MEASURE_KIND_AMOUNT,
	extract.Rating:  commonv1.MeasureKind_MEASURE_KIND_RATING,
}

// broader returns the names that take a field in besides its subject.
func (r *Reader) broader(f extract.Field) []string {
	var out []string
	for _, name := range []string{f.General, r.general[f.Domain]} {
		if name != "" && name != f.Subject {
			out = append(out, name)
		}
	}
	return out
}
