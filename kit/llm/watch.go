package llm

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/telemetry"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A watch records what calls to models do.
type watch struct {
	tracer   trace.Tracer
	content  int // bytes of each text that are recorded; 0: none
	tokens   metric.Int64Histogram
	duration metric.Float64Histogram
	cost     metric.Int64Counter
}

func newWatch(t trace.Tracer, m metric.Meter, content int) (*watch, error) {
	w := &watch{tracer: t, content: content}
	var errs [3]error
	w.tokens, errs[0] = m.Int64Histogram(telemetry.MetricModelTokens, metric.WithUnit("{token}"))
	w.duration, errs[1] = m.Float64Histogram(telemetry.MetricModelDuration, metric.WithUnit("s"))
	w.cost, errs[2] = m.Int64Counter(telemetry.MetricModelCost, metric.WithUnit("{micro_usd}"))
	return w, errors.Join(errs[:]...)
}

// invoke records what an agent's models do over one form. end is told what came of
// it.
func (w *watch) invoke(ctx context.Context, agent string, f Form) (_ context.Context, end func(*commonv1.Provenance, error)) {
	ctx, span := w.tracer.Start(ctx, telemetry.SpanAgent+" "+agent, trace.WithAttributes(
		telemetry.GenAIOperation.String(telemetry.SpanAgent),
		telemetry.GenAIAgentName.String(agent),
		telemetry.Form.String(f.Name()),
	))
	return ctx, func(from *commonv1.Provenance, err error) {
		if from.GetProvider() != "" {
			span.SetAttributes(telemetry.GenAIProvider.String(wellKnown(from.GetProvider())), telemetry.GenAIResponseModel.String(from.GetModel()))
		}
		span.SetAttributes(
			telemetry.GenAIInputTokens.Int64(from.GetInputTokens()),
			telemetry.GenAIOutputTokens.Int64(from.GetOutputTokens()),
			telemetry.CostMicroUSD.Int64(from.GetCostMicroUsd()),
			telemetry.Degraded.Bool(from.GetDegraded()),
		)
		if err != nil {
			span.SetAttributes(telemetry.ErrorType.String("no_answer"))
			span.SetStatus(codes.Error, "no model answered")
		}
		span.End()
	}
}

// wellKnown is what the conventions call a provider.
func wellKnown(provider string) string {
	if provider == "azure" {
		return "azure.ai.openai"
	}
	return provider
}

// A chat is one attempt being recorded. No word of the prompt or the reply is,
// unless content is captured.
type chat struct {
	*watch
	ctx   context.Context
	span  trace.Span
	start time.Time
	model []attribute.KeyValue
}

func (w *watch) begin(ctx context.Context, agent, provider string, r Request, attempt int) (context.Context, chat) {
	model := []attribute.KeyValue{
		telemetry.GenAIOperation.String("chat"),
		telemetry.GenAIProvider.String(wellKnown(provider)),
		telemetry.GenAIRequestModel.String(r.Model),
	}
	ctx, span := w.tracer.Start(ctx, telemetry.SpanChat+" "+r.Model,
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(model...),
		trace.WithAttributes(
			telemetry.GenAIAgentName.String(agent),
			telemetry.GenAIMaxTokens.Int(r.MaxTokens),
			telemetry.GenAIOutputType.String("json"),
			telemetry.Attempt.Int(attempt),
		))
	if w.content > 0 && span.IsRecording() {
		span.SetAttributes(asked(r, w.content)...)
	}
	return ctx, chat{w, ctx, span, time.Now(), model}
}

// beginEmbedding records one call for vectors.
func (w *watch) beginEmbedding(ctx context.Context, provider string, r EmbedRequest) (context.Context, chat) {
	model := []attribute.KeyValue{
		telemetry.GenAIOperation.String(telemetry.SpanEmbeddings),
		telemetry.GenAIProvider.String(wellKnown(provider)),
		telemetry.GenAIRequestModel.String(r.Model),
	}
	ctx, span := w.tracer.Start(ctx, telemetry.SpanEmbeddings+" "+r.Model, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(model...))
	return ctx, chat{w, ctx, span, time.Now(), model}
}

func (c chat) end(r Reply) {
	if r.Stop != "" {
		c.span.SetAttributes(telemetry.GenAIFinishReasons.StringSlice([]string{string(r.Stop)}))
	}
	c.span.SetAttributes(
		telemetry.GenAIResponseModel.String(r.Model),
		telemetry.GenAIInputTokens.Int64(r.Usage.InputTokens),
		telemetry.GenAIOutputTokens.Int64(r.Usage.OutputTokens),
		telemetry.CostMicroUSD.Int64(r.Usage.MicroUSD),
	)
	if c.content > 0 && r.Stop != "" && c.span.IsRecording() {
		c.span.SetAttributes(answered(r, c.content))
	}
	c.span.End()
	c.duration.Record(c.ctx, time.Since(c.start).Seconds(), metric.WithAttributes(c.model...))
	c.cost.Add(c.ctx, r.Usage.MicroUSD, metric.WithAttributes(c.model...))
	for kind, n := range map[string]int64{"input": r.Usage.InputTokens, "output": r.Usage.OutputTokens} {
		c.tokens.Record(c.ctx, n, metric.WithAttributes(c.model...), metric.WithAttributes(telemetry.GenAITokenType.String(kind)))
	}
}

func (c chat) fail(err *Error) {
	cause := telemetry.ErrorType.String(string(err.Cause))
	c.span.SetAttributes(cause)
	c.span.SetStatus(codes.Error, string(err.Cause))
	c.span.End()
	c.duration.Record(c.ctx, time.Since(c.start).Seconds(), metric.WithAttributes(c.model...), metric.WithAttributes(cause))
}
