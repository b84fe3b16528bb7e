package runlog

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// lookAgain is how long a worker relies on being told of new messages: of those
	// that come back after a pause it is not told.
	lookAgain = 500 * time.Millisecond
	// listAgain is how often the lanes that have messages are listed: a word of a new
	// one may be lost.
	listAgain = 10 * time.Second
	// fetchTime is how long an answer to a look into the queue is waited for at least
	// before another look is taken: once in a while one gets lost.
	fetchTime = 30 * time.Millisecond
	// otherFirst is which run in a row is one that is not urgent, so that they get on
	// however many urgent ones there are.
	otherFirst = 4
)

// soonest and expectFor are how soon a worker that was told of a new message and
// found none looks again, and for how long it does so: the server tells a consumer of
// a message only after it has said to the publisher that it has it.
const (
	soonest   = 2 * time.Millisecond
	expectFor = 60 * time.Millisecond
)

// A Share is which runs of the queue a process takes.
type Share struct {
	Pools   []Pool
	Tenants []string // empty is all
}

// Dispatch takes the runs of a share from the queue and calls do for each in a
// goroutine of its own, about as many at a time as the bounds say, until ctx ends.
// It returns when the last do has. failed is told what goes wrong with the queue.
//
// The tenant with the fewest runs under way goes first. Urgent runs go before
// others: a quarter of the room is for them alone, and every fourth run is another
// one.
func (l *Log) Dispatch(ctx context.Context, b Bounds, s Share, do func(*Job), failed func(error)) error {
	d := &dispatcher{
		log: l, load: newLoad(b), do: do, failed: failed, lines: map[line]bool{}, tenants: s.Tenants,
		wake: make(chan struct{}, 1), lanes: map[lane]*served{}, told: map[lane]time.Time{}, patience: fetchTime,
	}
	for _, p := range s.Pools {
		for _, c := range classes {
			d.lines[line{c, p}] = true
		}
	}
	sub, err := l.nc.Subscribe(queuedSubject+">", func(m *nats.Msg) {
		if at, ok := parseLane(strings.TrimPrefix(m.Subject, queuedSubject)); ok {
			d.tell(ctx, at)
		}
	})
	if err != nil {
		return fmt.Errorf("listen for queued runs: %w", err)
	}
	defer d.close()
	defer func() { _ = sub.Unsubscribe() }() // fails only on a closed connection
	listed := make(chan struct{})
	d.running.Go(func() { d.list(ctx, listed) })
	select {
	case <-ctx.Done():
	case <-listed:
		d.loop(ctx)
	}
	return nil
}

// A dispatcher gives the runs of a queue to one process.
type dispatcher struct {
	log     *Log
	load    *load
	lines   map[line]bool
	tenants []string
	do      func(*Job)
	failed  func(error)
	wake    chan struct{}
	running sync.WaitGroup

	mu     sync.Mutex
	lanes  map[lane]*served
	told   map[lane]time.Time // when it was told of a new message that it has not found
	closed bool

	// Of the goroutine that takes runs.
	looks    int
	row      int           // runs that were asked for since an other one was
	patience time.Duration // with a look into the queue
}

// A served lane is one that the process takes runs from. The dispatcher's mutex
// guards it.
type served struct {
	lane
	consumer jetstream.Consumer // nil while it is being made
	ready    bool               // it may have messages
	asked    bool               // a look into it is under way
	turn     int                // when it was looked into last
	idle     time.Time          // since when it has had nothing
}

// serves reports whether the process takes runs of a lane.
func (d *dispatcher) serves(at lane) bool {
	return d.lines[at.line] && (len(d.tenants) == 0 || slices.Contains(d.tenants, at.tenant))
}

func (d *dispatcher) loop(ctx context.Context) {
	look, soon := time.NewTicker(lookAgain), time.NewTimer(0)
	defer look.Stop()
	defer soon.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
		case <-look.C:
			d.lookAtAll(ctx)
		case <-soon.C:
		}
		d.expect()
		d.fill(ctx)
		if wait, ok := d.missed(); ok {
			soon.Reset(wait)
		}
	}
}

// close waits for all that is under way.
func (d *dispatcher) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.running.Wait()
}

// poke has the queue looked into soon.
func (d *dispatcher) poke() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// tell is told that a lane has a new message.
func (d *dispatcher) tell(ctx context.Context, at lane) {
	if !d.serves(at) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.told[at] = time.Now()
	if d.lanes[at] == nil {
		d.open(ctx, &served{lane: at})
	}
	d.poke()
}

