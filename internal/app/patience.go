package app

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/lifecycle"
)

// startAgain is how long a server that starts waits before it looks again for what is
// away.
const startAgain = time.Second

// errStopped is returned by a server that was stopped while it waited.
var errStopped = errors.New("stopped while it waited")

// patiently makes a step of the start that waits for a bus or a database that is away, for
// as long as it takes: in a cluster all start at once, in any order, and a process that
// ends would only be started again. It says so once, and the metrics have the condition as
// lost. A command does not wait.
func (m *mesh) patiently(what, condition string, start func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for waits := false; ; waits = true {
			err := start(ctx)
			switch {
			case err == nil && waits:
				m.awaits.Store("")
				m.Log.InfoContext(ctx, "no longer waiting", "for", what)
				return nil
			case err == nil, !m.Serves, !away(err):
				return err
			case !waits:
				m.awaits.Store(condition)
				m.Log.WarnContext(ctx, "waiting; this process isn't ready until it is there", "for", what, "error", err)
			}
			if !lifecycle.Sleep(ctx, startAgain) {
				return errors.Join(errStopped, err)
			}
		}
	}
}

// away reports whether what could not be reached may be there later. Who is refused is
// refused again, and a server that is too old stays so.
func away(err error) bool {
	if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) {
		return false
	}
	f, ok := errors.AsType[*fault.Error](err)
	return ok && errors.Unwrap(f) != nil && f.Code == codes.Unavailable && (f.Reason == fault.BusUnavailable || f.Reason == fault.StoreUnavailable)
}
