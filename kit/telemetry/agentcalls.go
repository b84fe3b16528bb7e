package telemetry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
)

// AgentCalls measures the calls of agents: how many wait for their turn, how many are at
// work and for how long, and how many ended before their turn came.
type AgentCalls struct {
	duration       metric.Float64Histogram
	active, queued metric.Int64UpDownCounter
	dropped        metric.Int64Counter
}

// NewAgentCalls returns what measures calls by a provider. Nil measures nothing.
func NewAgentCalls(p metric.MeterProvider) (*AgentCalls, error) {
	if p == nil {
		p = metricnoop.NewMeterProvider()
	}
	m := p.Meter(Scope)
	duration, err1 := m.Float64Histogram(MetricAgentDuration, metric.WithUnit("s"),
		metric.WithDescription("How long an agent worked on a call, not counting its wait for a turn, by agent and outcome"))
	active, err2 := m.Int64UpDownCounter(MetricAgentActive,
		metric.WithDescription("Calls that an agent of this process works on, by agent"))
	queued, err3 := m.Int64UpDownCounter(MetricAgentQueued,
		metric.WithDescription("Calls that wait for their turn at an agent of this process, by agent"))
	dropped, err4 := m.Int64Counter(MetricAgentDropped,
		metric.WithDescription("Calls that ended before their turn came, by agent and cause: busy, late or abandoned"))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, fmt.Errorf("measure the calls of agents: %w", err)
	}
	return &AgentCalls{duration, active, queued, dropped}, nil
}

// Expect has an agent of this process measured before its first call: an autoscaler takes a
// pod without a number for one that it knows nothing of, and removes none.
func (c *AgentCalls) Expect(agent string) {
	of := metric.WithAttributes(GenAIAgentName.String(agent))
	c.queued.Add(context.Background(), 0, of)
	c.active.Add(context.Background(), 0, of)
}

// An AgentCall is one call that waits for its turn or is at work.
type AgentCall struct {
	calls *AgentCalls
	ctx   context.Context
	agent attribute.KeyValue
	begun time.Time // zero while it waits
}

// Arrive counts a call of an agent that waits for its turn. Exactly one of Drop and End
// must follow.
func (c *AgentCalls) Arrive(ctx context.Context, agent string) *AgentCall {
	call := &AgentCall{calls: c, ctx: context.WithoutCancel(ctx), agent: GenAIAgentName.String(agent)}
	c.queued.Add(call.ctx, 1, metric.WithAttributes(call.agent))
	return call
}

// Begin notes that the call has its turn.
func (a *AgentCall) Begin() {
	a.begun = time.Now()
	a.calls.queued.Add(a.ctx, -1, metric.WithAttributes(a.agent))
	a.calls.active.Add(a.ctx, 1, metric.WithAttributes(a.agent))
}

// Drop notes that the call ended before its turn came.
func (a *AgentCall) Drop(cause string) {
	a.calls.queued.Add(a.ctx, -1, metric.WithAttributes(a.agent))
	a.calls.dropped.Add(a.ctx, 1, metric.WithAttributes(a.agent, Cause.String(cause)))
}

// End notes that a call that had its turn has ended.
func (a *AgentCall) End(outcome string) {
	a.calls.active.Add(a.ctx, -1, metric.WithAttributes(a.agent))
	a.calls.duration.Record(a.ctx, time.Since(a.begun).Seconds(), metric.WithAttributes(a.agent, Outcome.String(outcome)))
}
