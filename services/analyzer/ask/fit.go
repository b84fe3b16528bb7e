package ask

import (
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
)

type fit struct {
	dimensions []string
	words      []Phrase
}

// fitting are the words that leave open which quantity is meant and yet rule most of
// them out: a trip may be longest in kilometres or in hours, and not in kilograms.
var fitting = []fit{
	{[]string{quantity.Length, quantity.Duration, quantity.Steps}, Phrases("longest", "shortest", "longer", "shorter", "furthest", "farthest")},
	{[]string{quantity.Mass}, Phrases("heaviest", "lightest", "heavier", "lighter", "weigh", "weighed")},
	{[]string{quantity.Money}, Phrases("bill", "fee", "fare", "salary", "wage", "payday", "rent", "fine", "invoice", "premium", "deposit", "tip", "dearest", "cheapest", "earn", "owe")},
	{[]string{quantity.Ratio, quantity.Level}, Phrases("score", "grade", "mark", "mock", "rating", "gpa")},
}

// Fits reports whether a value of a dimension may be what the question asks for. A
// bare number may be anything.
func (q *Query) Fits(dimension string) bool {
	if dimension == "" || q.Dimension == dimension {
		return true
	}
	open := true
	for _, f := range fitting {
		if !q.Has(f.words...) {
			continue
		}
		if slices.Contains(f.dimensions, dimension) {
			return true
		}
		open = false
	}
	return open
}

// Open reports whether no word of the question says which quantity it asks for, or which
// it does not.
func (q *Query) Open() bool {
	return q.Dimension == "" && !slices.ContainsFunc(fitting, func(f fit) bool { return q.Has(f.words...) })
}
