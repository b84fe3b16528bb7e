package rank

import (
	"strings"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/search"
)

// Of what somebody else's unit is worth where the writer asks for his own, and of how
// many of the best notes that is looked at: reading whose a sentence is takes longer
// than finding it.
const (
	othersPart = 0.8
	mostOwners = 25
)

// own reports whether a question is for something of the writer's: "my weight", and
// not "my sister's weight".
func own(question string) bool {
	my := false
	for t := range search.Each(question) {
		if my && (strings.HasSuffix(t.Folded, "'s") || strings.HasSuffix(t.Folded, "’s")) {
			return false
		}
		my = my || t.Folded == "my"
	}
	return my
}

// demoteOthers lowers the scores of notes whose best unit tells mostly of somebody
// else, and reports whether there are some.
func (c *candidates) demoteOthers(best []scored) (some bool) {
	for i := range best[:min(len(best), mostOwners)] {
		number := best[i].number
		if c.best[number] == 0 {
			continue
		}
		u := c.x.units[c.at[number]]
		text, others := c.x.from[number].text[u.start:u.end], 0
		for _, s := range assertion.Scan(text) {
			if s.Kind == assertion.Others {
				others += s.End - s.Start
			}
		}
		if 2*others > len(text) {
			best[i].score *= othersPart
			some = true
		}
	}
	return some
}
