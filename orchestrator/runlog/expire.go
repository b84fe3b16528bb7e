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
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

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
//
// A run that another one has started goes with that one, and never before it: whoever goes
// on with the other, or retries it, would take it for one that was not begun. calls tells
// whether runs of a pool may start others.
func (l *Log) Expire(ctx context.Context, calls func(Pool) bool) (int, error) {
	return l.expire(ctx, time.Now().Add(-l.o.Retention), calls)
}

// expire removes runs that have ended before a moment, or that take too much. It goes
// on where it last came to: a run that had not ended there has records behind it
// when it has, and is looked at again with the last of them.
func (l *Log) expire(ctx context.Context, before time.Time, calls func(Pool) bool) (removed int, err error) {
	l.expiring.Lock()
	defer l.expiring.Unlock()
	x := &expiry{log: l, stream: l.runs, before: before, calls: calls, most: l.o.KeepBytes, next: l.expireFrom}
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
	calls  func(Pool) bool
	most   int64  // bytes; 0 is no limit
	over   bool   // there are more
	next   uint64 // the first record that was not looked at
	busy   uint64 // the first record of an ended run that somebody is still at; 0 if there is none

	runs   []endedRun
	others []uint64 // messages of no run
}

// An endedRun is one that is to be removed.
type endedRun struct {
	key     Key
	last    uint64 // its last record
	started *runv1.Started
}

// gather looks for some runs to remove. more tells whether to look again.
func (x *expiry) gather(ctx context.Context) (more bool, err error) {
	info, err := x.stream.Info(ctx)
	if err != nil {
		return false, err
	}
	x.over = x.most > 0 && info.State.Bytes > uint64(x.most)
	for len(x.runs)+len(x.others) < expireAtOnce {
		m, err := x.stream.Next(ctx, max(1, x.next), "weft.run.*.*")
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if old := m.Time.Before(x.before); old || x.over {
			err = x.look(ctx, m, old)
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
func (x *expiry) look(ctx context.Context, m *jetstream.RawStreamMsg, old bool) error {
	k, ok := keyOf(m.Subject)
	switch {
	case !ok && old:
		x.others = append(x.others, m.Sequence)
		return nil
	case !ok, slices.ContainsFunc(x.runs, func(r endedRun) bool { return r.key == k }):
		return nil
	}
	r, last, err := x.ended(ctx, k)
	if err != nil || r == nil {
		return err
	}
	if parent := (Key{k.Tenant, r.started.GetParentRunId()}); parent.valid() == nil {
		_, err := x.log.last(ctx, parent)
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			return err // it goes with its parent
		}
	}
	family, busy, err := x.family(ctx, *r, last)
	switch {
	case err != nil:
		return err
	case !busy:
		x.runs = append(x.runs, family...)
	case x.busy == 0:
		x.busy = m.Sequence
	}
	return nil
}

// ended returns a run with its last record, nil if it has not ended, or not for long enough.
func (x *expiry) ended(ctx context.Context, k Key) (*endedRun, *jetstream.RawStreamMsg, error) {
	last, err := x.log.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil, nil // somebody else has removed it
	}
	if err != nil || !ended(last) || !x.over && !last.Time.Before(x.before) {
		return nil, nil, err
	}
	first, err := x.stream.Next(ctx, 1, k.log())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	r := &endedRun{key: k, last: last.Sequence}
	if events, err := decode(first.Data); err == nil && len(events) > 0 {
		r.started = events[0].GetStarted()
	}
	return r, last, nil
}

// family returns a run and, behind it, those that it has started, and they, as far as they
// are to be removed, too. The others are looked at again after their end. busy tells that
// somebody is still at one of them: what it was queued with would begin it anew.
func (x *expiry) family(ctx context.Context, r endedRun, last *jetstream.RawStreamMsg) (runs []endedRun, busy bool, err error) {
	if queued, err := x.log.Queued(ctx, r.key); err != nil || queued {
		return nil, queued, err
	}
	runs = []endedRun{r}
	if pool, ok := parsePool(last.Header.Get(headerGraph)); ok && !x.calls(pool) {
		return runs, false, nil
	}
	events, _, err := x.log.readAfter(ctx, r.key, 0)
	if err != nil && !errors.Is(err, graph.ErrLog) { // of a log that is damaged, as far as it can be read
		return nil, false, err
	}
	for _, e := range events {
		child := Key{r.key.Tenant, e.GetChildStarted().GetRunId()}
		if child.valid() != nil {
			continue
		}
		c, last, err := x.ended(ctx, child)
		if err != nil {
			return nil, false, err
		}
		if c == nil {
			continue
		}
		more, busy, err := x.family(ctx, *c, last)
		if err != nil || busy {
			return nil, busy, err
		}
		runs = append(runs, more...)
	}
	return runs, false, nil
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
	if id := r.started.GetRequestId(); id != "" {
		if err := x.log.unclaim(ctx, r.key, id); err != nil {
			return err
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
