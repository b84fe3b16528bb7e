// Package fair shares what a process can do at once among its tenants.
package fair

import (
	"context"
	"slices"
	"sync"
)

// A Semaphore bounds the weight of what is under way at once, in all and of one tenant.
// Of those that wait the tenant's goes next that has the least under way. It is safe for
// concurrent use.
type Semaphore struct {
	most, each int

	mu      sync.Mutex
	busy    int
	of      map[string]int // weight under way, by tenant
	waiting []*Permit      // in the order in which they came
}

// New returns a semaphore for a weight of most in all and each of one tenant. With less
// for each than in all, a tenant never waits for all of what another does.
func New(most, each int) *Semaphore {
	return &Semaphore{most: most, each: min(each, most), of: map[string]int{}}
}

// A Permit is the place of one who works. It is its holder's alone: it is not safe for
// concurrent use.
type Permit struct {
	s      *Semaphore
	tenant string
	weight int
	begun  chan struct{} // closed when it is given
	held   bool
}

// Acquire waits for a place. What is heavier than a tenant may have weighs as much as
// that. The error is the cause for which ctx ended.
func (s *Semaphore) Acquire(ctx context.Context, tenant string, weight int) (*Permit, error) {
	p := &Permit{s: s, tenant: tenant, weight: min(max(weight, 1), s.each)}
	if err := p.acquire(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

// Release gives the place back. It may be called more than once.
func (p *Permit) Release() {
	if !p.held {
		return
	}
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
	s.next()
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
		s.waiting = slices.Delete(s.waiting, i, i+1)
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
		w := s.waiting[first]
		s.waiting = slices.Delete(s.waiting, first, first+1)
		s.busy += w.weight
		s.of[w.tenant] += w.weight
		close(w.begun)
	}
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
