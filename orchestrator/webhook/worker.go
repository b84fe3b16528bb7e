package webhook

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

const (
	// atOnce is how many events of one webhook a process sends side by side, and how many
	// more it has in hand: one that takes long holds few others back.
	atOnce = 16
	// mostPending is how many events of a webhook may be under way or wait to be tried
	// again. Those of a receiver that is down lie in the log beyond that.
	mostPending = 10_000
	// consumerTime bounds one attempt to make a consumer.
	consumerTime = 5 * time.Second
	// heartbeat is how often the server says that it knows of a request for events. One that
	// was lost, as in a cluster that is finding a leader, is made again after two.
	heartbeat = 5 * time.Second
	// parting is how long events under way may still take when a process stops.
	parting = 3 * time.Second
)

// A worker delivers the events of one webhook from this process.
type worker struct {
	hooks    *Webhooks
	runs     Runs
	hook     Webhook
	standing *standing
	held     atomic.Int64 // until when its receiver wants nothing, in Unix nanoseconds
}

func newWorker(h *Webhooks, runs Runs, w Webhook) *worker {
	return &worker{hooks: h, runs: runs, hook: w, standing: newStanding(h, w)}
}

// run delivers until ctx ends or the webhook is removed or disabled.
func (w *worker) run(ctx context.Context) {
	var noting sync.WaitGroup
	defer noting.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	noting.Go(func() { w.standing.keep(ctx) })
	last := ""
	for wait := time.Duration(0); lifecycle.Sleep(ctx, wait); wait = again {
		err := w.deliver(ctx)
		if errors.Is(err, ErrNotFound) {
			return
		}
		if ctx.Err() == nil && err.Error() != last { // the same is not said each second
			last = err.Error()
			w.hooks.o.Log.Log(ctx, level(err), "a webhook's events can't be read", "webhook", w.hook.ID, "error", err)
		}
	}
}

// feed makes sure that the webhook has its consumer. Whoever removes or disables the webhook
// removes that after it, so it is looked whether the webhook still has it when it is there;
// for that it makes no difference whether ctx ends meanwhile.
func (w *worker) feed(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), consumerTime)
	defer cancel()
	o := runlog.FeedOptions{
		Name: w.hook.feed(), Tenant: w.hook.Tenant, From: w.hook.From, AckWait: w.hooks.o.Timing.AckWait, Pending: mostPending,
	}
	// A consumer that is lost, as after a restore, is made anew without what is too old.
	if oldest := time.Now().Add(-w.hooks.o.Timing.GiveUp); w.hook.sendsSince().Before(oldest) {
		o.Since = oldest
	}
	c, err := w.hooks.log.Feed(ctx, o)
	if err != nil {
		return nil, err
	}
	now, _, err := w.hooks.store.get(ctx, w.hook.Tenant, w.hook.ID)
	if err == nil && (!now.Disabled.IsZero() || now.feed() != w.hook.feed()) {
		err = fmt.Errorf("webhook %s was disabled: %w", w.hook.ID, ErrNotFound)
	}
	if errors.Is(err, ErrNotFound) {
		return nil, errors.Join(err, w.hooks.log.RemoveFeed(ctx, w.hook.feed()))
	}
	return c, err
}

// deliver takes events and sends them, until ctx ends or there is trouble with the bus.
func (w *worker) deliver(ctx context.Context) error {
	c, err := w.feed(ctx)
	if err != nil {
		return err
	}
	messages, err := c.Messages(jetstream.PullMaxMessages(atOnce), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		return fmt.Errorf("take events: %w", err)
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Drain)()

	sending, cancel := outlasting(ctx, parting)
	defer cancel()
	keeper := startKeeper(sending, w.hooks, &w.hook)
	defer keeper.finish()
	var under sync.WaitGroup
	defer under.Wait()
	slots := make(chan struct{}, atOnce)
	for {
		m, err := messages.Next()
		if err != nil {
			return fmt.Errorf("take events: %w", err)
		}
		record, ok := runlog.Fed(m)
		switch {
		case !ok || !w.hook.wants(record):
			_ = m.Ack() // if that gets lost, it comes again
		case ctx.Err() != nil:
			_ = m.Nak() // another process takes it at once
		default:
			slots <- struct{}{}
			under.Go(func() {
				defer func() { <-slots }()
				keeper.keepThenSettle(w.handle(sending, m, record))
			})
		}
	}
}

