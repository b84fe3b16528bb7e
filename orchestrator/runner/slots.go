package runner

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// lendAfter is how long a step keeps its slot. One that takes longer waits for a
	// model or for another machine, and another goes on in its place.
	lendAfter = 20 * time.Millisecond
	// lentMost is how many slots a tenant's notes may have lent, and as many its
	// questions, for each slot that there is: agents that got all that a tenant has to
	// do at once would be late with all of it. First steps are few, and need not wait.
	lentMost = 8
	// longestFirst is how often the step that has waited longest goes first, whatever
	// it is, so that each gets on.
	longestFirst = 4
)

// slots bound how many steps a process carries out at once, over all its runs.
//
// The next step is that of the tenant with the fewest in slots. Among those of one
// tenant the first step of a run goes before others, what is urgent before what is
// not, a run that has had little before one that has had much, and an older run
// before a younger one.
type slots struct {
	most    int // that one class of a tenant's may have lent
	mu      sync.Mutex
	free    int
	grants  int
	held    map[string]int // by tenant
	lent    map[class]int  // by steps that are still at work
	waiting []*turn        // in the order in which they came
}

// StepsOfTenant is how many steps of one tenant's questions, and as many of its notes, a
// process with so many workers has at work at once. More wait for each other.
func StepsOfTenant(workers int) int { return lentMost * workers }

// A class is what takes up one bound of lent slots.
type class struct {
	tenant string
	urgent bool
}

func newSlots(n int) *slots {
	return &slots{most: lentMost * n, free: n, held: map[string]int{}, lent: map[class]int{}}
}

// A share is what a run that is under way has had of the slots.
type share struct {
	tenant string
	urgent bool
	run    string       // its id, which sorts by age
	steps  atomic.Int64 // that have left their slot
	had    atomic.Int64 // nanoseconds
	begun  func()       // told of each step that leaves its slot
}

func (s *share) class() class { return class{s.tenant, s.urgent} }

// A turn is a step that waits for a slot.
type turn struct {
	of    *share
	ready chan struct{}
	given bool
}

// enter waits for a slot and returns what gives it back. Without one it returns when
// ctx ends: the step then ends by itself.
func (s *slots) enter(ctx context.Context, of *share) (leave func()) {
	if !s.take(ctx, of) {
		return func() {}
	}
	start, lent := time.Now(), false
	lend := time.AfterFunc(lendAfter, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if start.IsZero() {
			return // it has left just now
		}
		lent = true
		s.lent[of.class()]++
		s.release(of)
	})
	return func() {
		lend.Stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		of.had.Add(int64(time.Since(start)))
		start = time.Time{}
		if !lent {
			s.release(of)
			return
		}
		if s.lent[of.class()]--; s.lent[of.class()] == 0 {
			delete(s.lent, of.class())
		}
		s.fill()
	}
}

// may reports whether a step may have a slot, if there is one.
func (s *slots) may(of *share) bool { return of.steps.Load() == 0 || s.lent[of.class()] < s.most }

func (s *slots) take(ctx context.Context, of *share) bool {
	t := &turn{of: of, ready: make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, t)
	s.fill()
	s.mu.Unlock()
	select {
	case <-t.ready:
		return true
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !t.given {
		s.waiting = slices.DeleteFunc(s.waiting, func(other *turn) bool { return other == t })
	}
	return t.given
}

// release takes back the slot of a step, which has ended or lends it.
func (s *slots) release(of *share) {
	of.steps.Add(1)
	of.begun()
	if s.held[of.tenant]--; s.held[of.tenant] == 0 {
		delete(s.held, of.tenant)
	}
	s.free++
	s.fill()
}

// stalled returns how many runs of a class have begun and wait for a slot.
func (s *slots) stalled(tenant string, urgent bool) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.waiting {
		if t.of.class() == (class{tenant, urgent}) && t.of.steps.Load() > 0 {
			n++
		}
	}
	return n
}

// fill gives the free slots to steps that wait and may have them.
func (s *slots) fill() {
	for s.free > 0 {
		t := s.next()
		if t == nil {
			return
		}
		s.free--
		s.held[t.of.tenant]++
		t.given = true
		close(t.ready)
	}
}

// next takes the step whose turn it is from those that wait, nil if there is none.
func (s *slots) next() *turn {
	at, oldest := -1, (s.grants+1)%longestFirst == 0
	for i := range s.waiting {
		if of := s.waiting[i].of; s.may(of) && (at < 0 || !oldest && s.compare(of, s.waiting[at].of) < 0) {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	t := s.waiting[at]
	if len(s.waiting) > 1 {
		s.grants++
	}
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return t
}

func (s *slots) compare(a, b *share) int {
	return cmp.Or(
		cmp.Compare(s.held[a.tenant], s.held[b.tenant]),
		first(a.steps.Load() == 0, b.steps.Load() == 0),
		first(a.urgent, b.urgent),
		cmp.Compare(a.level(), b.level()),
		cmp.Compare(a.run, b.run),
	)
}

// first sorts what is so before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// level tells how much a run has had, roughly: what is about the same goes by age.
func (s *share) level() int {
	return bits.Len64(uint64(s.had.Load()) / uint64(100*time.Millisecond))
}
