package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/terse"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A habit is what the notes on one thing measure, and how they write it.
type habit struct {
	of    number            // of which thing
	as    map[string]number // what an amount of a dimension is, without its value
	named []terse.Sample    // of the notes that say so
}

// readTerse gives the numbers of notes that are nothing but amounts the meaning
// that they have in the notes that say what they are of: "7.9" behind "bgl 8.1".
// Where several would fit, that of most notes is meant.
func readTerse(ns []*note) {
	var open []*note
	var bare []terse.Note
	for _, n := range ns {
		lead := terse.Lead(n.entry.GetText())
		if len(lead) > 0 && n.mends == nil && !n.reads(lead[:1]) {
			open, bare = append(open, n), append(bare, n.terse())
		}
	}
	if len(open) == 0 {
		return
	}
	taken := map[*note]bool{}
	for _, h := range habitsOf(ns) {
		learned := terse.Learn(h.named)
		for _, i := range learned.Continues(bare) {
			n := open[i]
			of := learned.Of(bare[i], terse.Lead(bare[i].Text))
			if taken[n] || n.reads(of) {
				continue
			}
			taken[n] = true
			for _, a := range of {
				if v, ok := h.as[quantity.Dimension(a.Unit)]; ok {
					v.value = n.mend(a.Value)
					if a.Unit != "" {
						v.unit = a.Unit
					}
					n.numbers = append(n.numbers, v)
				}
			}
		}
	}
}

// habitsOf returns what the notes measure, that of most notes first.
func habitsOf(ns []*note) []*habit {
	var out []*habit
	for _, n := range ns {
		for _, v := range n.numbers {
			if !slices.ContainsFunc(out, func(h *habit) bool { return h.of.domain == v.domain && h.of.subject == v.subject }) {
				out = append(out, &habit{of: v, as: map[string]number{}})
			}
		}
	}
	for _, h := range out {
		for _, n := range ns {
			h.sample(n, func(a amountIn) bool {
				i := slices.IndexFunc(n.numbers, func(v number) bool {
					return v.domain == h.of.domain && v.subject == h.of.subject && v.value == a.value
				})
				if i >= 0 && h.as[quantity.Dimension(a.unit)].measure == "" {
					h.as[quantity.Dimension(a.unit)] = n.numbers[i]
				}
				return i >= 0
			})
		}
		phrases := ask.Phrases(h.of.subject)
		for _, n := range ns { // what its words say no domain need have read
			if _, said, _ := n.find(phrases, nil); said && !slices.ContainsFunc(n.numbers, func(v number) bool { return v.subject == h.of.subject }) {
				h.sample(n, func(a amountIn) bool { return h.as[quantity.Dimension(a.unit)].measure != "" })
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *habit) int { return len(b.named) - len(a.named) })
	return out
}

// sample takes those amounts of a note that are of the habit's thing.
func (h *habit) sample(n *note, own func(amountIn) bool) {
	s := terse.Sample{Minute: n.terse().Minute}
	for _, a := range n.amounts() {
		if own(a) {
			s.Amounts = append(s.Amounts, terse.Amount{Value: a.value, Unit: a.unit})
		}
	}
	if len(s.Amounts) > 0 {
		h.named = append(h.named, s)
	}
}

// reads reports whether a domain has read one of the amounts, or the note gives
// it again with more words.
func (n *note) reads(given []terse.Amount) bool {
	return slices.ContainsFunc(given, func(a terse.Amount) bool {
		return slices.ContainsFunc(n.numbers, func(v number) bool { return v.value == a.Value }) ||
			slices.ContainsFunc(n.amounts(), func(o amountIn) bool { return o.start > a.End && o.value == a.Value })
	})
}

// terse is the note as its amounts are read.
func (n *note) terse() terse.Note {
	return terse.Note{Text: n.entry.GetText(), Minute: n.hour*60 + n.minute}
}
