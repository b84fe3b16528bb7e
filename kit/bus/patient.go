package bus

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// askAgain is how long the answer to a request is waited for at first. It doubles
	// from try to try, for those that take long to answer.
	askAgain = 2 * time.Second
	// askTime bounds all tries where the caller sets no time.
	askTime = 5 * time.Second
)

// Patient returns the stream with reads that are asked again where no answer comes.
// Requests and answers are plain messages of NATS: when servers lose or find each other,
// one gets lost now and then, and nobody sends it again. Without this a read waits for as
// long as its caller would.
func Patient(s jetstream.Stream) jetstream.Stream { return patient{s} }

type patient struct{ jetstream.Stream }

func (p patient) Info(ctx context.Context, o ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	return asked(ctx, func(ctx context.Context) (*jetstream.StreamInfo, error) { return p.Stream.Info(ctx, o...) })
}

func (p patient) GetMsg(ctx context.Context, seq uint64, o ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
	return asked(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return p.Stream.GetMsg(ctx, seq, o...) })
}

func (p patient) GetLastMsgForSubject(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	return asked(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return p.Stream.GetLastMsgForSubject(ctx, subject)
	})
}

func (p patient) Consumer(ctx context.Context, name string) (jetstream.Consumer, error) {
	return asked(ctx, func(ctx context.Context) (jetstream.Consumer, error) { return p.Stream.Consumer(ctx, name) })
}

// OrderedConsumer may leave a consumer behind whose making was not answered; the server
// removes it soon.
func (p patient) OrderedConsumer(ctx context.Context, c jetstream.OrderedConsumerConfig) (jetstream.Consumer, error) {
	return asked(ctx, func(ctx context.Context) (jetstream.Consumer, error) { return p.Stream.OrderedConsumer(ctx, c) })
}

type patientBucket struct{ jetstream.KeyValue }

func (p patientBucket) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	return asked(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return p.KeyValue.Get(ctx, key) })
}

// asked makes a request, again and again while nothing answers and there is time.
func asked[T any](ctx context.Context, request func(context.Context) (T, error)) (T, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, askTime)
		defer cancel()
	}
	for wait := askAgain; ; wait *= 2 {
		try, cancel := context.WithTimeout(ctx, wait)
		got, err := request(try)
		silent := err != nil && try.Err() != nil
		cancel()
		if !silent || ctx.Err() != nil {
			return got, err
		}
	}
}
