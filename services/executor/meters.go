package executor

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/telemetry"
)

// measure measures which servers don't answer, and counts how often they failed. stop ends
// that.
func (s *Service) measure(m metric.Meter) (stop func() error, err error) {
	away, err1 := m.Int64ObservableGauge(telemetry.MetricToolAway,
		metric.WithDescription("1 for each tool server that does not answer its executor, else 0"))
	failures, err2 := m.Int64Counter(telemetry.MetricToolFailures, metric.WithUnit("{failure}"),
		metric.WithDescription("Tool servers that did not answer, ended, or could not be started"))
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("measure tool servers: %w", err)
	}
	for name, server := range s.servers {
		of := metric.WithAttributeSet(attribute.NewSet(telemetry.ToolServer.String(name)))
		failures.Add(context.Background(), 0, of)
		server.failures = func() { failures.Add(context.Background(), 1, of) }
	}
	callback, err := m.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for name, server := range s.servers {
			var n int64
			if !server.silentSince().IsZero() {
				n = 1
			}
			o.ObserveInt64(away, n, metric.WithAttributes(telemetry.ToolServer.String(name)))
		}
		return nil
	}, away)
	if err != nil {
		return nil, fmt.Errorf("measure tool servers: %w", err)
	}
	return callback.Unregister, nil
}
