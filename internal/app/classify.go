package app

import (
	"errors"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/store"
)

// classify tells what may help against the error of a step: time, space, somebody
// who comes back, or nothing.
func classify(err error) graph.Class {
	var p *graph.PanicError
	var input *runner.InputError // of a run that another one starts
	switch {
	case errors.As(err, &p), errors.As(err, &input), errors.Is(err, store.ErrReadOnly), errors.Is(err, store.ErrInvalid):
		return graph.Refused
	case errors.Is(err, notegraph.ErrNotKept), errors.Is(err, store.ErrNoSpace), errors.Is(err, store.ErrUnavailable),
		reason(err) == string(fault.StoreUnavailable): // as a retriever says it
		return graph.Blocked
	case bus.Gone(err), reason(err) == string(fault.AgentBusy):
		return graph.Unreachable
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.Unauthenticated, codes.PermissionDenied: // a peer with other credentials, until they are mended
		return graph.Unreachable
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists,
		codes.FailedPrecondition, codes.OutOfRange, codes.Unimplemented, codes.DataLoss:
		return graph.Refused
	}
	return graph.Transient
}

// retryAfter returns how long an agent that has too much to do asks to be left alone, with
// jitter so that runs it refused together don't come back together; 0 for other errors.
func retryAfter(err error) time.Duration {
	f, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok || f.Reason != fault.AgentBusy || f.RetryAfter <= 0 {
		return 0
	}
	return f.RetryAfter + rand.N(f.RetryAfter/2+1)
}

// reason returns the word that an error of a step carries for programs, "" if it has
// none.
func reason(err error) string {
	f, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok {
		return ""
	}
	return string(f.Reason)
}
