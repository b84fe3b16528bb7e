package evaluator

import (
	"fmt"

	"github.com/weft-mesh/weft/notes/grounding"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

var todo = map[grounding.Kind]string{
	grounding.Number:   "Use the number that the evidence has, or leave the sentence out.",
	grounding.Date:     "Name a day that the evidence has, or leave the date out.",
	grounding.Quote:    "Quote the words as they stand in the note, or drop the quotation marks and the claim.",
	grounding.Citation: "Cite only notes of the evidence, with their day and their own words.",
}

func accuracy(m *matter) verdict {
	v := verdict{dimension: pb.Dimension_DIMENSION_ACCURACY}
	problems := grounding.Check(m.req.GetAnswer(), m.req.GetCitations(), m.evidence())
	if m.byModel() {
		problems = append(grounding.Claims(m.req.GetAnswer(), m.evidence()), grounding.Check("", m.req.GetCitations(), m.evidence())...)
	}
	for _, p := range problems {
		claim := p.Claim
		if claim == "" {
			claim = p.Text
		}
		v.issues = append(v.issues, issue{what: p.Reason, todo: todo[p.Kind], claim: claim})
	}
	if n := len(v.issues); n > 0 {
		v.reasoning = fmt.Sprintf("%d of the things that the answer says have no evidence.", n)
	} else {
		v.reasoning = "Every number, date, quotation and citation stands in the evidence."
	}
	return v
}
