package rpc

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"

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
	turns  *fair.Semaphore    // where it waits for its turn; nil once it has it, or needs none

	calls   *telemetry.AgentCalls
	outcome codes.Code // once it has ended
}

func (g *guard) newCall(ctx context.Context, method string) *call {
	return &call{ctx: ctx, method: method, done: func() {}, turns: g.Turns, calls: g.calls}
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

// turn waits until the tenant of a request may have it computed.
func (c *call) turn(m any) error {
	r, ok := m.(interface{ GetContext() *commonv1.CallContext })
	if !ok || c.turns == nil {
		return nil
	}
	call := c.calls.Arrive(c.ctx, agentOf(c.method))
	p, err := c.turns.Acquire(c.ctx, r.GetContext().GetTenant(), 1)
	if err != nil {
		call.Drop(dropCause(err))
		return err
	}
	call.Begin()
	left := c.done
	c.ctx, c.done, c.turns = fair.With(c.ctx, p), func() { p.Release(); call.End(c.outcome.String()); left() }, nil
	return nil
}

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
