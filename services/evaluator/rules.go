package evaluator

import (
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// An issue is one thing that is wrong with an answer.
type issue struct {
	what    string // what is wrong
	todo    string // what to do about it
	claim   string // the words of the answer, if it is about some
	context bool   // writing anew won't help: more has to be found first
}

// A verdict is the judgement on one dimension; it passes without issues.
type verdict struct {
	dimension pb.Dimension
	reasoning string
	issues    []issue
}

// judge is what code can tell, without a model.
func judge(m *matter) ([]verdict, error) {
	safe, err := safety(m)
	if err != nil {
		return nil, err
	}
	return []verdict{accuracy(m), relevance(m), safe, completeness(m)}, nil
}

// lastAttempt is the attempt after which a partial answer is due.
const lastAttempt = 3

func respond(req *pb.EvaluateRequest, verdicts []verdict, provenance *commonv1.Provenance) *pb.EvaluateResponse {
	r := &pb.EvaluateResponse{Verdict: commonv1.Verdict_VERDICT_PASS, Provenance: provenance}
	more := false
	for _, v := range verdicts {
		d := &pb.DimensionResult{Dimension: v.dimension, Reasoning: v.reasoning, Verdict: commonv1.Verdict_VERDICT_PASS}
		for _, i := range v.issues {
			d.Verdict, r.Verdict = commonv1.Verdict_VERDICT_FAIL, commonv1.Verdict_VERDICT_FAIL
			d.Issues = append(d.Issues, i.what)
			r.Feedback = append(r.Feedback, &commonv1.EvaluationFeedback{Issue: i.what, Suggestion: i.todo, AffectedClaim: i.claim})
			more = more || i.context
		}
		r.Dimensions = append(r.Dimensions, d)
	}
	switch {
	case r.Verdict == commonv1.Verdict_VERDICT_PASS:
		r.Recommendation = pb.Recommendation_RECOMMENDATION_ACCEPT
	case req.GetAttempt() >= lastAttempt:
		r.Recommendation = pb.Recommendation_RECOMMENDATION_GIVE_PARTIAL
	case !req.GetPartial() && (more || again(r.Feedback, req.GetPreviousFeedback())):
		r.Recommendation = pb.Recommendation_RECOMMENDATION_RETRY_WITH_MORE_CONTEXT
	default:
		r.Recommendation = pb.Recommendation_RECOMMENDATION_RETRY_WITH_FEEDBACK
	}
	return r
}

// again reports whether all that is wrong was wrong before: then the same
// feedback won't help.
func again(now, before []*commonv1.EvaluationFeedback) bool {
	return !slices.ContainsFunc(now, func(f *commonv1.EvaluationFeedback) bool {
		return !slices.ContainsFunc(before, func(b *commonv1.EvaluationFeedback) bool {
			return b.GetIssue() == f.GetIssue()
		})
	})
}
