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
	full    time.Time      // when somebody last had to wait
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
	begun  chan struct{} // closed when it is given or refused
	held   bool
	waited bool      // it was not given at once
	since  time.Time // when it was given

	deadline time.Time // of what is to be done; zero: none
	refusal  error     // why it will not be given
}

// Acquire waits for a place. What is heavier than a tenant may have weighs as much as
// that.
//
// The error is the cause for which ctx ended, or RESOURCE_EXHAUSTED (AGENT_BUSY) with the
// time after which another attempt may succeed: at once, where a caller that has to wait is
// not expected to be done before the deadline of ctx, and later, where it turns out so.
func (s *Semaphore) Acquire(ctx context.Context, tenant string, weight int) (*Permit, error) {
	p := &Permit{s: s, tenant: tenant, weight: weight}
	p.deadline, _ = ctx.Deadline()
	if err := p.acquire(ctx); err != nil {
		return nil, err
	}
	// After a wait, what can't be done in the time that is left is not begun either.
	if hold := s.expectedHold(p); p.waited && p.isLate(hold) {
		p.giveBack()
		return nil, BusyError(hold)
	}
	return p, nil
}

// Expect returns the error with which Acquire would refuse a tenant now, nil if it would not.
func (s *Semaphore) Expect(ctx context.Context, tenant string) error {
	deadline, ok := ctx.Deadline()
	s.mu.Lock()
	defer s.mu.Unlock()
	ahead := s.queued[tenant]
	if !ok || ahead == 0 {
		return nil
	}
	wait := s.expectedWait(&Permit{tenant: tenant, weight: 1}, ahead)
	if wait+s.held <= timeToPlan(deadline) {
		return nil
	}
	return BusyError(wait)
}

// timeToPlan is how much of the time until a deadline a caller is let in for. The rest is
// kept back for what takes longer than the mean: those that wait for all of it would mostly
// be late.
func timeToPlan(deadline time.Time) time.Duration { return time.Until(deadline) * 3 / 4 }

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

// isLate reports whether the deadline of a permit comes before some time is over.
func (p *Permit) isLate(takes time.Duration) bool {
	return !p.deadline.IsZero() && takes > time.Until(p.deadline)
}

// BusyError is the error for a caller that would have to wait. When half of the time is over
// half of the queue is gone, and others have come.
func BusyError(wait time.Duration) error {
	after := min(max(wait/2, minRetryAfter), maxRetryAfter)
	return fault.New(codes.ResourceExhausted, fault.AgentBusy,
		"there is more to do than can be done in time; try again in %v", after.Round(minRetryAfter)).After(after)
}

// expectedWait returns how long a permit waits behind so much weight of its tenant, at the
// pace of late, with a fair part of all places. The caller holds the mutex.
func (s *Semaphore) expectedWait(p *Permit, ahead int) time.Duration {
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

// refuseLate refuses those that wait and can't be done in time: as soon as that is known,
// so that they need not wait for it. The caller holds the mutex.
func (s *Semaphore) refuseLate() {
	ahead := map[string]int{}
	s.waiting = slices.DeleteFunc(s.waiting, func(p *Permit) bool {
		if s.refuse(p, ahead[p.tenant], time.Until(p.deadline)) {
			return true
		}
		ahead[p.tenant] += p.weight
		return false
	})
}

// refuse refuses a permit behind so much weight of its tenant if it can't be done within a
// time, and reports whether it did. The caller holds the mutex and takes it from those that
// wait.
func (s *Semaphore) refuse(p *Permit, ahead int, within time.Duration) bool {
	wait := s.expectedWait(p, ahead)
	if p.resumes() || p.deadline.IsZero() || wait+s.held*time.Duration(p.weight) <= within {
		return false
	}
	s.forgetQueued(p)
	p.refusal = BusyError(wait)
	close(p.begun)
	return true
}

// resumes reports whether a permit was held before and is acquired again.
func (p *Permit) resumes() bool { return !p.since.IsZero() }

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

// wantedSince reports whether since a time somebody had to wait, or does now.
func (s *Semaphore) wantedSince(t time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting) > 0 || !s.full.Before(t)
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

// expectAtLeast takes in early that places will be held for a time, and goes half of the way
// if that is longer than of late.
func (s *Semaphore) expectAtLeast(hold time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.held == 0:
		s.held = hold
	case s.held < hold:
		s.held += (hold - s.held) / 2
	}
}

// Release gives the place back. It may be called more than once, and of no permit.
func (p *Permit) Release() {
	if p == nil || !p.held {
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
	s.refuseLate()
}

// acquire waits for the place. What has begun and was paused comes before what has not
// begun, and is not refused: it would have been done for nothing.
func (p *Permit) acquire(ctx context.Context) error {
	s := p.s
	p.begun = make(chan struct{})
	s.mu.Lock()
	at := 0
	if !p.resumes() {
		at, p.weight = len(s.waiting), min(max(p.weight, 1), s.each)
	}
	s.waiting = slices.Insert(s.waiting, at, p)
	s.queued[p.tenant] += p.weight
	s.next()
	if p.waited = slices.Contains(s.waiting, p); p.waited && s.refuse(p, s.queued[p.tenant]-p.weight, timeToPlan(p.deadline)) {
		s.waiting = slices.Delete(s.waiting, len(s.waiting)-1, len(s.waiting))
	}
	if p.waited {
		s.full = time.Now()
	}
	s.mu.Unlock()
	select {
	case <-p.begun:
		p.held = p.refusal == nil
		return p.refusal
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting, p); i >= 0 {
		s.leaveQueue(i)
		s.next() // another may have waited behind it
		return context.Cause(ctx)
	}
	p.held = p.refusal == nil // it has just begun, or been refused
	return p.refusal
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
	s.forgetQueued(p)
	return p
}

// forgetQueued takes the weight of a permit from what waits.
func (s *Semaphore) forgetQueued(p *Permit) {
	if s.queued[p.tenant] -= p.weight; s.queued[p.tenant] == 0 {
		delete(s.queued, p.tenant)
	}
}

type key struct{}

// TenantOf returns the tenant whose permit a context carries, "" if it carries none.
func TenantOf(ctx context.Context) string {
	if p, ok := ctx.Value(key{}).(*Permit); ok {
		return p.tenant
	}
	return ""
}

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
