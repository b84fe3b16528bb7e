// Package fair shares what a process can do at once among its tenants.
package fair

import (
	"context"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// A Semaphore bounds the weight of what is under way at once, in all and of one tenant.
// Of those that wait the tenant's goes next that has the least under way. A caller that
// would wait past its deadline is refused at once, so the queue is never longer than what
// can be served in time. It is safe for concurrent use.
type Semaphore struct {
	most, each int

	mu      sync.Mutex
	busy    int
	of      map[string]int // weight under way, by tenant
	waiting []*Permit      // in the order in which they came
	queued  map[string]int // weight that waits, by tenant
	held    time.Duration  // how long a weight of one is held, as a moving mean; 0: not known yet
}

// New returns a semaphore for a weight of most in all and each of one tenant. With less
// for each than in all, a tenant never waits for all of what another does.
func New(most, each int) *Semaphore {
	return &Semaphore{most: most, each: min(each, most), of: map[string]int{}, queued: map[string]int{}}
}

// A Permit is the place of one who works. It is its holder's alone: it is not safe for
// concurrent use.
type Permit struct {
	s      *Semaphore
	tenant string
	weight int
	begun  chan struct{} // closed when it is given
	held   bool
	waited bool      // it was not given at once
	since  time.Time // when it was given
}

// Acquire waits for a place. What is heavier than a tenant may have weighs as much as
// that.
//
// The error is the cause for which ctx ended, or, where the place is expected only after
// the deadline of ctx, RESOURCE_EXHAUSTED (AGENT_BUSY) at once, with the time after which
// another attempt may succeed.
func (s *Semaphore) Acquire(ctx context.Context, tenant string, weight int) (*Permit, error) {
	p := &Permit{s: s, tenant: tenant, weight: min(max(weight, 1), s.each)}
	if err := s.refuseIfTooLate(ctx, p); err != nil {
		return nil, err
	}
	if err := p.acquire(ctx); err != nil {
		return nil, err
	}
	// After a wait, what can't be done in the time that is left is not begun either.
	if hold := s.expectedHold(p); p.waited && isTooLong(ctx, hold) {
		p.giveBack()
		return nil, busyError(hold)
	}
	return p, nil
}

// Resize changes the bounds. What is under way beyond them goes on.
func (s *Semaphore) Resize(most, each int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most, s.each = most, min(each, most)
	s.next()
}

// Bounds of when a caller that was refused may try again.
const (
	minRetryAfter = 100 * time.Millisecond
	maxRetryAfter = 5 * time.Second
)

// refuseIfTooLate returns the error for a permit that can't be given before the deadline of ctx.
func (s *Semaphore) refuseIfTooLate(ctx context.Context, p *Permit) error {
	s.mu.Lock()
	wait := s.expectedWait(p)
	s.mu.Unlock()
	if !isTooLong(ctx, wait) {
		return nil
	}
	return busyError(wait)
}

// isTooLong reports whether ctx ends before some time is over.
func isTooLong(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && wait > time.Until(deadline)
}

// busyError is the error for a caller that would have to wait. When half of the time is over
// half of the queue is gone, and others have come.
func busyError(wait time.Duration) error {
	after := min(max(wait/2, minRetryAfter), maxRetryAfter)
	return fault.New(codes.ResourceExhausted, fault.AgentBusy,
		"there is more to do than can be done in time; try again in %v", after.Round(minRetryAfter)).After(after)
}

// expectedWait returns how long a permit is waited for: by what its tenant has waiting,
// at the pace of late, with a fair part of all places. It is 0 while nothing is waiting.
func (s *Semaphore) expectedWait(p *Permit) time.Duration {
	ahead := s.queued[p.tenant]
	if ahead == 0 {
		return 0
	}
	tenants := len(s.of)
	for t := range s.queued {
		if s.of[t] == 0 {
			tenants++
		}
	}
	share := max(1, min(s.each, s.most/max(1, tenants)))
	return s.held * time.Duration(ahead+p.weight) / time.Duration(share)
}

// expectedHold returns how long a permit will be held, by the pace of late.
func (s *Semaphore) expectedHold(p *Permit) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held * time.Duration(p.weight)
}

// A Load is what a semaphore has to do.
type Load struct {
	Busy    int // weight under way
	Waiting int // callers that wait for a place
}

// Load returns what the semaphore has to do now.
func (s *Semaphore) Load() Load {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Load{Busy: s.busy, Waiting: len(s.waiting)}
}

// remember takes in how long a permit was held. It moves by a sixteenth, so that one long
// call refuses nobody.
func (s *Semaphore) remember(p *Permit) {
	each := time.Since(p.since) / time.Duration(p.weight)
	if s.held == 0 {
		s.held = each
	}
	s.held += (each - s.held) / 16
}

// Release gives the place back. It may be called more than once.
func (p *Permit) Release() {
	if !p.held {
		return
	}
	p.s.mu.Lock()
	p.s.remember(p)
	p.s.mu.Unlock()
	p.giveBack()
}

// giveBack gives the place back.
func (p *Permit) giveBack() {
	p.held = false
	s := p.s
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy -= p.weight
	if s.of[p.tenant] -= p.weight; s.of[p.tenant] == 0 {
		delete(s.of, p.tenant)
	}
	s.next()
}

func (p *Permit) acquire(ctx context.Context) error {
	s := p.s
	p.begun = make(chan struct{})
	s.mu.Lock()
	s.waiting = append(s.waiting, p)
	s.queued[p.tenant] += p.weight
	s.next()
	p.waited = slices.Contains(s.waiting, p)
	s.mu.Unlock()
	select {
	case <-p.begun:
		p.held = true
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting, p); i >= 0 {
		s.leaveQueue(i)
		s.next() // another may have waited behind it
		return context.Cause(ctx)
	}
	p.held = true // it has just begun
	return nil
}

// next lets those begin that there is room for. One that is too heavy for what is left
// is waited for, or it would never get on.
func (s *Semaphore) next() {
	for {
		first := -1
		for i, w := range s.waiting {
			if s.of[w.tenant]+w.weight <= s.each && (first < 0 || s.of[w.tenant] < s.of[s.waiting[first].tenant]) {
				first = i
			}
		}
		if first < 0 || s.busy+s.waiting[first].weight > s.most {
			return
		}
		w := s.leaveQueue(first)
		s.busy += w.weight
		s.of[w.tenant] += w.weight
		w.since = time.Now()
		close(w.begun)
	}
}

// leaveQueue takes the permit at an index from those that wait.
func (s *Semaphore) leaveQueue(i int) *Permit {
	p := s.waiting[i]
	s.waiting = slices.Delete(s.waiting, i, i+1)
	if s.queued[p.tenant] -= p.weight; s.queued[p.tenant] == 0 {
		delete(s.queued, p.tenant)
	}
	return p
}

type key struct{}

// With returns a context that carries a permit, for [Pause].
func With(ctx context.Context, p *Permit) context.Context { return context.WithValue(ctx, key{}, p) }

// Pause does what only waits for somebody else, such as a call of a model, without the
// permit that ctx carries, and acquires it again. Where ctx has ended meanwhile, its
// holder goes on without: all that is left to do is to return.
func Pause(ctx context.Context, wait func()) {
	p, ok := ctx.Value(key{}).(*Permit)
	if !ok || !p.held {
		wait()
		return
	}
	p.Release()
	wait()
	_ = p.acquire(ctx) // see above
}
