package rank

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// A Query asks for the notes that have certain words.
type Query struct {
	// Terms are words or phrases, each in any of several forms.
	Terms [][]string
	// All asks that every term stands in a note, instead of any.
	All bool
	// Near is a day that ranking favours; the zero Day favours none.
	Near notes.Day
	// Within says of which days notes count.
	Within notes.Range
	// Accept says which of these count. Nil accepts all.
	Accept func(id string) bool
	// Limit is the most matches to return, the best; 0 is no limit.
	Limit int
	// Unordered says that matches may come in any order.
	Unordered bool
	// Stopped is asked before each term; once it is true the search ends with what
	// it has. Nil never stops one.
	Stopped func() bool
}

// Find returns the notes that have the terms of a query, best first as Rank orders
// them, and how many there are in all.
func (x *Index) Find(q Query) (matches []Match, total int) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.scores()
	for i, forms := range q.Terms {
		if q.Stopped != nil && q.Stopped() {
			break
		}
		need := uint64(0)
		if q.All {
			need = uint64(i)
		}
		s.add(x.anyOf(forms), func(n uint32) {
			if s.matched[n] == need {
				s.matched[n]++
			}
		})
	}
	var bonus []float32
	if !q.Near.IsZero() {
		bonus = x.nearness(q.Near)
	}
	c := s.candidates(bonus)
	c.only(q.Within, q.Accept)
	need := uint64(1)
	if q.All {
		need = uint64(len(q.Terms))
	}
	total = c.keep(func(n uint32) bool { return c.matched[n] >= need })
	best := c.topOf(q.Limit)
	if !q.Unordered {
		slices.SortFunc(best, c.compare)
	}
	matches = c.matches(best)
	s.free()
	return matches, total
}

// having reports of a document whether it has all of some terms.
func (x *Index) having(terms [][]string) func(number uint32) bool {
	if len(terms) == 0 {
		return func(uint32) bool { return true }
	}
	matched := make([]int32, len(x.docs)) // how many, from the first on
	for i, forms := range terms {
		for _, p := range x.anyOf(forms).phrases {
			x.occurrences(p, func(n uint32, _ []uint32) {
				if matched[n] == int32(i) {
					matched[n]++
				}
			})
		}
	}
	return func(n uint32) bool { return int(matched[n]) == len(terms) }
}

// anyOf returns a term of forms that are all as good.
func (x *Index) anyOf(forms []string) term {
	t := term{weight: 1}
	for _, form := range forms {
		if p, ok := x.phrase(form, 10); ok && !slices.ContainsFunc(t.phrases, func(o phrase) bool { return slices.Equal(o.lists, p.lists) }) {
			t.phrases = append(t.phrases, p)
		}
	}
	return t
}

// nearness returns what the notes of each day get for being close to one.
func (x *Index) nearness(to notes.Day) []float32 {
	out := make([]float32, len(x.days))
	for i := range x.days {
		out[i] = nearPart * closeness(x.days[i].number, dayNumber(to))
	}
	return out
}
