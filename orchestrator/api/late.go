package api

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// late says what to do where the server's own deadline ended a call, which the
// caller's did not: ctx is the caller's context with at most so much time.
func late(caller, ctx context.Context, most time.Duration, err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	theirs, ok := caller.Deadline()
	if own, _ := ctx.Deadline(); ok && theirs.Equal(own) {
		return err
	}
	return fault.Wrap(err, codes.DeadlineExceeded, fault.DeadlineExceeded,
		"this took longer than %v; send a shorter text, or raise limits.search_timeout", most)
}
