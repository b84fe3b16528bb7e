package runlog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// lookAgain is how long a worker relies on being told of new messages: of those
	// that come back after a pause it is not told, and a word may be lost.
	lookAgain = 500 * time.Millisecond
	// fetchTime is how long an answer to a look into the queue is waited for at least
	// before another look is taken: once in a while one gets lost.
	fetchTime = 30 * time.Millisecond
	// consumerTime bounds one attempt to make a consumer.
	consumerTime = 5 * time.Second
	// otherFirst is how often runs that are not urgent are taken first, so that they
	// get on however many urgent ones there are.
	otherFirst = 4
)

// soonAgain is when a worker that was told of a new message and found none looks
// again: the server tells a consumer of a message only after it has said to the
// publisher that it has it.
var soonAgain = []time.Duration{2 * time.Millisecond, 8 * time.Millisecond, 30 * time.Millisecond}

// Dispatch takes runs of some pools from the queue and calls do for each in a
// goroutine of its own, about as many at a time as there are slots, until ctx ends.
// It returns when the last do has. failed is told what goes wrong with the queue.
//
// Urgent runs go first; a quarter of the slots is for them alone, and at every
// fourth look one other run goes before them. The pools take turns.
func (l *Log) Dispatch(ctx context.Context, slots int, pools []Pool, do func(*Job), failed func(error)) error {
	d := &dispatcher{
		slots: slots, do: do, failed: failed,
		wake: make(chan struct{}, 1), busy: map[class]int{}, patience: fetchTime,
	}
	for _, p := range pools {
		for _, c := range classes {
			at := line{c, p}
			consumer := l.lineConsumer(ctx, at, failed)
			if consumer == nil {
				return nil
			}
			d.lines = append(d.lines, served{at, consumer})
			sub, err := l.nc.Subscribe(at.queued(), func(*nats.Msg) { d.told.Store(true); d.poke() })
			if err != nil {
				return fmt.Errorf("listen for queued runs: %w", err)
			}
			defer func() { _ = sub.Unsubscribe() }() // fails only on a closed connection
		}
	}
	defer d.running.Wait()
	next := time.NewTimer(0)
	defer next.Stop()
	again := len(soonAgain)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.wake:
		case <-next.C:
		}
		if d.told.Swap(false) {
			again = 0
		}
		before := d.taken.Load()
		d.fill(ctx)
		switch {
		case again < len(soonAgain) && d.taken.Load() == before:
			next.Reset(soonAgain[again])
			again++
		default:
			again = len(soonAgain)
			next.Reset(lookAgain)
		}
	}
}

// lineConsumer makes the consumer of a line, as often as it takes: a server that is
// away, or a cluster between two leaders, is no reason to end. It returns nil if ctx
// has ended.
func (l *Log) lineConsumer(ctx context.Context, at line, failed func(error)) jetstream.Consumer {
	for {
		try, cancel := context.WithTimeout(ctx, consumerTime)
		consumer, err := l.consumer(try, l.queue, at.consumer(), at.subjects())
		cancel()
		if err == nil {
			return consumer
		}
		failed(err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lookAgain):
		}
	}
}

// A dispatcher gives the runs of a queue to the slots of one process.
type dispatcher struct {
	lines   []served
	slots   int
	do      func(*Job)
	failed  func(error)
	wake    chan struct{}
	told    atomic.Bool  // of a new message, since the last look
	taken   atomic.Int64 // messages, ever
	running sync.WaitGroup

	// Of the goroutine that fills slots.
	looks    int
	patience time.Duration // with a look into the queue

	mu   sync.Mutex
	busy map[class]int
}

// A served line is one that the process takes runs from.
type served struct {
	line
	consumer jetstream.Consumer
}

// poke has the queue looked into soon.
func (d *dispatcher) poke() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// room returns how many runs of a class may be taken now.
func (d *dispatcher) room(c class) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	free := d.slots - d.busy[urgentRuns] - d.busy[otherRuns]
	if c == otherRuns {
		return min(free, max(1, d.slots-d.slots/4)-d.busy[c])
	}
	return free
}

// fill takes as many runs as there are slots for.
func (d *dispatcher) fill(ctx context.Context) {
	d.looks++
	if d.looks%otherFirst == 0 {
		d.takeOf(ctx, otherRuns, 1)
	}
	for _, c := range classes {
		d.takeOf(ctx, c, d.slots)
	}
}

// takeOf takes runs of a class, at most as many as there is room for, from the
// pools in turn.
func (d *dispatcher) takeOf(ctx context.Context, c class, most int) {
	for i := range d.lines {
		if at := d.lines[(i+d.looks)%len(d.lines)]; at.class == c {
			d.take(ctx, at, min(most, d.room(c)))
		}
	}
}

// take takes at most n runs of a line, those that are there.
func (d *dispatcher) take(ctx context.Context, at served, n int) {
	if n <= 0 || ctx.Err() != nil {
		return
	}
	batch, err := at.consumer.FetchNoWait(n)
	if err != nil {
		d.failed(fmt.Errorf("read the queue: %w", err))
		return
	}
	done := make(chan struct{})
	d.running.Go(func() {
		defer close(done)
		// To the end, however late: what has been handed out would else come back
		// only after the time that a worker has.
		for m := range batch.Messages() {
			d.hand(at.class, m)
		}
		if err := batch.Error(); err != nil {
			d.failed(fmt.Errorf("read the queue: %w", err))
		}
	})
	begin, late := time.Now(), time.NewTimer(d.patience)
	defer late.Stop()
	select {
	case <-done:
		d.patience = max(fetchTime, 4*time.Since(begin))
	case <-late.C:
		d.patience = min(2*d.patience, lookAgain)
		d.poke()
	}
}

// hand gives a message to a slot.
func (d *dispatcher) hand(c class, m jetstream.Msg) {
	job, ok := newJob(m)
	if !ok {
		_ = m.Term() // a subject that no key of ours makes
		return
	}
	d.taken.Add(1)
	d.mu.Lock()
	d.busy[c]++
	d.mu.Unlock()
	d.running.Go(func() {
		defer func() {
			d.mu.Lock()
			d.busy[c]--
			d.mu.Unlock()
			d.poke()
		}()
		d.do(job)
	})
}
