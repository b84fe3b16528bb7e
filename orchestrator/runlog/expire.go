package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// expiredSubject is in the runs' stream, and of no run. Its last message says how far
// ended runs have been removed, so that nobody takes them for a loss.
const expiredSubject = "weft.run.$expired.$expired"

// expireAtOnce is how many runs are removed together.
const expireAtOnce = 32

// Expire removes ended runs: those whose last event is older than the retention, and
// the oldest beyond the bytes that runs may take. It returns how many it removed.
//
// The age is that of a run's last event, and not that of each message, as a limit of
// the stream would have it: a run that waits or is under way keeps its beginning,
// however old it is.
func (l *Log) Expire(ctx context.Context) (int, error) {
	return l.expire(ctx, time.Now().Add(-l.o.Retention))
}

// expire removes runs that have ended before a moment, or that take too much. It goes
// on where it last came to: a run that had not ended there has records behind it
// when it has, and is looked at again with the last of them.
func (l *Log) expire(ctx context.Context, before time.Time) (removed int, err error) {
	l.expiring.Lock()
	defer l.expiring.Unlock()
	x := &expiry{log: l, stream: l.runs, before: before, most: l.o.KeepBytes, next: l.expireFrom}
	for more := true; more; removed += len(x.runs) {
		x.runs, x.others = nil, nil
		if more, err = x.gather(ctx); err == nil {
			err = x.remove(ctx)
		}
		if err != nil {
			return removed, fmt.Errorf("remove ended runs: %w", storage(ctx, err))
		}
	}
	l.expireFrom = x.next
	if x.busy > 0 {
		l.expireFrom = x.busy
	}
	return removed, nil
}

// An expiry goes through a stream of runs from its old end on.
type expiry struct {
	log    *Log
	stream *bus.Led
	before time.Time
	most   int64  // bytes; 0 is no limit
	next   uint64 // the first record that was not looked at
	busy   uint64 // the first record of an ended run that somebody is still at; 0 if there is none

	runs   []endedRun
	others []uint64 // messages of no run
}

// An endedRun is one that is to be removed.
type endedRun struct {
	key  Key
	last uint64 // its last record
}

// gather looks for some runs to remove. more tells whether to look again.
func (x *expiry) gather(ctx context.Context) (more bool, err error) {
	info, err := x.stream.Info(ctx)
	if err != nil {
		return false, err
	}
	over := x.most > 0 && info.State.Bytes > uint64(x.most)
	for len(x.runs)+len(x.others) < expireAtOnce {
		m, err := x.stream.Next(ctx, max(1, x.next), "weft.run.*.*")
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if old := m.Time.Before(x.before); old || over {
			err = x.look(ctx, m, old, over)
		} else {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		x.next = m.Sequence + 1
	}
	return true, nil
}

// look notes what a record belongs to, if that is to be removed.
func (x *expiry) look(ctx context.Context, m *jetstream.RawStreamMsg, old, over bool) error {
	k, ok := keyOf(m.Subject)
	switch {
	case !ok && old:
		x.others = append(x.others, m.Sequence)
		return nil
	case !ok, slices.ContainsFunc(x.runs, func(r endedRun) bool { return r.key == k }):
		return nil
	}
	last, err := x.log.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // somebody else has removed it
	}
	if err != nil {
		return err
	}
	if !ended(last) || !over && !last.Time.Before(x.before) {
		return nil
	}
	// What it was queued with would begin it anew.
	switch queued, err := x.log.Queued(ctx, k); {
	case err != nil:
		return err
	case queued && x.busy == 0:
		x.busy = m.Sequence
	case !queued:
		x.runs = append(x.runs, endedRun{k, last.Sequence})
	}
	return nil
}

// remove removes what was gathered, after a word of it.
func (x *expiry) remove(ctx context.Context) error {
	if len(x.runs)+len(x.others) == 0 {
		return nil
	}
	horizon, err := x.log.expired(ctx)
	if err != nil {
		return err
	}
	for _, r := range x.runs {
		horizon = max(horizon, r.last)
	}
	for _, seq := range x.others {
		horizon = max(horizon, seq)
	}
	word := nats.NewMsg(expiredSubject)
	word.Header.Set(headerSequence, strconv.FormatUint(horizon, 10))
	if _, err := x.log.publish(ctx, word); err != nil {
		return err
	}
	for _, r := range x.runs {
		if err := x.removeRun(ctx, r); err != nil {
			return err
		}
	}
	for _, seq := range x.others {
		if err := x.stream.DeleteMsg(ctx, seq); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			return err
		}
	}
	return nil
}

// removeRun removes a run, and what its request id leads to: else its request would be
// taken for that of a run that is lost.
func (x *expiry) removeRun(ctx context.Context, r endedRun) error {
	first, err := x.stream.Next(ctx, 1, r.key.log())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if events, err := decode(first.Data); err == nil && len(events) > 0 {
		if id := events[0].GetStarted().GetRequestId(); id != "" {
			if err := x.log.unclaim(ctx, r.key, id); err != nil {
				return err
			}
		}
	}
	return x.stream.Purge(ctx, jetstream.WithPurgeSubject(r.key.log()))
}

// expired returns the sequence up to which records may have been removed on purpose.
func (l *Log) expired(ctx context.Context) (uint64, error) {
	m, err := l.runs.GetLastMsgForSubject(ctx, expiredSubject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	seq, err := strconv.ParseUint(m.Header.Get(headerSequence), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: how far runs were removed can't be read: %w", graph.ErrLog, err)
	}
	return seq, nil
}
