package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/search"
)

// auxiliaries stand before who a question is on.
var auxiliaries = []string{"did", "does", "do", "has", "had", "is", "was", "will", "would", "can"}

// other returns the subject that is somebody or something else that a question
// asks of: "how much did Lena sleep". It is nil for a question on the user.
func (p *part) other() *subject {
	for i, t := range p.tokens {
		if i+2 >= len(p.tokens) || !slices.Contains(auxiliaries, t.Folded) {
			continue
		}
		next := p.tokens[i+1]
		if next.Folded == "my" && i+3 < len(p.tokens) {
			next = p.tokens[i+2]
		}
		if search.Stopword(next.Folded) {
			continue
		}
		for _, s := range p.subjects {
			if !s.known && len(s.phrases) == 1 && len(s.phrases[0]) == 1 && s.phrases[0][0].Stem == next.Stem {
				return s
			}
		}
	}
	return nil
}
