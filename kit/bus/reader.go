package bus

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// readerIdle is how long the server keeps the consumer of a reader that is gone.
	readerIdle = 30 * time.Second
	// removeTime bounds the removal of a consumer.
	removeTime = 5 * time.Second
)

// Reader makes an ordered consumer for somebody who reads for a while, and returns what
// removes it. Left alone, a server keeps such a consumer for minutes after its reader is
// gone, and has a limit of them: so many short reads would leave no room for others.
func Reader(ctx context.Context, s jetstream.Stream, c jetstream.OrderedConsumerConfig) (_ jetstream.Consumer, remove func(), _ error) {
	c.InactiveThreshold = readerIdle
	consumer, err := s.OrderedConsumer(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	return consumer, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
		defer cancel()
		_ = s.DeleteConsumer(ctx, consumer.CachedInfo().Name) // else the server does, a little later
	}, nil
}
