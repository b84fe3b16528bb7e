package rpc

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// A call is what the guard knows of one.
type call struct {
	ctx    context.Context
	method string
	open   bool               // anybody may make it
	done   context.CancelFunc // what is to be done at its end
	run    string             // that it is about; "" while that is not known
	turns  *fair.Semaphore    // where it waits for its turn; nil if it needs none

	agent   string                // that is called; "" if that is not measured
	calls   *telemetry.AgentCalls // nil once it has its turn
	outcome codes.Code            // once it has ended
}

func (g *guard) newCall(ctx context.Context, method string) *call {
	return &call{ctx: ctx, method: method, done: func() {}, turns: g.Turns, agent: g.Agent, calls: g.calls}
}

// dropCause tells measurements why a call ended before its turn came.
func dropCause(err error) string {
	switch {
	case errors.Is(err, fault.AgentBusy):
		return "busy"
	case errors.Is(err, context.DeadlineExceeded):
		return "late"
	}
	return "abandoned"
}

// turn waits until the tenant of a request may have it computed, and measures the call of an
// agent. Calls about no run, such as those for its health, are neither held up nor counted.
func (c *call) turn(m any) error {
	r, ok := m.(interface{ GetContext() *commonv1.CallContext })
	if !ok || c.calls == nil || c.turns == nil && c.agent == "" {
		return nil
	}
	call := c.calls.Arrive(c.ctx, c.agent)
	left, release := c.done, func() {}
	if c.turns != nil {
		p, err := c.turns.Acquire(c.ctx, r.GetContext().GetTenant(), 1)
		if err != nil {
			call.Drop(dropCause(err))
			return err
		}
		c.ctx, release = fair.With(c.ctx, p), p.Release
	}
	call.Begin()
	c.calls, c.done = nil, func() { release(); call.End(c.outcome.String()); left() }
	return nil
}

// tenantKey is the metadata with the tenant of a request, for what is to be known of it
// before it is read.
const tenantKey = "weft-tenant"

// withTenant says whose request a call has, where that is known.
func withTenant(ctx context.Context, req any) context.Context {
	r, ok := req.(interface{ GetContext() *commonv1.CallContext })
	if !ok || r.GetContext().GetTenant() == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, tenantKey, r.GetContext().GetTenant())
}

// refuseUnread refuses a call that would be refused once its request is read: to take in and
// check a large one takes longer than many a call.
func (c *call) refuseUnread() error {
	tenant := metadata.ValueFromIncomingContext(c.ctx, tenantKey)
	if c.turns == nil || len(tenant) != 1 {
		return nil
	}
	err := c.turns.Expect(c.ctx, tenant[0])
	if err != nil {
		c.dropUnread(err)
	}
	return err
}

// dropUnread measures that a call ended before its request was read.
func (c *call) dropUnread(err error) { c.calls.Arrive(c.ctx, c.agent).Drop(dropCause(err)) }

// about learns from a message which run the call is about.
func (c *call) about(m any) {
	if c.run == "" {
		c.run = runOf(m)
		c.ctx = telemetry.WithRun(c.ctx, c.run)
	}
}

// runOf returns the id of the run that a request, a response or a message of a
// stream is about, "" if it names none.
func runOf(m any) string {
	switch m := m.(type) {
	case interface{ GetRunId() string }:
		return m.GetRunId()
	case interface{ GetContext() *commonv1.CallContext }:
		return m.GetContext().GetRunId()
	case interface{ GetRun() *orchestratorv1.Run }:
		return m.GetRun().GetId()
	case interface {
		GetEvent() *orchestratorv1.RunEvent
	}:
		return m.GetEvent().GetRunId()
	}
	return ""
}
