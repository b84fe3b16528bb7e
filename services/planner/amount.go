package planner

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
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
	for _, a := range quantity.Scan(timespan.Strip(text, spans)) {
		for _, unit := range written[a.Unit] {
			n := strconv.FormatFloat(a.Value, 'f', -1, 64)
			forms := []string{n + " " + unit}
			if !strings.Contains(n, ".") {
				forms = append(forms, n+".0 "+unit)
			}
			for _, f := range forms {
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	return out[:min(len(out), mostKeywords)]
}