// expect has the lanes looked into that have a new message.
func (d *dispatcher) expect() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at := range d.told {
		if s := d.lanes[at]; s != nil {
			s.ready = true
		}
	}
}

// missed returns when to look again for messages that were looked for and not found,
// if there are any. What is not found for long somebody else has.
func (d *dispatcher) missed() (wait time.Duration, any bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, since := range d.told {
		s, age := d.lanes[at], time.Since(since)
		switch {
		case s != nil && s.consumer != nil && age > expectFor:
			delete(d.told, at)
		case s != nil && !s.ready && (!any || age < wait):
			wait, any = age, true
		}
	}
	return max(wait, soonest), any
}

// fill takes as many runs as there is room for.
func (d *dispatcher) fill(ctx context.Context) {
	for ctx.Err() == nil {
		s, n := d.next()
		if s == nil {
			return
		}
		d.take(ctx, s, n)
	}
}

// next returns the lane whose turn it is, and how many runs may be taken from it.
func (d *dispatcher) next() (s *served, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	urgent, n := d.first(urgentRuns)
	other, most := d.first(otherRuns)
	switch {
	case urgent == nil && other == nil:
		return nil, 0
	case urgent == nil:
		s, n = other, most
	case other == nil:
		s = urgent
	case d.row < otherFirst-1:
		s, n = urgent, min(n, otherFirst-1-d.row)
	default:
		s, n = other, 1
	}
	if d.row += n; s == other {
		d.row = 0
	}
	d.looks++
	s.asked, s.turn = true, d.looks
	return s, n
}

// first returns the lane of a class whose turn it is: that of the tenant with the
// fewest runs under way, of several the one that was looked into longest ago. They
// share the room.
func (d *dispatcher) first(c class) (first *served, n int) {
	ready := 0
	for at, s := range d.lanes {
		if at.class != c || !s.ready || s.asked || s.consumer == nil || d.load.room(at) <= 0 {
			continue
		}
		ready++
		if first == nil || d.before(s, first) {
			first = s
		}
	}
	if first == nil {
		return nil, 0
	}
	return first, max(1, d.load.room(first.lane)/ready)
}

func (d *dispatcher) before(a, b *served) bool {
	if na, nb := d.load.of(a.tenant), d.load.of(b.tenant); na != nb {
		return na < nb
	}
	return a.turn < b.turn
}

// take takes at most n runs of a lane, those that are there.
func (d *dispatcher) take(ctx context.Context, s *served, n int) {
	batch, err := s.consumer.FetchNoWait(n)
	if err != nil {
		d.took(ctx, s, 0, n, err)
		return
	}
	done := make(chan struct{})
	d.running.Go(func() {
		defer close(done)
		// To the end, however late: what has been handed out would else come back
		// only after the time that a worker has.
		got := 0
		for m := range batch.Messages() {
			d.hand(s.lane, m)
			got++
		}
		d.took(ctx, s, got, n, batch.Error())
	})
	begin, late := time.Now(), time.NewTimer(d.patience)
	defer late.Stop()
	select {
	case <-done:
		d.patience = max(fetchTime, 4*time.Since(begin))
	case <-late.C:
		d.patience = min(2*d.patience, lookAgain)
		d.running.Go(func() { <-done; d.poke() })
	}
}

// took notes what came of a look into a lane. What has given all that it was asked
// for may have more.
func (d *dispatcher) took(ctx context.Context, s *served, got, of int, err error) {
	if err != nil {
		d.failed(fmt.Errorf("read the queue: %w", err))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s.asked = false
	s.ready = got == of
	if got > 0 {
		s.idle = time.Time{}
		delete(d.told, s.lane)
	}
	if err != nil && d.lanes[s.lane] == s {
		d.open(ctx, s) // the server may have lost its consumer
	}
}

// hand gives a message to a goroutine.
func (d *dispatcher) hand(at lane, m jetstream.Msg) {
	job, ok := newJob(m)
	if !ok {
		_ = m.Term() // a subject that no key of ours makes
		return
	}
	place := d.load.add(at)
	job.Urgent, job.place, job.poke = at.class == urgentRuns, place, d.poke
	d.running.Go(func() {
		defer d.poke()
		defer place.done()
		d.do(job)
	})
}
