package extract

import (
	"maps"
	"slices"
	"sort"
)

// A Named is a name of one of the domains' kinds that stands in a text.
type Named struct {
	Domain, Kind string
	Name         string // canonical
	Start, End   int    // byte offsets
}

// Names returns the names in a text, the longest at each place, in its order.
// Several domains may know one word.
func (ex *Extractor) Names(text string) []Named {
	s := scan(text)
	var out []Named
	for _, d := range ex.domains {
		for _, kind := range slices.Sorted(maps.Keys(d.names)) {
			for i := 0; i < len(s.tokens); {
				if s.tokens[i].kind != word && s.tokens[i].kind != number {
					i++
					continue
				}
				found := d.names[kind].find(s, i, nil, nil)
				if len(found) == 0 {
					i++
					continue
				}
				to := found[0].to
				out = append(out, Named{d.name, kind, found[0].text, s.tokens[i].start, s.tokens[to-1].end})
				i = to
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}
