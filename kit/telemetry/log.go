package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

type runKey struct{}

// WithRun returns a context whose log lines carry the id of a run. An empty id
// changes nothing.
func WithRun(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	trace.SpanFromContext(ctx).SetAttributes(RunID.String(id))
	return context.WithValue(ctx, runKey{}, id)
}

// WithIDs returns a logger whose lines carry the ids of what their context belongs
// to: the span, and the run.
func WithIDs(log *slog.Logger) *slog.Logger { return slog.New(ids{log.Handler()}) }

type ids struct{ slog.Handler }

func (h ids) Handle(ctx context.Context, r slog.Record) error {
	span := trace.SpanContextFromContext(ctx)
	run, _ := ctx.Value(runKey{}).(string)
	if span.IsValid() || run != "" {
		r = r.Clone()
	}
	if span.IsValid() {
		r.AddAttrs(slog.String(LogTrace, span.TraceID().String()), slog.String(LogSpan, span.SpanID().String()))
	}
	if run != "" {
		r.AddAttrs(slog.String(LogRun, run))
	}
	return h.Handler.Handle(ctx, r)
}

func (h ids) WithAttrs(attrs []slog.Attr) slog.Handler { return ids{h.Handler.WithAttrs(attrs)} }

func (h ids) WithGroup(name string) slog.Handler { return ids{h.Handler.WithGroup(name)} }
