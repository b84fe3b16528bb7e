package planner

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// written is how notes write the units in which people name things by their
// size: "my 5k times", "the first 100 kg".
var written = map[string][]string{
	"km": {"km", "k", "kilometer"},
	"mi": {"mi", "mile", "miler"},
	"m":  {"m", "meter"},
	"kg": {"kg", "kilo"},
	"lb": {"lb", "lbs", "pound"},
}

// amountsOf returns the sizes that a text names, in every way in which notes
// write them.
func amountsOf(text string, spans []timespan.Span) []string {
	var out []string
	add := func(v float64, unit string) {
		n := strconv.FormatFloat(v, 'f', -1, 64)
		forms := []string{n}
		if !strings.Contains(n, ".") {
			forms = append(forms, n+".0")
		}
		for _, n := range forms {
			for _, u := range written[unit] {
				if f := n + " " + u; !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	for _, a := range quantity.Scan(timespan.Strip(text, spans)) {
		add(a.Value, a.Unit)
		if other, ok := counterpart[a.Unit]; ok {
			if v, ok := quantity.Convert(a.Value, a.Unit, other); ok {
				add(math.Round(v*10)/10, other)
			}
		}
	}
	return out[:min(len(out), mostKeywords)]
}

// measures reports whether a question names a unit and nothing else that notes
// could be on: "miles per month" is of whatever has miles.
func (q *question) measures() bool {
	return slices.ContainsFunc(tokensOf(q.req.GetQuery()), func(t search.Token) bool {
		u, ok := quantity.Canonical(t.Folded)
		if !ok || len(t.Folded) < 2 && t.Folded != "k" || search.Stopword(t.Stem) {
			return false
		}
		switch quantity.Dimension(u) {
		case quantity.Length, quantity.Steps, quantity.Energy, quantity.Pace, quantity.Mass:
			return true
		}
		return false
	})
}

// counterpart is the unit in which others give the same: whoever counts miles
// calls 3.1 of them a 5k.
var counterpart = map[string]string{"km": "mi", "mi": "km", "kg": "lb", "lb": "kg"}
