package app

import (
	"context"

	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

func (m *mesh) openWebhooks(ctx context.Context) (err error) {
	c := m.Config.Webhooks
	m.hooks, err = webhook.Open(ctx, m.nc, m.runs, webhook.Options{
		Replicas:  m.Config.NATS.Replicas,
		Placement: placement(m.Config.NATS),
		AllowHTTP: c.AllowHTTP,
		Allow:     c.Networks(),
		Timeout:   c.Timeout,
		Timing:    webhook.DefaultTiming(),
		Log:       m.Log,
		Meter:     m.tel.Meter.Meter(telemetry.Scope),
	})
	if err != nil {
		return err
	}
	m.stack.Push("connections to webhooks", func(context.Context) error { m.hooks.Close(); return nil })
	return nil
}

// deliver sends events to the webhooks of the tenants whose runs this process takes. A
// command that ends in a moment doesn't: servers catch up.
func (m *mesh) deliver(runs webhook.Runs) {
	if !m.Serves {
		return
	}
	m.stack.Go("webhooks", func(ctx context.Context) error { return m.hooks.Deliver(ctx, runs, m.servesTenant()) })
}
