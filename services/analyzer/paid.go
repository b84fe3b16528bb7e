package analyzer

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/money"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A payment is what a note says that something cost or brought.
type payment struct {
	value float64
	unit  string
	loose bool // the amount stands near the subject, and its own words are of something else
}

// spent is what the domain of money calls what is paid.
const spent = "spent"

// paidMeasure is what notes say was paid for a subject, or brought by it: the
// amounts whose words name it, else those that a domain has read, else the first
// behind its name. It is nil where no note gives one.
func (q *inquiry) paidMeasure(p *part, st stance) *measure {
	if st.subject == nil {
		return nil
	}
	byUnit := map[string]*measure{}
	for _, n := range st.told {
		if note.Recap.MatchString(n.Entry.GetText()) {
			continue
		}
		paid, ok := q.paidIn(p, n, st.subject)
		if !ok {
			continue
		}
		m := byUnit[paid.unit]
		if m == nil {
			m = &measure{subject: st.subject.Name, unit: paid.unit}
			byUnit[paid.unit] = m
		}
		m.series = append(m.series, stat.Point{Day: n.Day, Value: paid.value, ID: n.Entry.GetId()})
		if paid.loose {
			m.loose++
		}
	}
	var most *measure
	for _, m := range byUnit {
		if most == nil || len(m.series) > len(most.series) || len(m.series) == len(most.series) && m.unit < most.unit {
			most = m
		}
	}
	if most == nil {
		return nil
	}
	most.series = stat.NewSeries(most.series)
	if p.Is(ask.Spending) {
		most.name = spent
	}
	return most
}

// A naming is where a note names each of the parts of a subject.
type naming [][]place

// A place is a byte of the text where a part is named, by its own name or by another.
type place struct {
	at  int
	own bool
}

func (q *inquiry) namingOf(n *note.Note, s *note.Subject) naming {
	out := make(naming, len(s.Parts()))
	for i, m := range s.Parts() {
		own := ask.Phrases(m.Name)
		for _, k := range m.PlacesIn(n) {
			if at := (place{n.Tokens[k].Start, n.SaysAt(k, own)}); at.own || !q.modifies(n, m, k) {
				out[i] = append(out[i], at)
			}
		}
	}
	return out
}

// within counts the parts that are named within one of some stretches of the text.
func (g naming) within(of []money.Words, own bool) int {
	parts := 0
	for _, places := range g {
		if slices.ContainsFunc(places, func(p place) bool {
			return (p.own || !own) && slices.ContainsFunc(of, func(w money.Words) bool { return w.Has(p.at) })
		}) {
			parts++
		}
	}
	return parts
}

// A tally adds up the amounts of a note whose words name most of a subject.
type tally struct {
	payment
	parts int
	net   bool // what came back is asked for as taken off
	back  float64
}

func (t *tally) add(it money.Item, parts int, loose bool) {
	switch {
	case t.net && it.Role == money.Returned && parts > 0:
		t.back += it.Value
	case parts == 0 || it.Role != money.Price && it.Role != money.Total:
	case t.parts == 0, t.loose && !loose, t.loose == loose && parts > t.parts:
		t.payment, t.parts = payment{it.Value, it.Unit, loose}, parts
	case parts == t.parts && loose == t.loose:
		t.value, t.unit = t.value+it.Value, cmp.Or(t.unit, it.Unit)
	}
}

// list adds the items of a list: what it comes to where its head names as much of the
// subject as any item, else each item that names most, or what was said before it.
func (t *tally) list(l money.List, g naming, near bool) {
	head := g.within([]money.Words{l.Head}, false)
	of := func(it money.Item) int { return g.within(append([]money.Words{l.Head}, it.Of...), false) }
	if slices.ContainsFunc(l.Items, func(it money.Item) bool { return of(it) > head }) {
		head = 0 // "fees: Ann 20, Ben 30" of Ben
	}
	if total, ok := l.Total(); ok && head > 0 {
		t.add(total, head, false)
		return
	}
	for i, it := range l.Items {
		parts := of(it)
		switch {
		case it.Role == money.Part && (head > 0 || parts == 0):
		case i+1 < len(l.Items) && head == 0 && l.Items[i+1].Role == money.Part && of(l.Items[i+1]) > 0:
			// of "coffee and cake 9.50 (coffee was 6)" the coffee was 6
		case parts > 0:
			if it.Role == money.Part {
				it.Role = money.Price
			}
			t.add(it, parts, false)
		case len(it.Of) == 0:
			t.add(it, g.within([]money.Words{it.Around}, false), false)
		case near:
			t.add(it, g.within([]money.Words{it.Around}, true), true)
		}
	}
}

// paidIn is what one note says was paid for a subject.
func (q *inquiry) paidIn(p *part, n *note.Note, s *note.Subject) (payment, bool) {
	asked := p.Dimension == quantity.Money || p.Is(ask.HowMuch) || q.priced(s)
	g := q.namingOf(n, s)
	t := tally{net: p.Is(ask.Net)}
	for _, l := range n.Payments() {
		l.Items = slices.DeleteFunc(slices.Clone(l.Items), func(it money.Item) bool { return !it.Sure && !asked })
		t.list(l, g, len(n.Entry.GetText()) <= note.Short)
	}
	if t.parts == 0 || t.loose {
		if v, unit, ok := q.parsedMoney(n, s); ok {
			return payment{value: v, unit: unit}, true
		}
	}
	t.loose = t.loose || t.parts < len(g) // "fees term 3 Ann 20, Ben 30": whose the first is, no item says alone
	t.unit, t.value = cmp.Or(t.unit, q.currency()), t.value-t.back
	return t.payment, t.parts > 0
}

// modifies reports whether another word for the subject only says what kind of
// thing something else is: bread is groceries, and a bread knife is none.
func (q *inquiry) modifies(n *note.Note, s *note.Subject, i int) bool {
	next := i + s.Length(n, i)
	if next >= len(n.Tokens) || !q.priced(s) {
		return false
	}
	t := n.Tokens[next]
	return n.Entry.GetText()[n.Tokens[next-1].End:t.Start] == " " && note.Saying(t) && !note.Companion(t.Folded) && !slices.Contains(errands, t.Stem) && !n.SaysAt(next, s.Phrases)
}

// mostlyPaid reports whether most notes of a stance say what was paid for its subject,
// or brought by it.
func (q *inquiry) mostlyPaid(p *part, st stance) bool {
	m := q.paidMeasure(p, st)
	return m != nil && m.loose == 0 && 2*len(m.series) > len(st.told)
}

// parsedMoney is what a domain has read in a note of a subject.
func (q *inquiry) parsedMoney(n *note.Note, s *note.Subject) (sum float64, unit string, ok bool) {
	for _, v := range n.Numbers {
		if quantity.Dimension(v.Unit) == quantity.Money && s.Measures(v) {
			sum, unit, ok = sum+v.Value, v.Unit, true
		}
	}
	return sum, unit, ok
}
