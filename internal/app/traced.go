package app

import (
	"context"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// traced makes each call to a store a span, so that drivers need not know of
// telemetry. Single reads are left out: an analysis makes hundreds of them.
type traced struct {
	store.Writer
	tracer trace.Tracer
}

func (t traced) span(ctx context.Context, name string, attrs ...attribute.KeyValue) (context.Context, func(error)) {
	ctx, span := t.tracer.Start(ctx, telemetry.SpanStore+" "+name, trace.WithAttributes(attrs...))
	return ctx, func(err error) {
		if err != nil {
			span.RecordError(err)
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}
}

func (t traced) Find(ctx context.Context, s store.Scope, q store.Query) (res store.Result, err error) {
	ctx, done := t.span(ctx, "find")
	defer func() { done(err) }()
	return t.Writer.Find(ctx, s, q)
}

func (t traced) List(ctx context.Context, s store.Scope, r notes.Range, after string, limit int, desc bool) (list []*commonv1.Entry, err error) {
	ctx, done := t.span(ctx, "list")
	defer func() { done(err) }()
	return t.Writer.List(ctx, s, r, after, limit, desc)
}

func (t traced) Keep(ctx context.Context, s store.Scope, n store.NewEntry) (e *commonv1.Entry, err error) {
	ctx, done := t.span(ctx, "keep")
	defer func() { done(err) }()
	return t.Writer.Keep(ctx, s, n)
}

func (t traced) SetParsed(ctx context.Context, s store.Scope, id, hash string, p store.Parsed) (e *commonv1.Entry, err error) {
	ctx, done := t.span(ctx, "set parsed", telemetry.EntryID.String(id))
	defer func() { done(err) }()
	return t.Writer.SetParsed(ctx, s, id, hash, p)
}

func (t traced) Correct(ctx context.Context, s store.Scope, id, key string, p store.Parsed) (e *commonv1.Entry, err error) {
	ctx, done := t.span(ctx, "correct", telemetry.EntryID.String(id))
	defer func() { done(err) }()
	return t.Writer.Correct(ctx, s, id, key, p)
}

func (t traced) PutContext(ctx context.Context, s store.Scope, token, text string, archived []string) (c store.Context, err error) {
	ctx, done := t.span(ctx, "put context")
	defer func() { done(err) }()
	return t.Writer.PutContext(ctx, s, token, text, archived)
}
