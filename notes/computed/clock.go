package computed

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"github.com/weft-mesh/weft/notes/quantity"
)

// clock is a length of time as sports write it: 41:07, 1:05:30. A time of day looks like
// the first of them; who adds these up means lengths.
var clock = regexp.MustCompile(`\b(\d{1,3}):([0-5]\d)(?::([0-5]\d))?\b`)

// numbers are the quantities of words, and lengths of time written with colons.
func numbers(words string) []quantity.Quantity {
	at := clock.FindAllStringSubmatchIndex(words, -1)
	out := slices.DeleteFunc(quantity.Scan(words), func(q quantity.Quantity) bool {
		return slices.ContainsFunc(at, func(m []int) bool { return q.Start < m[1] && m[0] < q.End })
	})
	for _, m := range at {
		part := func(i int) float64 {
			if m[2*i] < 0 {
				return 0
			}
			n, _ := strconv.ParseFloat(words[m[2*i]:m[2*i+1]], 64) // the pattern has digits
			return n
		}
		minutes := part(1) + part(2)/60
		if m[6] >= 0 {
			minutes = 60*part(1) + part(2) + part(3)/60
		}
		out = append(out, quantity.Quantity{Value: minutes, Unit: "min", Text: words[m[0]:m[1]], Start: m[0], End: m[1]})
	}
	slices.SortStableFunc(out, func(a, b quantity.Quantity) int { return cmp.Compare(a.Start, b.Start) })
	return out
}
