package runlog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

const (
	// sweepEvery is how often it is looked whether a run is due.
	sweepEvery = time.Second
	// dueFirst is how long a run that has something to do may do nothing before it is
	// looked for in the queue. The time doubles from look to look, up to dueLast.
	dueFirst = 3 * time.Second
	dueLast  = time.Minute
	// listFrom is how many runs are looked for in the queue one by one.
	listFrom = 32
)

// Sweep queues runs that have something to do and lie in no queue, until ctx ends: a
// process died, or lost the bus, between what it wrote of a run and its place in the
// queue, or between a request and the start of its run. It is told of all that is
// written from now on; what was there before, Verify looks at. found hears of each run
// that it queues, failed of what goes wrong.
func (l *Log) Sweep(ctx context.Context, found func(Key), failed func(error)) {
	s := &sweep{log: l, owed: map[Key]*owed{}, found: found}
	follow := func(stream jetstream.Stream, headers bool, seen func(jetstream.Msg)) {
		for {
			stop, err := l.followNew(ctx, stream, headers, seen)
			if err == nil {
				<-ctx.Done()
				stop()
				return
			}
			if ctx.Err() == nil {
				failed(err)
			}
			if !lifecycle.Sleep(ctx, dueFirst) {
				return
			}
		}
	}
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { follow(l.runs.Stream, true, s.sawRecord) })
	all.Go(func() { follow(l.asked, false, s.sawRequest) })
	for lifecycle.Sleep(ctx, sweepEvery) {
		if err := s.lookAll(ctx, s.due(time.Now())); err != nil && ctx.Err() == nil {
			failed(err) // they stay due
		}
	}
}

// followNew calls seen with what a stream keeps from now on.
func (l *Log) followNew(ctx context.Context, stream jetstream.Stream, headers bool, seen func(jetstream.Msg)) (stop func(), err error) {
	c, err := stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverNewPolicy, HeadersOnly: headers})
	if err != nil {
		return nil, fmt.Errorf("follow %s: %w", stream.CachedInfo().Config.Name, err)
	}
	following, err := c.Consume(seen)
	if err != nil {
		return nil, fmt.Errorf("follow %s: %w", stream.CachedInfo().Config.Name, err)
	}
	return func() { following.Stop(); <-following.Closed() }, nil
}

// each calls f with every message of a stream that is there when it begins. It asks the
// server for them in parts, and needs no rights but those to do so.
func (l *Log) each(ctx context.Context, stream jetstream.Stream, f func(jetstream.Msg) error) error {
	info, err := stream.Info(ctx)
	if err != nil {
		return err
	}
	if info.State.Msgs == 0 {
		return nil
	}
	c, remove, err := bus.Reader(ctx, stream, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return err
	}
	defer remove()
	all, err := c.Messages()
	if err != nil {
		return err
	}
	defer all.Stop()
	for {
		m, err := all.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		if err := f(m); err != nil {
			return err
		}
		if meta, err := m.Metadata(); err != nil || meta.NumPending == 0 || meta.Sequence.Stream >= info.State.LastSeq {
			return err
		}
	}
}

// A sweep knows which runs have something to do by what was written of them last.
type sweep struct {
	log   *Log
	found func(Key)

	mu   sync.Mutex
	owed map[Key]*owed
}

// owed is what somebody has to do.
type owed struct {
	key     Key
	started *runv1.Event // of a request whose run may not have begun
	last    uint64       // the run's last record when it was looked for in vain
	due     time.Time
	wait    time.Duration
}

// sawRecord notes how a run stands after a record.
func (s *sweep) sawRecord(m jetstream.Msg) {
	k, ok := keyOf(m.Subject())
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Headers().Get(headerStatus) != graph.Running.String() {
		delete(s.owed, k)
		return
	}
	s.owed[k] = &owed{key: k, due: time.Now().Add(dueFirst), wait: dueFirst}
}

// sawRequest notes that a run is to begin.
func (s *sweep) sawRequest(m jetstream.Msg) {
	c, err := decodeClaim(m.Data())
	if err != nil || !beginsFrom(c.Started) {
		return // a request id that was given back, or a fork
	}
	k := Key{c.Started.GetStarted().GetTenant(), c.Started.GetStarted().GetRunId()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owed[k] == nil && k.valid() == nil {
		s.owed[k] = &owed{key: k, started: c.Started, due: time.Now().Add(dueFirst), wait: dueFirst}
	}
}

// beginsFrom reports whether a run can be begun from its first event alone. A fork is more
// than that; its caller, who was not told that it is kept, may ask for it again.
func beginsFrom(started *runv1.Event) bool {
	return started.GetStarted() != nil && started.GetStarted().GetForkedRunId() == ""
}

// due returns the runs that have done nothing for too long.
func (s *sweep) due(now time.Time) (out []owed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.owed {
		if now.After(o.due) {
			out = append(out, *o)
		}
	}
	return out
}

// lookAll looks at runs that are due. Where they are many, most lie in the queue, which is
// then listed once.
func (s *sweep) lookAll(ctx context.Context, due []owed) error {
	queued := map[Key]bool{}
	if len(due) > listFrom {
		info, err := s.log.queue.Info(ctx, jetstream.WithSubjectFilter("weft.queue.>"))
		if err != nil {
			return storage(ctx, err)
		}
		for subject := range info.State.Subjects {
			if k, ok := queuedKey(subject); ok {
				queued[k] = true
			}
		}
	}
	for _, o := range due {
		if queued[o.key] {
			s.later(o, 0, min(2*o.wait, dueLast))
			continue
		}
		if err := s.look(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// look queues a run that is due, if it has something to do and nobody is at it.
func (s *sweep) look(ctx context.Context, o owed) error {
	m, err := s.log.last(ctx, o.key)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound) && o.started != nil:
		err := s.log.Start(ctx, o.key, o.started)
		if err == nil {
			s.found(o.key)
		}
		if err != nil && !errors.Is(err, graph.ErrFenced) {
			return err
		}
		s.done(o.key)
		return nil
	case errors.Is(err, jetstream.ErrMsgNotFound):
		s.done(o.key) // it has expired
		return nil
	case err != nil:
		return storage(ctx, err)
	case m.Header.Get(headerStatus) != graph.Running.String():
		s.done(o.key)
		return nil
	}
	queued, err := s.log.Queued(ctx, o.key)
	if err != nil {
		return storage(ctx, err)
	}
	// It is queued and let go of in between, unless it stands as it did at the last look.
	if !queued && o.last == m.Sequence {
		if err := s.log.Enqueue(ctx, o.key); err != nil {
			return err
		}
		s.found(o.key)
	}
	if queued {
		s.later(o, 0, min(2*o.wait, dueLast))
	} else {
		s.later(o, m.Sequence, dueFirst)
	}
	return nil
}

// done forgets a run that has nothing to do, or that others will tell of.
func (s *sweep) done(k Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.owed, k)
}

// later has a run looked at again, unless something was written of it meanwhile.
func (s *sweep) later(o owed, last uint64, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.owed[o.key]; now != nil && now.due.Equal(o.due) {
		now.started, now.last, now.wait, now.due = nil, last, wait, time.Now().Add(wait)
	}
}
