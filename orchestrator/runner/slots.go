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
	// longestFirst is how often the step that has waited longest goes first, whatever
	// it is, so that each gets on.
	longestFirst = 4
)

// slots bound how many steps a process carries out at once, over all its runs.
//
// The next step is that of the tenant with the fewest at work. Among those of one
// tenant the first step of a run goes before others, what is urgent before what is
// not, a run that has had little before one that has had much, and an older run
// before a younger one.
type slots struct {
	mu      sync.Mutex
	free    int
	grants  int
	held    map[string]int // by tenant
	waiting []*turn        // in the order in which they came
}

func newSlots(n int) *slots { return &slots{free: n, held: map[string]int{}} }

// A share is what a run that is under way has had of the slots.
type share struct {
	tenant string
	urgent bool
	run    string       // its id, which sorts by age
	steps  atomic.Int64 // that have left their slot
	had    atomic.Int64 // nanoseconds
	begun  func()       // told of each step that leaves its slot
}

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
	start := time.Now()
	back := sync.OnceFunc(func() {
		of.steps.Add(1)
		of.begun()
		s.release(of)
	})
	lend := time.AfterFunc(lendAfter, back)
	return func() {
		lend.Stop()
		of.had.Add(int64(time.Since(start)))
		back()
	}
}

func (s *slots) take(ctx context.Context, of *share) bool {
	s.mu.Lock()
	if s.free > 0 {
		s.free--
		s.held[of.tenant]++
		s.mu.Unlock()
		return true
	}
	t := &turn{of: of, ready: make(chan struct{})}
	s.waiting = append(s.waiting, t)
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

func (s *slots) release(of *share) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[of.tenant]--; s.held[of.tenant] == 0 {
		delete(s.held, of.tenant)
	}
	if len(s.waiting) == 0 {
		s.free++
		return
	}
	t := s.next()
	s.held[t.of.tenant]++
	t.given = true
	close(t.ready)
}

// next takes the step whose turn it is from those that wait.
func (s *slots) next() *turn {
	at := 0
	if s.grants++; s.grants%longestFirst != 0 {
		for i := range s.waiting {
			if s.compare(s.waiting[i].of, s.waiting[at].of) < 0 {
				at = i
			}
		}
	}
	t := s.waiting[at]
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
