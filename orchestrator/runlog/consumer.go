package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// consumersMost is how many consumers of one purpose may have been damaged.
const consumersMost = 4

// consumer makes sure that a stream has a consumer for what matches a filter.
//
// The server keeps on disk what a consumer has handed out. If that is damaged so
// that the server sees it, it can neither use the consumer nor remove it, and
// another takes its place. If the server does not see it, the consumer may pass
// over messages that are there, and is made anew. Either way what is in the stream
// is handed out again, which runs bear.
func (l *Log) consumer(ctx context.Context, stream jetstream.Stream, name, filter string) (jetstream.Consumer, error) {
	base := name
	for n := 2; ; n++ {
		c, err := l.makeConsumer(ctx, stream, name, filter)
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

func (l *Log) makeConsumer(ctx context.Context, stream jetstream.Stream, name, filter string) (jetstream.Consumer, error) {
	// Giving up is a decision that goes into the run's log, so the server never
	// drops a delivery on its own.
	config := jetstream.ConsumerConfig{
		Durable:       name,
		FilterSubject: filter,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       l.o.AckWait,
		MaxAckPending: 10_000,
		MaxDeliver:    -1,
	}
	c, err := stream.CreateOrUpdateConsumer(ctx, config)
	if err != nil {
		return nil, err
	}
	first, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(filter))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	if first.Sequence > c.CachedInfo().AckFloor.Stream { // what is acknowledged is not in a work queue any more
		return c, nil
	}
	if err := stream.DeleteConsumer(ctx, name); err != nil {
		return nil, err
	}
	return stream.CreateOrUpdateConsumer(ctx, config)
}
