package grounding

import (
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// note learns of a note what costs little: its day and its words as they are.
// What its words say is read when something is looked up that nothing before
// tells.
func (k *knowledge) note(e *commonv1.Entry) {
	k.notes[e.GetId()] = e
	k.citable(e.GetId(), e.GetDate())
	k.texts = append(append(k.texts, e.GetText(), notes.Heading(e.GetHeadings())), e.GetTags()...)
	k.unread = append(k.unread, e)
}

// citable learns that something of a note is told: it may be cited by its day.
func (k *knowledge) citable(id, date string) {
	k.ids[id] = true
	if d, err := notes.ParseDay(date); err == nil && !d.IsZero() {
		k.day(d)
		k.noted[d] = true
	}
}

// read reads the next note: its time and its words. It reports whether there
// was one.
func (k *knowledge) read() bool {
	if len(k.unread) == 0 {
		return false
	}
	e := k.unread[0]
	k.unread = k.unread[1:]
	if id, err := notes.ParseID(e.GetId()); err == nil && !id.Undated() {
		k.numbers = append(k.numbers, timeOfDay(float64(id.Local.Hour()), float64(id.Local.Minute())))
	}
	k.said(e.GetText())
	k.said(notes.Heading(e.GetHeadings()))
	return true
}

// fact learns a computed fact. Of a value with a baseline it also knows the
// difference, in its unit and in percent.
func (k *knowledge) fact(f *commonv1.Fact) {
	k.texts = append(k.texts, f.GetSubject(), f.GetBaselineSubject())
	k.text(f.GetGroup())
	k.measure(f.GetMeasure())
	k.span(f.GetRange())
	k.span(f.GetBaselineRange())
	size, shown := int(f.GetSampleSize()), len(f.GetObservations())
	k.count(size, int(f.GetBaselineSize()), size-shown, shown, len(f.GetEntryIds()))
	for _, id := range f.GetEntryIds() {
		if at, err := notes.ParseID(id); err == nil && !at.Undated() {
			k.citable(id, notes.DayOf(at.Local).String())
		}
	}
	row, last := 0, (*commonv1.Observation)(nil)
	for _, o := range f.GetObservations() {
		if row++; o.GetEntryId() != last.GetEntryId() || o.GetValue() != last.GetValue() {
			row = 1
		}
		last = o
		k.count(row) // "3 × 80 kg"
		k.citable(o.GetEntryId(), o.GetDate())
		k.numbers = append(k.numbers, timeOfDay(0, float64(o.GetMinute())))
		k.texts = append(k.texts, o.GetSubject())
		k.text(o.GetText())
		if o.GetText() == "" {
			k.numbers = append(k.numbers, measured(o.GetValue(), o.GetUnit()))
		}
	}
	for i, u := range f.GetUnread() {
		k.count(i + 1) // some of them, and how many more there are
		k.citable(u.GetEntryId(), u.GetDate())
	}
	if f.GetKind() == commonv1.FactKind_FACT_KIND_VALUES {
		return
	}
	k.numbers = append(k.numbers, measured(f.GetValue(), f.GetUnit()))
	if f.Baseline == nil {
		return
	}
	value, base := f.GetValue(), f.GetBaseline()
	k.numbers = append(k.numbers, measured(base, f.GetUnit()), measured(value-base, f.GetUnit()))
	if base != 0 {
		k.numbers = append(k.numbers, number{value: abs(100 * (value - base) / base), unit: "%"})
	}
}

func (k *knowledge) gap(g *commonv1.Gap) {
	for _, r := range g.GetRanges() {
		k.span(r)
	}
	for _, words := range [][]string{g.GetWords(), g.GetReadings(), {g.GetDescription(), g.GetRole(), g.GetDomain()}} {
		for _, w := range words {
			k.text(w)
		}
	}
	k.measure(g.GetMeasure())
	k.count(int(g.GetSeen()), int(g.GetTotal()), int(g.GetTotal()-g.GetSeen()))
}

// form learns what a question is about: an answer names its days, its subjects
// and its conditions.
func (k *knowledge) form(f *commonv1.QueryForm) {
	k.question(f.GetText())
	for _, r := range f.GetRanges() {
		k.span(r)
	}
	for _, s := range f.GetSubjects() {
		k.subject(s)
	}
	for _, c := range f.GetConditions() {
		k.subject(c.GetSubject())
		k.measure(c.GetMeasure())
		if c.GetMeasure() != nil {
			k.numbers = append(k.numbers, measured(c.GetValue(), c.GetUnit()))
		}
	}
	k.measure(f.GetMeasure())
	k.count(int(f.GetLimit()))
	for _, side := range f.GetSides() {
		k.form(side)
	}
}

func (k *knowledge) subject(s *commonv1.Subject) {
	k.texts = append(append(k.texts, s.GetName(), s.GetWords(), s.GetOwner(), s.GetDomain()), s.GetForms()...)
}

func (k *knowledge) measure(m *commonv1.Measure) {
	k.texts = append(k.texts, m.GetDomain(), m.GetName(), m.GetWords())
}

// question learns the words of a question: they may be repeated, not claimed.
func (k *knowledge) question(q string) {
	k.questions[bare(q)] = true
	k.texts = append(k.texts, q)
	t := scanText(q)
	k.asked = append(k.asked, t.numbers...)
	k.dates = append(k.dates, t.dates...)
	for _, d := range t.dates { // "November has no day 31"
		k.asked = append(k.asked, number{value: float64(d.day)})
	}
}

// measured is a number in the unit of a fact. "kg per week" is a quantity of
// kg; "per week" or "sessions" count.
func measured(v float64, unit string) number {
	n := number{value: abs(v), count: true}
	head, _, _ := strings.Cut(unit, " per ")
	for _, u := range []string{unit, head} {
		if c, ok := quantity.Canonical(strings.TrimSpace(u)); ok {
			n.unit, n.count = c, false
			break
		}
	}
	return n
}
