package runlog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/lifecycle"
)

const (
	// tailHeartbeat is how often the server says that it knows of the tail's request for
	// records. A request that got lost is noticed after two.
	tailHeartbeat = 500 * time.Millisecond
	tailExpiry    = 4 * time.Second
	// tailIdle is how long the server keeps the consumer of a tail that is gone.
	tailIdle = 30 * time.Second
	// tailRetry is after how long a tail that can't read tries again.
	tailRetry = 200 * time.Millisecond
	// tailDoubts is how often it is asked whether the log lacks what the tail has seen.
	tailDoubts = 10
	// tailLook is how long a watcher waits for the tail to come to a place before it is
	// asked whether the log still has something there.
	tailLook = time.Second
)

// errReplaced ends a tail whose log is no longer the one that it has read, or has lost
// records that it has not.
var errReplaced = fmt.Errorf("%w: it is not the one that was watched", ErrStorage)

// errPassed is returned when the server has left out something.
var errPassed = errors.New("records were lost on the way")

// ensureTail returns the tail of the log. It begins one if there is none.
func (l *Log) ensureTail() *tail {
	l.following.Lock()
	defer l.following.Unlock()
	if l.tail == nil || isClosed(l.tail.ended) {
		t := &tail{
			log: l, ready: make(chan struct{}), ended: make(chan struct{}),
			limit: maxRecent, byTenant: map[string]*tenantTail{},
		}
		l.tail = t
		go t.readUntilClosed()
	}
	return l.tail
}

// readUntilClosed reads until the connection is closed or the log is another one.
func (t *tail) readUntilClosed() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		err := t.readUntilError(ctx)
		if t.log.nc.IsClosed() || errors.Is(err, errReplaced) {
			t.endWith(fmt.Errorf("%w: %w", ErrStorage, err))
			return
		}
		lifecycle.Sleep(ctx, tailRetry)
	}
}

// readUntilError reads from where the tail has come to, until something goes wrong.
func (t *tail) readUntilError(ctx context.Context) error {
	c, err := t.nextConsumer(ctx)
	if err != nil {
		return err
	}
	defer t.log.removeConsumer(c)
	// From here on the consumer leaves out nothing: until then it may, of a run whose last
	// record alone it sends.
	begun, err := t.log.LastPlace(ctx)
	if err != nil {
		return err
	}
	messages, err := c.Messages(jetstream.PullHeartbeat(tailHeartbeat), jetstream.PullExpiry(tailExpiry))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for n := uint64(1); ; n++ {
		m, err := messages.Next()
		if err != nil {
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if meta.Sequence.Consumer != n {
			return errPassed
		}
		t.seeRecord(m.Subject(), m.Headers(), meta, meta.NumPending == 0 || meta.Sequence.Stream >= begun)
	}
}

// nextConsumer makes the consumer that the tail reads next: of the last record of each run and
// what follows, or of what follows where it has come to.
func (t *tail) nextConsumer(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, consumerTime)
	defer cancel()
	info, err := t.log.runs.Info(ctx)
	if err != nil {
		return nil, err
	}
	removed, err := t.log.expired(ctx)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	last := t.last
	t.removed = max(t.removed, removed)
	t.mu.Unlock()
	config := jetstream.ConsumerConfig{
		FilterSubject: "weft.run.*.*", HeadersOnly: true, AckPolicy: jetstream.AckNonePolicy,
		MemoryStorage: true, Replicas: 1, InactiveThreshold: tailIdle,
		DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy,
	}
	if last > 0 {
		if removed > last { // what was removed meanwhile has not been seen
			return nil, errReplaced
		}
		if err := t.endIfLogWentBack(ctx, last, info.State.LastSeq); err != nil {
			return nil, err
		}
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, last+1
	}
	c, err := t.log.runs.CreateConsumer(ctx, config)
	if err == nil && c.CachedInfo().NumPending == 0 {
		t.mu.Lock()
		t.moveTo(max(last, info.State.LastSeq), true)
		t.mu.Unlock()
	}
	return c, err
}

// removeConsumer removes a consumer that nobody reads any more. If that fails, the server
// does so after a while.
func (l *Log) removeConsumer(c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.Background(), consumerTime)
	defer cancel()
	_ = l.runs.DeleteConsumer(ctx, c.CachedInfo().Name)
}

// waitForEndOfLog waits until the tail has come to where the log is now, and returns that place.
func (t *tail) waitForEndOfLog(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, answerTime, ErrStorage)
	defer cancel()
	err := t.awaitEndOfLog(ctx)
	return t.lastPlace(), err
}

func (t *tail) lastPlace() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}

func (t *tail) awaitEndOfLog(ctx context.Context) error {
	seen := t.lastPlace()
	to, err := t.known.lookUpLastPlace(ctx, t.log.LastPlace)
	if err == nil {
		err = t.endIfLogWentBack(ctx, seen, to)
	}
	if err != nil {
		return err
	}
	look := time.NewTicker(tailLook)
	defer look.Stop()
	for {
		t.mu.Lock()
		if t.isReady() && t.last >= to {
			t.mu.Unlock()
			return nil
		}
		if t.moved == nil {
			t.moved = make(chan struct{})
		}
		moved, last := t.moved, t.last
		t.mu.Unlock()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-t.ended:
			return t.err
		case <-moved:
		case <-look.C:
			// The last records may have been removed since.
			_, err := t.log.runs.Next(ctx, last+1, "weft.run.*.*")
			if errors.Is(err, jetstream.ErrMsgNotFound) && t.isReady() {
				return nil
			}
		}
	}
}

// endIfLogWentBack ends the tail if the log has not come to a place where the tail has been, as one
// that was put back from a backup. A new leader may not know of the last records yet, so it
// is given time.
func (t *tail) endIfLogWentBack(ctx context.Context, place, last uint64) error {
	var err error
	for n := 0; err == nil && last < place; n++ {
		if n == tailDoubts {
			t.endWith(errReplaced)
			return errReplaced
		}
		if !lifecycle.Sleep(ctx, tailRetry) {
			return context.Cause(ctx)
		}
		last, err = t.log.LastPlace(ctx)
	}
	return err
}

// lookups ask one question for all who want to know the same. Who comes while it is being
// asked waits for the next answer: this one may have been given before.
type lookups struct {
	mu   sync.Mutex
	now  *lookup // that is under way
	next *lookup // that follows it
}

type lookup struct {
	done  chan struct{}
	place uint64
	err   error
}

// lookUpLastPlace returns the place that ask returns, as of now or later.
func (l *lookups) lookUpLastPlace(ctx context.Context, ask func(context.Context) (uint64, error)) (uint64, error) {
	l.mu.Lock()
	mine := l.next
	switch {
	case l.now == nil:
		mine = &lookup{done: make(chan struct{})}
		l.now = mine
		go l.answerLookups(context.WithoutCancel(ctx), mine, ask)
	case mine == nil:
		mine = &lookup{done: make(chan struct{})}
		l.next = mine
	}
	l.mu.Unlock()
	select {
	case <-mine.done:
		return mine.place, mine.err
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

func (l *lookups) answerLookups(ctx context.Context, now *lookup, ask func(context.Context) (uint64, error)) {
	for now != nil {
		now.place, now.err = ask(ctx)
		close(now.done)
		l.mu.Lock()
		l.now, l.next = l.next, nil
		now = l.now
		l.mu.Unlock()
	}
}
