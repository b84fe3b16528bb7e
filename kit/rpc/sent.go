package rpc

import (
	"context"
	"sync/atomic"

	"google.golang.org/grpc/stats"
)

// NotSent is in the metadata of the error of a call that is certain not to have been sent,
// since there was nobody to connect to. A call without it may have been.
const NotSent = "not_sent"

type sentKey struct{}

// withSent returns a context for a call, and whether any attempt at it has been put on a
// connection.
func withSent(ctx context.Context) (context.Context, *atomic.Bool) {
	left := &atomic.Bool{}
	return context.WithValue(ctx, sentKey{}, left), left
}

// A sentHandler notes which calls have been put on a connection.
type sentHandler struct{}

// HandleRPC implements stats.Handler.
func (sentHandler) HandleRPC(ctx context.Context, s stats.RPCStats) {
	if _, out := s.(*stats.OutHeader); !out {
		return
	}
	if left, ok := ctx.Value(sentKey{}).(*atomic.Bool); ok {
		left.Store(true)
	}
}

// TagRPC implements stats.Handler.
func (sentHandler) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// TagConn implements stats.Handler.
func (sentHandler) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn implements stats.Handler.
func (sentHandler) HandleConn(context.Context, stats.ConnStats) {}
