package rpc

import (
	"context"
	"strings"

	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
)

// An Authenticator decides who may call, by what a caller sent along. It returns
// the context that the call is answered in, which may carry who calls, or the
// error that the caller gets.
type Authenticator func(ctx context.Context, md metadata.MD) (context.Context, error)

// healthService is open to all: what asks whether a server is well (a load
// balancer, a kubelet) has no credential. It learns that, and by name what the
// server needs and does not have, nothing else.
const healthService = "/grpc.health.v1.Health/"

// admit returns the context of a call that may be answered, and finds out whether
// anybody may make it. Who shows a credential with a health check, as an orchestrator
// does that watches its agents, is not one of the many who may.
func (g *guard) admit(c *call) (context.Context, error) {
	if fromHere(c.ctx) {
		return c.ctx, nil
	}
	check := strings.HasPrefix(c.method, healthService)
	md, _ := metadata.FromIncomingContext(c.ctx)
	if g.Authenticate == nil || check && len(md.Get("authorization")) == 0 {
		c.open = check
		return c.ctx, nil
	}
	ctx, err := g.Authenticate(c.ctx, md)
	if err != nil && check {
		c.open = true
		return c.ctx, nil
	}
	return ctx, err
}

// fromHere reports whether a call came through the pipe of Local, whose other end
// is in this process.
func fromHere(ctx context.Context) bool {
	p, ok := peer.FromContext(ctx)
	return ok && p.Addr.Network() == pipe
}
