package runner

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// metrics are what an operator watches: how long steps and runs take, how long
// runs lie in the queue, and how often less answered than was configured.
type metrics struct {
	steps    metric.Float64Histogram
	segments metric.Float64Histogram
	queue    metric.Float64Histogram
	degraded metric.Int64Counter
}

func newMetrics(m metric.Meter) (*metrics, error) {
	steps, err1 := m.Float64Histogram(telemetry.MetricStepDuration, metric.WithUnit("s"),
		metric.WithDescription("Duration of one attempt of a step, by state and outcome"))
	segments, err2 := m.Float64Histogram(telemetry.MetricRunDuration, metric.WithUnit("s"),
		metric.WithDescription("Duration of a run until it pauses or ends, by status"))
	queue, err3 := m.Float64Histogram(telemetry.MetricQueueAge, metric.WithUnit("s"),
		metric.WithDescription("How long a run lay in the work queue"))
	degraded, err4 := m.Int64Counter(telemetry.MetricDegraded,
		metric.WithDescription("Steps that did with less than was configured, by state"))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	return &metrics{steps, segments, queue, degraded}, nil
}

func (m *metrics) step(ctx context.Context, s graph.State, res graph.Result, err error, d time.Duration) {
	outcome := string(res.Outcome)
	if err != nil {
		outcome = "error"
	}
	state := telemetry.State.String(string(s))
	m.steps.Record(ctx, d.Seconds(), metric.WithAttributes(state, telemetry.Outcome.String(outcome)))
	if res.Degraded {
		m.degraded.Add(ctx, 1, metric.WithAttributes(state))
	}
}

func (m *metrics) segment(ctx context.Context, s graph.Status, d time.Duration) {
	m.segments.Record(ctx, d.Seconds(), metric.WithAttributes(telemetry.RunStatus.String(s.String())))
}

func (m *metrics) queued(ctx context.Context, d time.Duration) { m.queue.Record(ctx, d.Seconds()) }
