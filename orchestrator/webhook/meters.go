package webhook

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/telemetry"
)

// meters count what comes of events.
type meters struct{ deliveries metric.Int64Counter }

func newMeters(m metric.Meter) (meters, error) {
	c, err := m.Int64Counter(telemetry.MetricWebhooks,
		metric.WithDescription("Deliveries of events to webhooks, by what came of them"))
	if err != nil {
		return meters{}, fmt.Errorf("measure webhooks: %w", err)
	}
	out := meters{c}
	for _, outcome := range []string{delivered, failed, givenUp} {
		out.deliveries.Add(context.Background(), 0, metric.WithAttributes(telemetry.Outcome.String(outcome))) // so that the first one is seen as a change
	}
	return out, nil
}

// What comes of an event.
const (
	delivered = "delivered"
	failed    = "failed" // and is tried again
	givenUp   = "given_up"
)

func (m meters) count(ctx context.Context, outcome string) {
	m.deliveries.Add(ctx, 1, metric.WithAttributes(telemetry.Outcome.String(outcome)))
}
