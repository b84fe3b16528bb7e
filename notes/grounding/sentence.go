package grounding

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// claims are the sentences of an answer, found once for all that is checked.
type claims struct {
	text  string
	parts []sentencesplit.Part
}

func claimsOf(text string) claims {
	return claims{text, sentencesplit.SplitText(text, sentencesplit.Composed)}
}

// around returns the sentence around an offset.
func (c claims) around(offset int) string {
	i, _ := slices.BinarySearchFunc(c.parts, offset+1, func(p sentencesplit.Part, at int) int { return p.End - at })
	if i == len(c.parts) {
		return strings.TrimSpace(c.text)
	}
	return strings.TrimSpace(c.parts[i].In(c.text))
}
