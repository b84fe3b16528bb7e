package runlog

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/lifecycle"
)

const (
	// consumerTime bounds one attempt to make a consumer.
	consumerTime = 5 * time.Second
	// laneIdle is how long a process looks into a lane that has nothing.
	laneIdle = time.Minute
	// consumerIdle is how long a consumer stays that nobody asks for anything. Messages
	// in hand keep it, too.
	consumerIdle = time.Hour
)

// open makes the consumer of a lane, as often as it takes: a server that is away, or
// a cluster between two leaders, is no reason to end. tried is closed when that was
// tried once. The caller holds the mutex.
func (d *dispatcher) open(ctx context.Context, s *served) (tried <-chan struct{}) {
	once := make(chan struct{})
	if d.closed {
		close(once)
		return once
	}
	d.lanes[s.lane], s.consumer = s, nil
	d.running.Go(func() {
		ready := d.make(ctx, s)
		close(once)
		for !ready && lifecycle.Sleep(ctx, lookAgain) {
			ready = d.make(ctx, s)
		}
	})
	return once
}

func (d *dispatcher) make(ctx context.Context, s *served) bool {
	ctx, cancel := context.WithTimeout(ctx, consumerTime)
	defer cancel()
	consumer, err := d.log.consumer(ctx, d.log.queue, s.lane.consumer(), s.subjects(), consumerIdle)
	if err != nil {
		d.failed(err)
		return false
	}
	d.mu.Lock()
	s.consumer, s.ready = consumer, true
	d.mu.Unlock()
	d.poke()
	return true
}

// lookAtAll has every lane looked into: of messages that come back after a pause
// nobody tells. One that has had nothing for a while, in hand or not, is left.
func (d *dispatcher) lookAtAll(ctx context.Context) {
	d.mu.Lock()
	var idle []*served
	for _, s := range d.lanes {
		switch {
		case s.idle.IsZero() || d.load.of(s.tenant) > 0:
			s.idle = time.Now()
		case time.Since(s.idle) > laneIdle && s.consumer != nil:
			idle = append(idle, s)
		}
		s.ready = true
	}
	d.mu.Unlock()
	for _, s := range idle {
		info, err := s.consumer.Info(ctx)
		d.mu.Lock()
		s.idle = time.Now()
		if err == nil && info.NumPending == 0 && info.NumAckPending == 0 && !s.asked && d.told[s.lane].IsZero() {
			delete(d.lanes, s.lane)
		}
		d.mu.Unlock()
	}
}

// list opens the lanes that have messages, now and every few seconds. listed is
// closed when those are open that were there at first: which run begins is then no
// matter of which consumer is there first.
func (d *dispatcher) list(ctx context.Context, listed chan<- struct{}) {
	first := sync.OnceFunc(func() { close(listed) })
	for wait := time.Duration(0); lifecycle.Sleep(ctx, wait); {
		opened, err := d.openAll(ctx)
		if err != nil {
			if ctx.Err() == nil {
				d.failed(err)
			}
			wait = lookAgain
			continue
		}
		for _, tried := range opened {
			<-tried
		}
		first()
		wait = listAgain
	}
}

func (d *dispatcher) openAll(ctx context.Context) (opened []<-chan struct{}, err error) {
	if err := d.removeForeign(ctx); err != nil {
		return nil, err
	}
	all, err := d.log.lanes(ctx)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for at := range all {
		if d.serves(at) && d.lanes[at] == nil {
			opened = append(opened, d.open(ctx, &served{lane: at}))
		}
	}
	return opened, nil
}

// removeForeign removes consumers for more than one lane, as earlier builds made
// them: the server takes no two for the same message.
func (d *dispatcher) removeForeign(ctx context.Context) error {
	names := d.log.queue.ConsumerNames(ctx)
	for name := range names.Name() {
		if strings.Contains(name, "@") {
			continue
		}
		if err := d.log.queue.DeleteConsumer(ctx, name); err != nil {
			return fmt.Errorf("remove consumer %s: %w", name, err)
		}
	}
	return names.Err()
}

// lanes returns how many runs each lane has that has any, those in hand included.
func (l *Log) lanes(ctx context.Context) (map[lane]int, error) {
	info, err := l.queue.Info(ctx, jetstream.WithSubjectFilter("weft.queue.>"))
	if err != nil {
		return nil, fmt.Errorf("list the queue: %w", err)
	}
	out := map[lane]int{}
	for subject, n := range info.State.Subjects {
		if at, ok := parseLane(strings.TrimPrefix(subject, "weft.queue.")); ok {
			out[at] += int(n)
		}
	}
	return out, nil
}
