package grounding

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// entry learns of an entry what costs little: its day and its words as they
// are. What its words and its parsed data say is read when something is looked
// up that nothing before tells.
func (k *knowledge) entry(e *commonv1.Entry) {
	k.entries[e.GetId()] = e
	if d, err := notes.ParseDay(e.GetDate()); err == nil && !d.IsZero() {
		k.day(d)
	}
	k.texts = append(k.texts, e.GetText(), notes.Heading(e.GetHeadings()))
	k.terms = append(k.terms, e.GetTags()...)
	for domain := range e.GetDomainData().GetFields() {
		k.terms = append(k.terms, domain)
	}
	k.unread = append(k.unread, e)
}

// readFirst puts the entries that an answer cites before the others: what it
// says is most likely theirs.
func (k *knowledge) readFirst(answer text, citations []*commonv1.Citation) {
	cited := map[string]bool{}
	for _, c := range citations {
		cited[c.GetId()] = true
	}
	for _, d := range answer.dates {
		cited[d.id] = true
		if d.day != 0 {
			cited[notes.NewDay(d.year, d.month, d.day).String()] = true
		}
	}
	slices.SortStableFunc(k.unread, func(a, b *commonv1.Entry) int {
		x, y := cited[a.GetId()] || cited[a.GetDate()], cited[b.GetId()] || cited[b.GetDate()]
		switch {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
}

// read reads the next entry: its time, its words, and its parsed data. It
// reports whether there was one.
func (k *knowledge) read() bool {
	if len(k.unread) == 0 {
		return false
	}
	e := k.unread[0]
	k.unread = k.unread[1:]
	if id, err := notes.ParseID(e.GetId()); err == nil && !id.Undated() {
		k.clocks = append(k.clocks, clockOf(id.Local))
	}
	k.said(e.GetText())
	k.said(notes.Heading(e.GetHeadings()))
	for _, v := range e.GetDomainData().GetFields() {
		k.value(v)
	}
	return true
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
