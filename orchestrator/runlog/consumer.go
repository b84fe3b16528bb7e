package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// consumersMost is how many consumers of one purpose may have been damaged.
const consumersMost = 4

// consumer makes sure that a stream has a consumer for what matches a filter. The
// server removes it when nobody has asked it for anything for the time idle; 0 is
// never.
//
// The server keeps on disk what a consumer has handed out. If that is damaged so
// that the server sees it, it can neither use the consumer nor remove it, and
// another takes its place. If the server does not see it, the consumer may pass
// over messages that are there, and is made anew. Either way what is in the stream
// is handed out again, which runs bear. (What would keep the server from starting,
// kit/bus removes before.)
func (l *Log) consumer(ctx context.Context, stream jetstream.Stream, name, filter string, idle time.Duration) (jetstream.Consumer, error) {
	base := name
	for n := 2; ; n++ {
		c, err := l.makeConsumer(ctx, stream, name, filter, idle)
		switch {
		case err == nil:
			return c, nil
		case n > consumersMost || !damaged(err):
			return nil, fmt.Errorf("create consumer %s of %s: %w", name, stream.CachedInfo().Config.Name, err)
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// damaged reports whether the server can't make a consumer from what its disk has.
func damaged(err error) bool {
	const codeConsumerStore jetstream.ErrorCode = 10012
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeConsumerStore || strings.Contains(err.Error(), "corrupt state file")
}

func (l *Log) makeConsumer(ctx context.Context, stream jetstream.Stream, name, filter string, idle time.Duration) (jetstream.Consumer, error) {
	// Giving up is a decision that goes into the run's log, so the server never
	// drops a delivery on its own.
	config := jetstream.ConsumerConfig{
		Durable:       name,
		FilterSubject: filter,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       l.o.AckWait,
		MaxAckPending: 10_000,
		MaxDeliver:    -1,

		InactiveThreshold: idle,
	}
	c, err := stream.CreateOrUpdateConsumer(ctx, config)
	if err != nil {
		return nil, err
	}
	if c.CachedInfo().Delivered.Consumer == 0 {
		return c, nil // a new one
	}
	if lost, err := l.passesOver(ctx, stream, c, filter); err != nil || !lost {
		return c, err
	}
	if err := stream.DeleteConsumer(ctx, name); err != nil {
		return nil, err
	}
	return stream.CreateOrUpdateConsumer(ctx, config)
}

// passesOver reports whether a work queue has messages that its consumer takes
// for handled. Every message is either still to be handed out or in hand: what was
// acknowledged is gone. The two are counted one after the other, so the consumer
// must be at rest meanwhile, twice, before it is said that the counts differ. One
// that is never at rest hands something out, and is looked at when the next
// process starts. Several copies forget a message some time after it was
// acknowledged, so they are given more.
func (l *Log) passesOver(ctx context.Context, stream jetstream.Stream, c jetstream.Consumer, filter string) (bool, error) {
	pause := 50 * time.Millisecond
	if l.o.Replicas > 1 {
		pause = 2 * time.Second
	}
	differed := false
	for range 10 {
		before, err := c.Info(ctx)
		if err != nil {
			return false, err
		}
		held, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err != nil {
			return false, err
		}
		after, err := c.Info(ctx)
		if err != nil {
			return false, err
		}
		rest := before.NumPending == after.NumPending && before.NumAckPending == after.NumAckPending &&
			before.Delivered.Consumer == after.Delivered.Consumer
		differs := count(held.State.Subjects) > after.NumPending+uint64(after.NumAckPending)
		switch {
		case rest && !differs:
			return false, nil
		case rest && differed:
			return true, nil
		}
		differed = rest && differs
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(pause):
		}
	}
	return false, nil
}

// count returns how many messages there are on some subjects.
func count(subjects map[string]uint64) (n uint64) {
	for _, messages := range subjects {
		n += messages
	}
	return n
}
