package notegraph

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// referenceGap is the gap of a question that speaks of something which nothing
// names with certainty.
const referenceGap = "reference"

// askReference adds to an analysis that only the user can say what the question
// refers to, where the router found it unclear and nobody was asked so far. An
// analyzer that finds the question itself ambiguous asks the same.
func askReference(s *State, a *commonv1.Analysis) *commonv1.Analysis {
	ambiguous := func(g *commonv1.Gap) bool { return g.GetReason() == commonv1.GapReason_GAP_REASON_AMBIGUOUS }
	if !s.Route.GetUnclearReference() || slices.ContainsFunc(a.GetGaps(), ambiguous) || slices.ContainsFunc(s.Gaps, ambiguous) {
		return a
	}
	a = cloned(a)
	a.Gaps = append(a.Gaps, &commonv1.Gap{
		Id: referenceGap, Reason: commonv1.GapReason_GAP_REASON_AMBIGUOUS, Severity: commonv1.Severity_SEVERITY_CRITICAL, Searched: true,
	})
	a.Verdict, a.VerdictReasoning = commonv1.Verdict_VERDICT_INSUFFICIENT, "It isn't clear what the question refers to."
	return a
}