// outlasting returns a context that ends some time after another one.
func outlasting(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		lifecycle.Sleep(longer, by)
		cancel()
	})
	return longer, func() { stop(); cancel() }
}

// handle sends what a record is for the webhook, and returns the attempts and what settles
// it: it is acknowledged if the receiver has it.
func (w *worker) handle(ctx context.Context, m jetstream.Msg, r runlog.Record) made {
	if wait := time.Until(time.Unix(0, w.held.Load())); wait > 0 {
		return made{settle: func() { _ = m.NakWithDelay(wait + rand.N(again)) }}
	}
	number := 1
	if meta, err := m.Metadata(); err == nil {
		number = int(min(meta.NumDelivered, 1000))
	}
	attempts, last, err := w.tell(ctx, r, number)
	out := made{attempts: attempts, settle: func() { _ = m.Ack() }}
	switch {
	case err == nil && last.delivered():
	case ctx.Err() != nil: // this process stops
		out.attempts = slices.DeleteFunc(attempts, func(d Delivery) bool { return d.Outcome != Delivered })
		out.settle = func() { _ = m.Nak() }
	case err != nil:
		w.hooks.o.Log.DebugContext(ctx, "an event can't be read", "webhook", w.hook.ID, "run", r.Run, "error", err)
		out.settle = func() { _ = m.NakWithDelay(again) }
	default:
		out.settle = w.failed(ctx, m, r.Change, &attempts[len(attempts)-1], last)
	}
	return out
}

// tell sends the events that a record is, up to the first that fails, and returns the
// attempts and what came of the last one.
func (w *worker) tell(ctx context.Context, r runlog.Record, number int) (attempts []Delivery, last attempt, err error) {
	kinds, err := w.hook.kinds(ctx, w.hooks.log, r)
	if err != nil {
		return nil, last, err
	}
	for _, kind := range kinds {
		e, err := w.hook.event(ctx, w.runs, kind, r.Change)
		if err != nil {
			return attempts, last, err
		}
		last = w.hooks.sender.send(ctx, &w.hook, e.id, e.body)
		d := deliveryOf(e, r.Run, r.Sequence, last)
		d.Number = number
		attempts = append(attempts, d)
		if !last.delivered() {
			return attempts, last, nil
		}
		w.hooks.meters.count(ctx, delivered)
		w.standing.succeeded(ctx)
	}
	return attempts, last, nil
}

// failed decides what becomes of an event that could not be delivered: it notes that in its
// attempt, and returns what settles its record.
func (w *worker) failed(ctx context.Context, m jetstream.Msg, c runlog.Change, d *Delivery, a attempt) func() {
	log := w.hooks.o.Log.With("cause", telemetry.SameCause(w.hook.ID+" "+a.reason), "webhook", w.hook.ID, "run", c.Run, "event", d.Kind, "reason", a.reason)
	tryAgain := func(after time.Duration) func() {
		d.Outcome, d.Retry = Retried, time.Now().Add(after).UTC()
		return func() { _ = m.NakWithDelay(after) }
	}
	if a.gone() {
		if disabled, err := w.standing.disable(ctx, a); err != nil || !disabled {
			return tryAgain(again)
		}
		log.WarnContext(ctx, "a webhook is disabled: its receiver is gone")
		d.Outcome = Dropped
		return func() { _ = m.Ack() }
	}
	if a.throttles() {
		w.held.Store(time.Now().Add(min(a.retryAfter, w.hooks.o.Timing.Most)).UnixNano())
	}
	pause, more := w.hooks.o.Timing.next(d.Number, time.Since(c.Time), a.retryAfter, rand.Float64())
	if more {
		w.hooks.meters.count(ctx, failed)
		if w.standing.failed(ctx, a) {
			log.WarnContext(ctx, "a webhook could not be told; it is tried again", "after", pause.Round(time.Millisecond))
		}
		return tryAgain(pause)
	}
	w.hooks.meters.count(ctx, givenUp)
	w.standing.gaveUp(ctx, a)
	log.WarnContext(ctx, "a webhook was not told: the event is given up", "age", time.Since(c.Time).Round(time.Second))
	d.Outcome = GivenUp
	return func() { _ = m.Term() }
}
