package runner

import (
	"context"
	"errors"
	"fmt"
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
	active   metric.Int64UpDownCounter
	depth    metric.Int64ObservableGauge
	degraded metric.Int64Counter
	meter    metric.Meter
}

func newMetrics(m metric.Meter) (*metrics, error) {
	steps, err1 := m.Float64Histogram(telemetry.MetricStepDuration, metric.WithUnit("s"),
		metric.WithDescription("Duration of one attempt of a step, by graph, state and outcome"))
	segments, err2 := m.Float64Histogram(telemetry.MetricRunDuration, metric.WithUnit("s"),
		metric.WithDescription("Duration of a run until it pauses or ends, by graph and status"))
	queue, err3 := m.Float64Histogram(telemetry.MetricQueueAge, metric.WithUnit("s"),
		metric.WithDescription("How long a run lay in the work queue, by class"))
	active, err5 := m.Int64UpDownCounter(telemetry.MetricRunsActive,
		metric.WithDescription("Runs that this process has under way, by class"))
	depth, err6 := m.Int64ObservableGauge(telemetry.MetricQueueDepth,
		metric.WithDescription("Runs in the work queue that wait for a worker, by class; every process tells the same"))
	degraded, err4 := m.Int64Counter(telemetry.MetricDegraded,
		metric.WithDescription("Steps that did with less than was configured, by graph and state"))
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		return nil, err
	}
	return &metrics{steps, segments, queue, active, depth, degraded, m}, nil
}

func (m *metrics) step(ctx context.Context, of string, s graph.State, res graph.Result, err error, d time.Duration) {
	outcome := string(res.Outcome)
	if err != nil {
		outcome = "error"
	}
	flow, state := telemetry.RunGraph.String(of), telemetry.State.String(string(s))
	m.steps.Record(ctx, d.Seconds(), metric.WithAttributes(flow, state, telemetry.Outcome.String(outcome)))
	if res.Degraded {
		m.degraded.Add(ctx, 1, metric.WithAttributes(flow, state))
	}
}

func (m *metrics) segment(ctx context.Context, of string, s graph.Status, d time.Duration) {
	m.segments.Record(ctx, d.Seconds(), metric.WithAttributes(telemetry.RunGraph.String(of), telemetry.RunStatus.String(s.String())))
}

// taken counts a run that was taken from the queue, until it is let go.
func (m *metrics) taken(ctx context.Context, class string, after time.Duration) (let func()) {
	by := metric.WithAttributes(telemetry.QueueClass.String(class))
	m.queue.Record(ctx, after.Seconds(), by)
	m.active.Add(ctx, 1, by)
	return func() { m.active.Add(ctx, -1, by) }
}

// watchDepth has the depth of the queue measured, until stop is called.
func (m *metrics) watchDepth(waiting func(context.Context) (map[string]int64, error)) (stop func(), err error) {
	r, err := m.meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		by, err := waiting(ctx)
		if err != nil {
			return err
		}
		for class, n := range by {
			of := metric.WithAttributes(telemetry.QueueClass.String(class))
			o.ObserveInt64(m.depth, n, of)
			m.active.Add(ctx, 0, of) // a process without a number is no idle one to an autoscaler
		}
		return nil
	}, m.depth)
	if err != nil {
		return nil, fmt.Errorf("measure the queue: %w", err)
	}
	return func() { _ = r.Unregister() }, nil // fails only where it is not registered
}
