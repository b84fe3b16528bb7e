package grounding

import (
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// entry learns an entry: its day and time, its words, and its parsed data.
func (k *knowledge) entry(e *commonv1.Entry) {
	k.entries[e.GetId()] = e
	if d, err := notes.ParseDay(e.GetDate()); err == nil {
		k.day(d)
	}
	if id, err := notes.ParseID(e.GetId()); err == nil {
		k.clocks = append(k.clocks, clockOf(id.Local))
	}
	k.text(e.GetText())
	k.terms = append(k.terms, e.GetTags()...)
	for domain, v := range e.GetDomainData().GetFields() {
		k.terms = append(k.terms, domain)
		k.value(v)
	}
}

// value learns parsed data: quantities are objects with a value and a unit.
func (k *knowledge) value(v *structpb.Value) {
	switch v := v.GetKind().(type) {
	case *structpb.Value_NumberValue:
		k.numbers = append(k.numbers, number{value: abs(v.NumberValue)})
	case *structpb.Value_StringValue:
		k.text(v.StringValue)
	case *structpb.Value_ListValue:
		for _, item := range v.ListValue.GetValues() {
			k.value(item)
		}
	case *structpb.Value_StructValue:
		fields := v.StructValue.GetFields()
		unit := fields["unit"].GetStringValue()
		if value, ok := fields["value"].GetKind().(*structpb.Value_NumberValue); ok && unit != "" {
			k.numbers = append(k.numbers, measured(value.NumberValue, unit))
			return
		}
		for _, field := range fields {
			k.value(field)
		}
	}
}

// fact learns a computed fact. Of a change it also knows the difference, in its
// unit and in percent.
func (k *knowledge) fact(f *commonv1.Fact) {
	k.text(f.GetText())
	k.terms = append(k.terms, f.GetSubject(), f.GetMeasure())
	k.rangeOf(f.GetRange())
	if f.GetSampleSize() > 0 {
		k.count(int(f.GetSampleSize()))
	}
	if f.GetKind() == "mention" {
		return
	}
	k.numbers = append(k.numbers, measured(f.GetValue(), f.GetUnit()))
	if f.Baseline == nil {
		return
	}
	k.numbers = append(k.numbers, measured(f.GetBaseline(), f.GetUnit()), measured(f.GetValue()-f.GetBaseline(), f.GetUnit()))
	if f.GetBaseline() != 0 {
		k.numbers = append(k.numbers, number{value: abs(100 * (f.GetValue() - f.GetBaseline()) / f.GetBaseline()), unit: "%"})
	}
}

// measured is a number in the unit of a fact. "kg per week" is a quantity of
// kg; "per week" or "sessions" count.
func measured(v float64, unit string) number {
	n := number{value: abs(v)}
	for _, u := range []string{unit, before(unit, " per "), before(unit, "/")} {
		if c, ok := quantity.Canonical(strings.TrimSpace(u)); ok {
			n.unit = c
			return n
		}
	}
	n.count = true
	return n
}

func before(s, sep string) string {
	head, _, _ := strings.Cut(s, sep)
	return head
}
