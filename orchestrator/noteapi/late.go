package noteapi

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// late says what to do where the server's own deadline ended a call, which the
// caller's did not: ctx is the caller's context with at most so much time. That
// somebody is away is told as it is, though it was found out by waiting.
func late(caller, ctx context.Context, most time.Duration, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !errors.Is(err, context.DeadlineExceeded) || ok && f.Code == codes.Unavailable {
		return err
	}
	theirs, ok := caller.Deadline()
	if own, _ := ctx.Deadline(); ok && theirs.Equal(own) {
		return err
	}
	return fault.Wrap(err, codes.DeadlineExceeded, fault.DeadlineExceeded,
		"this took longer than %v; send a shorter text, or raise limits.search_timeout", most)
}
