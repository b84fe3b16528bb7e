package runlog

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// errStop ends a watch from within, without an error.
var errStop = errors.New("stop")

// Stop is returned by a watcher's function that has seen enough.
func Stop() error { return errStop }

// A Seen is one thing that a watcher is shown: a kept event, or something live.
type Seen struct {
	Event *runv1.Event // nil for Live
	Live  *runv1.Live
}

// Watch shows a run from the event `from` on: first what is kept, then what
// follows, without a gap or a repeat, with what is live in between. It returns
// when f returns an error (nil if that is Stop()), when the run's log ends, or
// with ctx.
func (l *Log) Watch(ctx context.Context, k Key, from int64, f func(Seen) error) error {
	if err := k.valid(); err != nil {
		return err
	}
	if last, err := l.sequence(ctx, k); err != nil {
		return err
	} else if last == 0 {
		return fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	live := make(chan *nats.Msg, 256)
	sub, err := l.nc.ChanSubscribe(k.live(), live)
	if err != nil {
		return fmt.Errorf("watch run %s: %w", k.Run, err)
	}
	defer func() { _ = sub.Unsubscribe() }()

	kept, fail, err := l.records(ctx, k)
	if err != nil {
		return err
	}
	err = show(ctx, from, kept, live, fail, f)
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

// records delivers a run's records, those that are there and those that follow.
func (l *Log) records(ctx context.Context, k Key) (<-chan []*runv1.Event, <-chan error, error) {
	cons, err := l.js.OrderedConsumer(ctx, runStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{k.log()},
		DeliverPolicy:  jetstream.DeliverAllPolicy,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("watch run %s: %w", k.Run, err)
	}
	kept, fail := make(chan []*runv1.Event), make(chan error, 1)
	consume, err := cons.Consume(func(m jetstream.Msg) {
		events, err := decode(m.Data())
		if err != nil {
			select {
			case fail <- err:
			default:
			}
			return
		}
		select {
		case kept <- events:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("watch run %s: %w", k.Run, err)
	}
	context.AfterFunc(ctx, consume.Stop)
	return kept, fail, nil
}

func show(ctx context.Context, from int64, kept <-chan []*runv1.Event, live <-chan *nats.Msg, fail <-chan error, f func(Seen) error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-fail:
			return err
		case m := <-live:
			var v runv1.Live
			if proto.Unmarshal(m.Data, &v) != nil {
				continue
			}
			if err := f(Seen{Live: &v}); err != nil {
				return err
			}
		case events := <-kept:
			for _, e := range events {
				if e.GetSequence() < from {
					continue
				}
				if err := f(Seen{Event: e}); err != nil {
					return err
				}
			}
		}
	}
}
