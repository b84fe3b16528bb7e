package evaluator

import (
	"fmt"

	"github.com/weft-mesh/weft/notes/grounding"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

var todo = map[grounding.Kind]string{
	grounding.Number:   "Use the number that the evidence has, or leave the sentence out.",
	grounding.Date:     "Name a day that the evidence has, or leave the date out.",
	grounding.Name:     "Leave the name out, or use the one that the notes have.",
	grounding.Quote:    "Quote the words as they stand in the note, or drop the quotation marks and the claim.",
	grounding.Citation: "Cite only notes of the evidence, with their day and their own words.",
}

func accuracy(m *matter) verdict {
	v := verdict{dimension: pb.Dimension_DIMENSION_ACCURACY}
	for _, p := range grounding.Check(m.req.GetAnswer(), m.req.GetCitations(), m.evidence()) {
		claim := p.Claim
		if claim == "" {
			claim = p.Text
		}
		v.issues = append(v.issues, issue{what: p.Reason, todo: todo[p.Kind], claim: claim})
	}
	if n := len(v.issues); n > 0 {
		v.reasoning = fmt.Sprintf("%d of the things that the answer says have no evidence.", n)
	} else {
		v.reasoning = "Every number, date, name, quotation and citation stands in the evidence."
	}
	return v
}
