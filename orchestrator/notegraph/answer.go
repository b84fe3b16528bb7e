package notegraph

import (
	"context"
	"errors"
	"fmt"
	"io"

	clarifierv1 "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	evaluatorv1 "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func (h handlers) clarify(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	gaps := s.Plan.GetClarifyGaps()
	if len(gaps) == 0 {
		gaps = s.openGaps()
	}
	res, err := h.Clarifier.Clarify(ctx, &clarifierv1.ClarifyRequest{
		Context:          s.call(ctx),
		Query:            s.query(),
		Gaps:             gaps,
		Vocabulary:       h.Domains.Context(s.Domains).GetVocabulary(),
		RetrievalHistory: s.Attempts,
		Previous:         s.Clarifications,
	})
	if err != nil {
		return graph.Result{}, fmt.Errorf("clarify: %w", err)
	}
	return asking(res), nil
}

// asking is the way out of a state that words questions.
func asking(res *clarifierv1.ClarifyResponse) graph.Result {
	outcome := Ask
	if len(res.GetQuestions()) == 0 {
		outcome = NothingToAsk
	}
	return graph.Result{Outcome: outcome, Output: res, Degraded: res.GetProvenance().GetDegraded()}
}

func (h handlers) synthesize(ctx context.Context, s State, step graph.Step) (graph.Result, error) {
	if s.draftStands() {
		return graph.Result{Outcome: s.after(s.Draft), Output: s.Draft, Degraded: s.Draft.GetProvenance().GetDegraded()}, nil
	}
	notes, _, err := h.evidence(ctx, s, seen(&s))
	if err != nil {
		return graph.Result{}, err
	}
	partial := s.partial()
	stream, err := h.Synthesizer.Synthesize(ctx, &synthesizerv1.SynthesizeRequest{
		Context:         s.call(ctx),
		Form:            h.form(s),
		SubQueries:      s.parts(),
		UnresolvedTimes: s.Plan.GetUnresolvedTimes(),
		Analysis:        s.Analysis,
		Evidence:        s.soughtFirst(notes),
		Search:          s.Search,
		DomainContext:   writing(h.Domains.Context(s.Domains)),
		Partial:         partial,
		OpenGaps:        s.openGaps(),
		Style:           s.Input.GetStyle(),
		Feedback:        s.Feedback,
		Clarifications:  s.Clarifications,
		Session:         s.Input.GetSession(),
		Previous:        s.objectedTo(),
		Asked:           s.Route.GetCompletedFrom(),
		Background:      h.questionBackground(ctx, s, "synthesizer"),
	})
	if err != nil {
		return graph.Result{}, fmt.Errorf("synthesize: %w", err)
	}
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return graph.Result{}, errors.New("synthesize: the stream ended without an answer")
		}
		if err != nil {
			return graph.Result{}, fmt.Errorf("synthesize: %w", err)
		}
		if answer := res.GetAnswer(); answer != nil {
			_, _ = stream.Recv() // the end: a call that is left before it counts as cancelled
			if byModel(res.GetProvenance()) {
				partial = s.unseen() // it has read the notes, and says itself what they do not tell
			}
			out := &notegraphv1.Synthesized{Answer: answer, Partial: partial, Provenance: res.GetProvenance()}
			return graph.Result{Outcome: s.after(out), Output: out, Degraded: res.GetProvenance().GetDegraded()}, nil
		}
		step.Draft(res.GetDraft())
	}
}

func (h handlers) evaluate(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	notes, _, err := h.evidence(ctx, s, seen(&s))
	if err != nil {
		return graph.Result{}, err
	}
	domains := h.Domains.Context(s.Domains)
	res, err := h.Evaluator.Evaluate(ctx, &evaluatorv1.EvaluateRequest{
		Context:          s.call(ctx),
		Form:             h.form(s),
		SubQueries:       s.parts(),
		Answer:           s.Draft.GetAnswer().GetText(),
		Citations:        s.Draft.GetAnswer().GetCitations(),
		Analysis:         withFacts(s.Analysis, s.Draft.GetAnswer().GetFacts()),
		Evidence:         notes,
		Search:           s.Search,
		UnresolvedTimes:  s.Plan.GetUnresolvedTimes(),
		Rules:            domains.GetEvaluationRules(),
		Clarifications:   s.Clarifications,
		Partial:          s.Draft.GetPartial(),
		OpenGaps:         s.openGaps(),
		Attempt:          s.Drafts,
		PreviousFeedback: s.Feedback,
		WrittenBy:        s.Draft.GetProvenance().GetMind(),
		Background:       h.questionBackground(ctx, s, "evaluator"),
	})
	if err != nil {
		return graph.Result{}, fmt.Errorf("evaluate: %w", err)
	}
	outcome := Pass
	if res.GetVerdict() != commonv1.Verdict_VERDICT_PASS {
		switch {
		case byModel(s.Draft.GetProvenance()) || byModel(res.GetProvenance()):
			outcome = Rewrite // what a model says of an answer is no search
		case expandable(s.Gaps, domains.GetAvailable()):
			outcome = ExpandFirst
		default:
			outcome = Retry
		}
	}
	return graph.Result{Outcome: outcome, Output: res, Degraded: res.GetProvenance().GetDegraded()}, nil
}

// withFacts returns an analysis with what was worked out for the answer.
func withFacts(a *commonv1.Analysis, more []*commonv1.Fact) *commonv1.Analysis {
	if len(more) == 0 {
		return a
	}
	out := &commonv1.Analysis{}
	if a != nil {
		out = proto.CloneOf(a)
	}
	out.Facts = append(out.Facts, more...)
	return out
}
