package evaluator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

func completeness(m *matter) verdict {
	v := verdict{dimension: pb.Dimension_DIMENSION_COMPLETENESS, reasoning: "Every part of the question is addressed."}
	if len(m.req.GetSubQueries()) > 1 {
		for _, q := range m.req.GetSubQueries() {
			v.issues = append(v.issues, m.part(q)...)
		}
	}
	for _, g := range gaps(m.req) {
		if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && m.open(g) && !m.names(g) {
			v.issues = append(v.issues, issue{
				what: fmt.Sprintf("the answer does not say what is missing: %s", llm.Gap(g)),
				todo: "Say that the notes don't tell it.",
			})
		}
	}
	if len(v.issues) > 0 {
		v.reasoning = "The answer leaves out what it has to say."
	}
	return v
}

// part finds what is wrong about a part of the question: nothing that was found
// for it is told, and no gap of it is named.
func (m *matter) part(q *commonv1.SubQuery) []issue {
	found, findings := false, m.req.GetAnalysis().GetFindings()
	for _, f := range findings {
		if f.GetSubQueryId() == q.GetId() || f.GetSubQueryId() == 0 {
			found = true
			if m.tells(f) {
				return nil
			}
		}
	}
	all := slices.Concat(m.req.GetAnalysis().GetGaps(), m.req.GetOpenGaps())
	missing := func(g *commonv1.Gap) bool {
		// Of the whole, it is of a part only where nothing at all was found.
		part := g.GetSubQueryId() == q.GetId() || g.GetSubQueryId() == 0 && len(findings) == 0
		return part && m.open(g) && m.names(g)
	}
	if !found && slices.ContainsFunc(all, missing) {
		return nil
	}
	i := issue{
		what: fmt.Sprintf("the answer does not address %q", q.GetQuestion()),
		todo: "Answer this part too, or say that the notes don't.",
	}
	if !found {
		i.todo = "Look for notes on this part; if there are none, say so."
	}
	return []issue{i}
}

// gaps are those that the answer has to tell of: of a partial answer what it
// does without, of a whole one what is missing for a judgement to hold.
func gaps(req *pb.EvaluateRequest) []*commonv1.Gap {
	if req.GetPartial() {
		return req.GetOpenGaps()
	}
	if req.GetAnalysis().GetVerdict() == commonv1.Verdict_VERDICT_INSUFFICIENT {
		return req.GetAnalysis().GetGaps()
	}
	return nil
}

// open reports whether nothing has filled a gap, neither a note nor the user.
func (m *matter) open(g *commonv1.Gap) bool {
	return !g.GetFound() && !slices.ContainsFunc(m.req.GetClarifications(), func(c *commonv1.Clarification) bool {
		return c.GetGapId() == g.GetId() && !c.GetDeclined() && c.GetAnswer() != ""
	})
}

// names reports whether the answer has one of a gap's arguments: at least half
// of its words, a day, or how many notes there are. A gap without any needs none.
func (m *matter) names(g *commonv1.Gap) bool {
	args := append([]string{
		strings.Join(g.GetWords(), " "), g.GetDescription(), g.GetMeasure().GetWords(), g.GetMeasure().GetName(), g.GetRole(), g.GetDomain(),
	}, g.GetReadings()...)
	total := &commonv1.Fact{Value: float64(g.GetTotal())}
	for _, r := range g.GetRanges() {
		if args = append(args, r.GetLabel()); grounding.Dates(m.req.GetAnswer(), r) {
			return true
		}
	}
	args = slices.DeleteFunc(args, func(a string) bool { return a == "" })
	return len(args)+len(g.GetRanges())+int(g.GetTotal()) == 0 ||
		slices.ContainsFunc(args, func(a string) bool { return 2*m.share(a) >= 1 }) ||
		g.GetTotal() > 0 && grounding.Tells(m.req.GetAnswer(), total)
}
