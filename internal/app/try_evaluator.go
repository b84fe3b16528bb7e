package app

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	"github.com/weft-mesh/weft/services/evaluator"
)

// tryEvaluator shows an answer that guesses at a cause. Code finds nothing wrong
// with it: only a reader can.
func tryEvaluator(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := evaluator.New(evaluator.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	const id, day, text = "2026-02-03_18-04-11", "2026-02-03", "Bench press 3x5 at 80 kg, felt heavy"
	res, err := s.Evaluate(ctx, &evaluatorv1.EvaluateRequest{
		Context:   &commonv1.CallContext{Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "local", User: "me"},
		Scope:     &commonv1.QueryScope{Query: "How was my bench press?", Type: commonv1.QueryType_QUERY_TYPE_SIMPLE, Subjects: []string{"bench press"}},
		Answer:    "Your bench press felt heavy, because you slept badly.\n\n- [" + day + "] " + text,
		Citations: []*commonv1.Citation{{Id: id, Date: day, Quote: text}},
		Entries:   []*commonv1.Entry{{Id: id, Date: day, Text: text}},
		Analysis: &commonv1.Analysis{
			Findings: []*commonv1.Finding{{Claim: "The bench press felt heavy", EntryIds: []string{id}}},
			Verdict:  commonv1.Verdict_VERDICT_SUFFICIENT,
		},
		Attempt: 1,
	})
	if err != nil {
		return nil, "", err
	}
	said := []string{strings.TrimPrefix(res.GetVerdict().String(), "VERDICT_")}
	for _, f := range res.GetFeedback() {
		said = append(said, f.GetIssue())
	}
	return res.GetProvenance(), fmt.Sprintf("%s (a claim without a note)", strings.Join(said, "; ")), nil
}
