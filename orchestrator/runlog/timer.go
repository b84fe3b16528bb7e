package runlog

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Wake queues a waiting run again at a time. A run has one timer; setting it
// again replaces it.
func (l *Log) Wake(ctx context.Context, k Key, at time.Time) error {
	m := nats.NewMsg(k.timer())
	// By header and not by option: the option cuts the time to whole seconds and
	// may so fire early, when the wait is not over yet.
	m.Header.Set("Nats-Schedule", "@at "+at.UTC().Format(time.RFC3339Nano))
	m.Header.Set("Nats-Schedule-Target", k.due())
	if _, err := l.js.PublishMsg(ctx, m); err != nil {
		return fmt.Errorf("set the timer of run %s: %w", k.Run, err)
	}
	return nil
}

// ClearTimer takes a run's timer back.
func (l *Log) ClearTimer(ctx context.Context, k Key) error {
	if err := l.timers.Purge(ctx, jetstream.WithPurgeSubject(k.timer())); err != nil {
		return fmt.Errorf("clear the timer of run %s: %w", k.Run, err)
	}
	return nil
}

// Bells queues runs whose wait is over until stop is called, and reports what
// goes wrong. A bell that could not be heeded rings again.
func (l *Log) Bells(ctx context.Context, failed func(error)) (stop func(), err error) {
	c, err := l.due.Consume(func(m jetstream.Msg) {
		k, ok := keyOf(m.Subject())
		if !ok {
			_ = m.Term()
			return
		}
		if err := l.Enqueue(ctx, k); err != nil {
			failed(err)
			_ = m.NakWithDelay(time.Second)
			return
		}
		_ = m.Ack()
	}, jetstream.PullHeartbeat(500*time.Millisecond), jetstream.PullExpiry(4*time.Second)) // a lost pull costs a second
	if err != nil {
		return nil, fmt.Errorf("read the timers: %w", err)
	}
	return func() { c.Stop(); <-c.Closed() }, nil
}
