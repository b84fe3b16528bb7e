package evaluator

import (
	"slices"
	"strings"

	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

func relevance(m *matter) verdict {
	v := verdict{dimension: pb.Dimension_DIMENSION_RELEVANCE, reasoning: "The answer tells of what was found."}
	findings := m.req.GetAnalysis().GetFindings()
	switch {
	case strings.TrimSpace(m.req.GetAnswer()) == "":
		v.reasoning = "There is no answer."
		v.issues = append(v.issues, issue{what: "the answer is empty", todo: "Answer the question, or say that the notes don't."})
	case len(findings) > 0 && !slices.ContainsFunc(findings, m.tells):
		v.reasoning = "The answer leaves aside what was found."
		v.issues = append(v.issues, issue{
			what: "the answer tells nothing of what was found for the question",
			todo: "Say what the notes and the computed facts say to the question, and cite the notes.",
		})
	}
	return v
}
