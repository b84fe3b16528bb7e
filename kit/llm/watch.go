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
)

// A watch records what calls to models do.
type watch struct {
	tracer   trace.Tracer
	tokens   metric.Int64Histogram
	duration metric.Float64Histogram
	cost     metric.Int64Counter
}

func newWatch(t trace.Tracer, m metric.Meter) (*watch, error) {
	w := &watch{tracer: t}
	var errs [3]error
	w.tokens, errs[0] = m.Int64Histogram(telemetry.MetricModelTokens, metric.WithUnit("{token}"))
	w.duration, errs[1] = m.Float64Histogram(telemetry.MetricModelDuration, metric.WithUnit("s"))
	w.cost, errs[2] = m.Int64Counter(telemetry.MetricModelCost, metric.WithUnit("{micro_usd}"))
	return w, errors.Join(errs[:]...)
}

// A chat is one attempt being recorded. No word of it is: neither of the prompt
// nor of the reply.
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
		telemetry.GenAIProvider.String(provider),
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
	return ctx, chat{w, ctx, span, time.Now(), model}
}

func (c chat) end(r Reply) {
	c.span.SetAttributes(
		telemetry.GenAIResponseModel.String(r.Model),
		telemetry.GenAIFinishReasons.StringSlice([]string{string(r.Stop)}),
		telemetry.GenAIInputTokens.Int64(r.Usage.InputTokens),
		telemetry.GenAIOutputTokens.Int64(r.Usage.OutputTokens),
		telemetry.CostMicroUSD.Int64(r.Usage.MicroUSD),
	)
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
