package parser

import (
	"fmt"
	"math"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// changes returns what becomes of a field. A quantity keeps its unit, unless the
// correction names another or is the first to name one.
func changes(f extract.Field, after *term) []*pb.FieldChange {
	if !f.Numeric {
		right := after.text
		if after.form == isNumber {
			right = after.at(f.Text)
		}
		return []*pb.FieldChange{{Path: f.Path, Before: structpb.NewStringValue(f.Text), After: structpb.NewStringValue(right)}}
	}
	path := f.Path
	if f.Quantity {
		path += ".value"
	}
	v, unit := right(f, after)
	out := []*pb.FieldChange{{Path: path, Before: structpb.NewNumberValue(f.Value), After: structpb.NewNumberValue(v)}}
	if f.Quantity && unit != f.Unit {
		was := structpb.NewNullValue()
		if f.Unit != "" {
			was = structpb.NewStringValue(f.Unit)
		}
		out = append(out, &pb.FieldChange{Path: f.Path + ".unit", Before: was, After: structpb.NewStringValue(unit)})
	}
	return out
}

// right returns the value and unit that a numeric field gets.
func right(f extract.Field, after *term) (float64, string) {
	number := after.number
	if after.form == isUnit {
		number = f.Value
	}
	if after.unit != "" && f.Quantity && f.Kept == "" && after.clock == "" {
		return number, after.unit
	}
	if v, ok := (&term{number: number, unit: after.unit, clock: after.clock, hours: after.hours}).in(f); ok {
		return math.Round(v*1e4) / 1e4, f.Unit
	}
	return number, after.unit
}

// writtenAs returns a number without a unit in the one in which an entry wrote what a
// field keeps in another: 25 for the "15 min" that is kept as 0.25 h.
func (t *term) writtenAs(f extract.Field, text string) *term {
	if t.form != isNumber || t.unit != "" || t.clock != "" || f.Unit == "" {
		return t
	}
	for _, q := range quantity.Scan(text) {
		if v, ok := quantity.Convert(q.Value, q.Unit, f.Unit); ok && q.Unit != f.Unit && same(v, f.Value) {
			own := *t
			own.unit = q.Unit
			return &own
		}
	}
	return t
}

// describe says in a sentence what changes, for the user to check.
func describe(e *commonv1.Entry, hits []hit, after *term) string {
	f := hits[0].field
	what := f.Subject
	if !strings.EqualFold(f.Measure, f.Subject) {
		what = strings.TrimSpace(f.Subject + ", " + f.Measure)
	}
	was, is := f.Text, after.text
	if f.Numeric {
		v, unit := right(f, after)
		was = strings.TrimSpace(fmt.Sprintf("%g %s", f.Value, f.Unit))
		is = strings.TrimSpace(fmt.Sprintf("%g %s", v, unit))
	} else if after.form == isNumber {
		is = after.at(f.Text)
	}
	s := fmt.Sprintf("Corrects the entry of %s: %s from %s to %s.", e.GetDate(), what, was, is)
	if len(hits) > 1 {
		s = strings.TrimSuffix(s, ".") + fmt.Sprintf(", %d times.", len(hits))
	}
	return s
}

// difference returns what must change in an object so that it holds what is
// right. Values that the right side doesn't tell stay.
func difference(have, want []extract.Field) []*pb.FieldChange {
	var out []*pb.FieldChange
	for _, w := range want {
		f, ok := named(have, w)
		switch {
		case !ok && w.Quantity:
			// A quantity that is new has no place of its own yet; the note says it.
			continue
		case !ok:
			path := have[0].Object + strings.TrimPrefix(w.Path, w.Object)
			out = append(out, &pb.FieldChange{Path: path, Before: structpb.NewNullValue(), After: structpb.NewNumberValue(w.Value)})
		case !same(f.Value, w.Value) || w.Unit != "" && f.Unit != w.Unit:
			out = append(out, changes(f, &term{number: w.Value, unit: w.Unit})...)
		}
	}
	return out
}

// summarize says what changes in a sentence.
func summarize(e *commonv1.Entry, subject string, have []extract.Field, cs []*pb.FieldChange) string {
	var parts []string
	for _, c := range cs {
		name, unit, before := c.GetPath(), "", "nothing"
		for _, f := range have {
			name = strings.TrimPrefix(strings.TrimPrefix(name, f.Object), ".")
			if c.GetPath() == f.Path+".value" && f.Unit != "" {
				unit = " " + f.Unit
			}
		}
		if v := c.GetBefore().AsInterface(); v != nil {
			before = fmt.Sprint(v) + unit
		}
		parts = append(parts, fmt.Sprintf("%s from %s to %v%s", strings.TrimSuffix(name, ".value"), before, c.GetAfter().AsInterface(), unit))
	}
	return fmt.Sprintf("Corrects the entry of %s: %s, %s.", e.GetDate(), subject, strings.Join(parts, ", "))
}
