package lifecycle

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// UntilSignal returns a context that is done at the first SIGINT or SIGTERM. The
// second one ends the process at once, as if nobody had listened: a person who
// presses Ctrl-C twice means it.
func UntilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
