package evaluator

import (
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

// An issue is one thing that is wrong with an answer.
type issue struct {
	what  string // what is wrong
	todo  string // what to do about it
	claim string // the words of the answer, if it is about some
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
	if m.byModel() {
		open := func(d pb.Dimension) verdict {
			return verdict{dimension: d, reasoning: "Code does not judge it in the words of a model."}
		}
		return []verdict{accuracy(m), open(pb.Dimension_DIMENSION_RELEVANCE), safe, open(pb.Dimension_DIMENSION_COMPLETENESS)}, nil
	}
	return []verdict{accuracy(m), relevance(m), safe, completeness(m)}, nil
}

func respond(verdicts []verdict, provenance *commonv1.Provenance) *pb.EvaluateResponse {
	r := &pb.EvaluateResponse{Verdict: commonv1.Verdict_VERDICT_PASS, Provenance: provenance}
	for _, v := range verdicts {
		d := &pb.DimensionResult{Dimension: v.dimension, Reasoning: v.reasoning, Verdict: commonv1.Verdict_VERDICT_PASS}
		for _, i := range v.issues {
			d.Verdict, r.Verdict = commonv1.Verdict_VERDICT_FAIL, commonv1.Verdict_VERDICT_FAIL
			d.Issues = append(d.Issues, i.what)
			r.Feedback = append(r.Feedback, &commonv1.EvaluationFeedback{Issue: i.what, Suggestion: i.todo, AffectedClaim: i.claim})
		}
		r.Dimensions = append(r.Dimensions, d)
	}
	return r
}
