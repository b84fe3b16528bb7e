package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// slowest bounds how long a client may take to say which page it wants.
const slowest = 5 * time.Second

// scraped reports whether this process shows Prometheus its metrics. A command that
// ends in a moment doesn't.
func (m *mesh) scraped() bool { return m.Serves && m.Config.Metrics.Listen != "" }

// showMetrics serves GET /metrics until the mesh is closed, last of all, so that a
// process that stops can be watched.
func (m *mesh) showMetrics(ctx context.Context) error {
	if m.tel.Metrics == nil {
		return nil
	}
	lis, err := m.open(ctx, m.Config.Metrics.Listen, "metrics.listen")
	if err != nil {
		return err
	}
	m.addrs["metrics"] = lis.Addr().String()
	pages := http.NewServeMux()
	pages.Handle("GET /metrics", m.tel.Metrics)
	srv := &http.Server{ErrorLog: m.httpLog(ctx), Handler: pages, ReadTimeout: slowest, WriteTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes}
	m.stack.Go("metrics", func(ctx context.Context) error {
		context.AfterFunc(ctx, func() { _ = srv.Close() })
		if err := srv.Serve(lis); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	return nil
}

// measureStreams has the streams of the bus measured, where anybody reads measurements.
func (m *mesh) measureStreams() error {
	if _, unread := m.tel.Meter.(metricnoop.MeterProvider); unread {
		return nil
	}
	js, err := jetstream.New(m.nc)
	if err != nil {
		return fmt.Errorf("measure streams: %w", err)
	}
	streams, stop, err := bus.NewStreamMeter(js, m.tel.Meter.Meter(telemetry.Scope))
	if err != nil {
		return err
	}
	m.stack.Push("measuring streams", func(context.Context) error { return stop() })
	m.stack.Go("streams", streams.Keep)
	return nil
}

// measureHealth has it measured what the process lacks of that which it needs, and
// until when its certificates are good.
func (m *mesh) measureHealth() error {
	meter := m.tel.Meter.Meter(telemetry.Scope)
	lost, err1 := meter.Int64ObservableGauge(telemetry.MetricHealthLost,
		metric.WithDescription("1 for each thing the process needs but can't reach, else 0"))
	expiry, err2 := meter.Float64ObservableGauge(telemetry.MetricCertificate, metric.WithUnit("s"),
		metric.WithDescription("When the process's certificate expires, in seconds since 1970"))
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("measure what the process needs: %w", err)
	}
	purposes := map[string]*identity.Certificates{"mesh": m.certs.mesh}
	if m.certs.api != m.certs.mesh {
		purposes["api"] = m.certs.api
	}
	callback, err := meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		holding := m.health.Holding()
		if awaited, _ := m.awaits.Load().(string); awaited != "" {
			holding[awaited] = false
		}
		for name, holds := range holding {
			var n int64
			if !holds {
				n = 1
			}
			o.ObserveInt64(lost, n, metric.WithAttributes(telemetry.Condition.String(name)))
		}
		for purpose, certs := range purposes {
			if at, ok := certs.Expires(); ok {
				o.ObserveFloat64(expiry, float64(at.Unix()), metric.WithAttributes(telemetry.Purpose.String(purpose)))
			}
		}
		return nil
	}, lost, expiry)
	if err != nil {
		return fmt.Errorf("measure what the process needs: %w", err)
	}
	m.stack.Push("measuring what the process needs", func(context.Context) error { return callback.Unregister() })
	return nil
}
