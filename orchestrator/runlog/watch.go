package runlog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// lookEvery is how long a watcher relies on being told of new records. The word
// of them is not kept, so a lost one delays a watcher by this much at most.
const lookEvery = time.Second

// silence is how long a watcher bears with a log that can't be read, as while the
// bus is opened again.
const silence = 30 * time.Second

const flushTimeout = 10 * time.Second

// errStop ends a watch from within, without an error.
var errStop = errors.New("stop")

// Stop is returned by a watcher's function that has seen enough.
func Stop() error { return errStop }

// A Seen is one thing that a watcher is shown: a kept event, or something live.
type Seen struct {
	Event  *runv1.Event // nil for Live
	Latest bool         // of an event: nothing was kept after it when it was read or told
	Live   *runv1.Live
}

// Watch shows a run from the event `from` on: first what is kept, then what
// follows, without a gap or a repeat, with what is live in between. It returns
// when f returns an error (nil if that is Stop()), or with ctx.
//
// It reads the log itself, as far as it is not told what is kept, and has no consumer
// on the server: a thousand watchers cost the server a thousand subscriptions, and
// leave nothing behind.
func (l *Log) Watch(ctx context.Context, k Key, from int64, f func(Seen) error) error {
	if err := k.valid(); err != nil {
		return err
	}
	ch := make(chan *nats.Msg, 1024)
	for _, subject := range []string{k.live(), k.kept()} {
		sub, err := l.nc.ChanSubscribe(subject, ch)
		if err != nil {
			return fmt.Errorf("watch run %s: %w", k.Run, err)
		}
		defer func() { _ = sub.Unsubscribe() }()
	}
	// What is said from here on reaches the channel; what was said before is in
	// the log.
	if err := l.flush(ctx); err != nil {
		return fmt.Errorf("watch run %s: %w", k.Run, err)
	}
	err := l.follow(ctx, k, from, ch, f)
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

func (l *Log) flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	return l.nc.FlushWithContext(ctx)
}

// follow shows what the log has, then what is told, and looks into the log again
// whenever that may have more.
func (l *Log) follow(ctx context.Context, k Key, from int64, ch <-chan *nats.Msg, f func(Seen) error) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	w := &watcher{key: k, from: from, f: f}
	silent := time.Time{} // since when the log can't be read
	for {
		events, seq, err := l.readAfter(ctx, k, w.last)
		switch {
		case errors.Is(err, ErrStorage) && (silent.IsZero() || time.Since(silent) < silence):
			if silent.IsZero() {
				silent = time.Now()
			}
		case err != nil:
			return err
		case seq == 0:
			return fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
		default:
			silent = time.Time{}
			if err := w.show(events, seq); err != nil {
				return err
			}
		}
		if err := w.untilUntold(ctx, ch, tick.C); err != nil {
			return err
		}
	}
}

// A watcher is how far a watch has come.
type watcher struct {
	key  Key
	from int64
	f    func(Seen) error
	last uint64 // stream sequence of the last record that was shown; 0 before the first
}

// show shows the events of all records up to a stream sequence.
func (w *watcher) show(events []*runv1.Event, seq uint64) error {
	w.last = seq
	for i, e := range events {
		if e.GetSequence() < w.from {
			continue
		}
		if err := w.f(Seen{Event: e, Latest: i == len(events)-1}); err != nil {
			return err
		}
	}
	return nil
}

// untilUntold shows what is live, and records as they are told, until the log may
// have one that was not.
func (w *watcher) untilUntold(ctx context.Context, ch <-chan *nats.Msg, tick <-chan time.Time) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick:
			return nil
		case m := <-ch:
			if m.Subject != w.key.kept() {
				var v runv1.Live
				if proto.Unmarshal(m.Data, &v) != nil {
					continue
				}
				if err := w.f(Seen{Live: &v}); err != nil {
					return err
				}
				continue
			}
			told := readWord(m)
			if told.at != 0 && told.at <= w.last {
				continue
			}
			// A record that follows the last one need not be read again: every read of
			// the log waits for the write under way.
			events, err := decode(told.record)
			if err != nil || len(events) == 0 || w.last == 0 || told.after != w.last {
				return nil //nolint:nilerr // the log says what is kept
			}
			if err := w.show(events, told.at); err != nil {
				return err
			}
		}
	}
}
