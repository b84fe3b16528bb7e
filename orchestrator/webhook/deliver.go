package webhook

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/lifecycle"
)

// again is how long what the bus has not answered rests before it is asked again.
const again = time.Second

// Deliver sends events until ctx ends, to the webhooks of those tenants that serves
// accepts, together with all other processes that do the same.
func (h *Webhooks) Deliver(ctx context.Context, runs Runs, serves func(tenant string) bool) error {
	d := &deliverer{hooks: h, runs: runs, workers: map[string]working{}}
	defer d.running.Wait()
	for wait := time.Duration(0); lifecycle.Sleep(ctx, wait); wait = again {
		err := h.store.watch(ctx, func(w Webhook, err error) {
			switch {
			case !serves(w.Tenant):
			case err != nil:
				h.o.Log.WarnContext(ctx, "a webhook is not told of runs, since it can't be read", "webhook", w.ID, "error", err)
			default:
				d.see(ctx, w)
			}
		})
		if ctx.Err() == nil {
			h.o.Log.Log(ctx, level(err), "webhooks can't be watched", "error", err)
		}
	}
	return nil
}

// level is that of a line about what the bus has not done: its outages are told once for
// the whole process, and by others.
func level(err error) slog.Level {
	if bus.Gone(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoHeartbeat) ||
		errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrMsgIteratorClosed) {
		return slog.LevelDebug
	}
	return slog.LevelWarn
}

// A deliverer has a worker for each webhook.
type deliverer struct {
	hooks   *Webhooks
	runs    Runs
	workers map[string]working // by webhook
	running sync.WaitGroup
}

// A working worker is one that delivers to a webhook as that was then.
type working struct {
	hook Webhook
	stop context.CancelFunc
}

// see begins or ends to deliver to a webhook, as that now stands.
func (d *deliverer) see(ctx context.Context, w Webhook) {
	active := !w.removed() && w.Disabled.IsZero()
	if now, works := d.workers[w.ID]; works && !(active && w.sendsLike(&now.hook)) {
		now.stop() // what it has in hand and has not sent is handed out again
		delete(d.workers, w.ID)
	}
	_, works := d.workers[w.ID]
	switch {
	case active && !works:
		ctx, stop := context.WithCancel(ctx)
		d.workers[w.ID] = working{w, stop}
		d.running.Go(func() { newWorker(d.hooks, d.runs, w).run(ctx) })
	case !active:
		if err := d.hooks.log.RemoveFeed(ctx, w.feed()); err != nil && ctx.Err() == nil {
			d.hooks.o.Log.DebugContext(ctx, "the consumer of a webhook can't be removed", "webhook", w.ID, "error", err)
		}
	}
}
