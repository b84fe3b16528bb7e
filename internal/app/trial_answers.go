package app

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"github.com/weft-mesh/weft/services/evaluator"
	"github.com/weft-mesh/weft/services/synthesizer"
)

const trialID, trialText = "2026-02-17_07-10-00", "Slept 5 h, lay awake with the list of accounts."

func trialForm() *commonv1.QueryForm {
	return &commonv1.QueryForm{
		Text: "How did I sleep on 17 February 2026?", Wanted: commonv1.Wanted_WANTED_LOOKUP,
		Subjects: []*commonv1.Subject{{Name: "sleep", Words: "sleep", Domain: "sleep"}},
		Ranges:   []*commonv1.ScopeRange{{Start: trialID[:10], End: trialID[:10], Label: "17 February 2026"}},
	}
}

func trialEvidence() []*commonv1.EvidenceNote {
	return []*commonv1.EvidenceNote{{Label: "n1", Weekday: "Tuesday", Covers: true, Entry: &commonv1.Entry{Id: trialID, Date: trialID[:10], Text: trialText}}}
}

func trySynthesizer(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := synthesizer.New(synthesizer.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	out := &collected{ctx: ctx}
	err = s.Synthesize(&synthesizerv1.SynthesizeRequest{
		Context: trialContext(),
		Form:    trialForm(),
		Analysis: &commonv1.Analysis{
			Facts: []*commonv1.Fact{{
				Id: "f1", Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: commonv1.Aggregate_AGGREGATE_LATEST, Subject: "sleep",
				Measure: &commonv1.Measure{Domain: "sleep", Name: "duration"}, Value: 5, Unit: "h", SampleSize: 1, EntryIds: []string{trialID},
			}},
			Findings: []*commonv1.Finding{{
				Kind: commonv1.FindingKind_FINDING_KIND_COMPUTED, FactIds: []string{"f1"}, EntryIds: []string{trialID}, Confidence: commonv1.Confidence_CONFIDENCE_HIGH,
			}},
			Verdict: commonv1.Verdict_VERDICT_SUFFICIENT,
		},
		Evidence:      trialEvidence(),
		DomainContext: &commonv1.DomainContext{},
	}, out)
	if err != nil {
		return nil, "", err
	}
	return out.last.GetProvenance(), fmt.Sprintf("%.80q", out.last.GetAnswer().GetText()), nil
}

// collected is a stream of which the last message counts.
type collected struct {
	grpc.ServerStream
	ctx  context.Context
	last *synthesizerv1.SynthesizeResponse
}

func (c *collected) Context() context.Context { return c.ctx }

func (c *collected) Send(r *synthesizerv1.SynthesizeResponse) error {
	c.last = r
	return nil
}

// tryEvaluator shows an answer that guesses at a cause. Code finds nothing wrong
// with it: only a reader can.
func tryEvaluator(ctx context.Context, model *llm.Client) (*commonv1.Provenance, string, error) {
	s, err := evaluator.New(evaluator.Deps{Mind: mind.Model, Model: model})
	if err != nil {
		return nil, "", err
	}
	const id, day, text = "2026-02-03_18-04-11", "2026-02-03", "Bench press 3x5 at 80 kg, felt heavy"
	res, err := s.Evaluate(ctx, &evaluatorv1.EvaluateRequest{
		Context:   trialContext(),
		Form:      &commonv1.QueryForm{Text: "How was my bench press?", Wanted: commonv1.Wanted_WANTED_LOOKUP, Subjects: []*commonv1.Subject{{Name: "bench press", Words: "bench press"}}},
		Answer:    "Your bench press felt heavy, because you slept badly.\n\n- [" + day + "] " + text,
		Citations: []*commonv1.Citation{{Id: id, Date: day, Quote: text}},
		Evidence:  []*commonv1.EvidenceNote{{Label: "n1", Weekday: "Tuesday", Entry: &commonv1.Entry{Id: id, Date: day, Text: text}}},
		Analysis: &commonv1.Analysis{
			Findings: []*commonv1.Finding{{Kind: commonv1.FindingKind_FINDING_KIND_STATEMENT, Claim: "The bench press felt heavy", EntryIds: []string{id}}},
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
