package analyzer

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// alike is how far, as a share, a distance may lie from the one that a question
// names and still be it: 3.1 miles are 5 km to whoever runs them.
const alike = 0.03

// apartK is a distance written as "12 k".
var apartK = regexp.MustCompile(`(?i)\b(\d+(?:\.\d+)?) k\b`)

// exactly takes out of the subjects those that are an amount, as "5 km", and
// returns the amounts of length to which the question holds its notes.
func (p *part) exactly() []quantity.Quantity {
	var out []quantity.Quantity
	kept := p.subjects[:0:0]
	for _, s := range p.subjects {
		qs := quantity.Scan(s.name)
		if _, unit := quantity.Canonical(s.name); unit && len(s.name) > 2 && len(p.subjects)+len(quantity.Scan(p.question)) > 1 {
			continue // "5 miler"
		}
		if len(qs) != 1 || strings.TrimSpace(qs[0].Text) != strings.TrimSpace(s.name) || quantity.Dimension(qs[0].Unit) == "" {
			kept = append(kept, s)
		}
	}
	p.subjects = kept
	if p.limit != nil {
		return nil
	}
	for _, a := range quantity.Scan(apartK.ReplaceAllString(p.question, "${1}k")) {
		if quantity.Dimension(a.Unit) == quantity.Length && a.Value > 0 {
			out = append(out, a)
		}
	}
	return out
}

// ofValue keeps, where a question asks when or how often the user had a value of
// a subject ("when did I first bench 80"), the notes that have it. Where none has,
// what was lifted first with at least as much is meant, and nothing else.
func (p *part) ofValue(st stance) (kept stance, never *limit) {
	switch p.want {
	case wantFirst, wantLast, wantCount, wantWhether:
	default:
		return st, nil
	}
	if st.subject == nil || p.limit != nil || len(p.sizes) > 0 {
		return st, nil
	}
	for _, a := range quantity.Scan(p.question) {
		if d := quantity.Dimension(a.Unit); d != quantity.Mass && a.Unit != "" || strings.Contains(strings.ToLower(st.span.label), strings.TrimSpace(a.Text)) {
			continue
		}
		with := filter(st.told, func(n *note) bool {
			return slices.ContainsFunc(n.numbers, func(v number) bool {
				w, ok := v.value, a.Unit == "" && v.measure == "load"
				if a.Unit != "" {
					w, ok = quantity.Convert(v.value, v.unit, a.Unit)
				}
				return ok && st.subject.holds(v) && math.Abs(w-a.Value) < 1e-6
			}) || a.Value >= 10 && slices.ContainsFunc(n.amounts(), func(v amountIn) bool {
				return v.value == a.Value && (v.unit == a.Unit || a.Unit == "") && !v.counted(n.entry.GetText())
			})
		})
		if len(with) > 0 {
			st.told = with
			st.limit = strings.TrimSpace(a.Text)
			continue
		}
		l := &limit{text: strings.TrimSpace(a.Text), least: true, Quantity: a}
		if a.Unit == "" || !slices.ContainsFunc(st.told, func(n *note) bool {
			return slices.ContainsFunc(n.numbers, func(v number) bool { _, ok := l.of(v); return ok && st.subject.holds(v) })
		}) {
			continue // the notes measure something else
		}
		more := filter(st.told, func(n *note) bool {
			return slices.ContainsFunc(n.numbers, func(v number) bool { return v.measure == "load" && st.subject.holds(v) && l.holds(v) })
		})
		if len(more) == 0 || p.want == wantCount {
			return st, l
		}
		st.told, st.limit = more, "at least "+l.text
	}
	return st, nil
}

// sized reports whether the note measures one of the sizes.
func (n *note) sized(sizes []quantity.Quantity) bool {
	return slices.ContainsFunc(sizes, func(size quantity.Quantity) bool {
		same := func(v float64, unit string) bool {
			w, ok := quantity.Convert(v, unit, size.Unit)
			return ok && math.Abs(w-size.Value) <= alike*size.Value
		}
		return slices.ContainsFunc(n.numbers, func(v number) bool { return v.measure == "distance" && same(v.value, v.unit) }) ||
			slices.ContainsFunc(n.amounts(), func(a amountIn) bool { return same(a.value, a.unit) })
	})
}
