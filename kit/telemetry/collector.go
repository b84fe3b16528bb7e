package telemetry

import (
	"context"
	"log/slog"
	"sync"
	"time"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// An outage of whoever takes telemetry is told in one line, and its end in another:
// what could not be sent comes every few seconds.
type outage struct {
	log  *slog.Logger
	what string // is sent

	mu    sync.Mutex
	since time.Time // zero while all is well
	lost  int       // sendings that failed since
}

// told notes how a sending ended. It returns nil, because the SDK would log an error
// each time.
func (o *outage) told(ctx context.Context, err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	ctx = context.WithoutCancel(ctx)
	switch {
	case err != nil:
		o.lost++
		if o.since.IsZero() {
			o.since = time.Now()
			o.log.WarnContext(ctx, "telemetry can't be sent; it is lost until it can", "what", o.what, "error", err)
		}
	case !o.since.IsZero():
		o.log.InfoContext(ctx, "telemetry is sent again", "what", o.what, "since", o.since,
			"after", time.Since(o.since).Round(time.Millisecond), "failures", o.lost)
		o.since, o.lost = time.Time{}, 0
	}
	return nil
}

// spans sends spans.
type spans struct {
	sdktrace.SpanExporter
	outage *outage
}

func (s spans) ExportSpans(ctx context.Context, all []sdktrace.ReadOnlySpan) error {
	return s.outage.told(ctx, s.SpanExporter.ExportSpans(ctx, all))
}

// measurements sends metrics.
type measurements struct {
	sdkmetric.Exporter
	outage *outage
}

func (m measurements) Export(ctx context.Context, all *metricdata.ResourceMetrics) error {
	return m.outage.told(ctx, m.Exporter.Export(ctx, all))
}
