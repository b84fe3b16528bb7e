package api

import (
	"context"
	"slices"
	"sync"
)

// Calls that compute what no run does (a search, an explanation, the reading of an
// edited or imported note) take turns, as the steps of runs do: so many at a time, and
// of those that wait the tenant's that has the least under way. What a call weighs is
// told by its text, for a long one is more work than many short ones.
const (
	shareBytes = 8 << 10 // of text, that weigh as much as a call does
	sharesMost = 16      // weight under way at once
	sharesEach = 12      // of one tenant, so that another one never waits for all of it
)

// shares are who is at work, and who waits. The zero shares are ready.
type shares struct {
	mu      sync.Mutex
	busy    int
	of      map[string]int // weight under way, by tenant
	waiting []*share       // in the order in which they came
}

// A share is one call's.
type share struct {
	tenant string
	weight int
	begun  chan struct{}
}

// take waits for the turn of a call with a text of some bytes. leave ends it.
func (t *shares) take(ctx context.Context, tenant string, bytes int) (leave func(), err error) {
	mine := &share{tenant, min(1+bytes/shareBytes, sharesEach), make(chan struct{})}
	t.mu.Lock()
	t.waiting = append(t.waiting, mine)
	t.next()
	t.mu.Unlock()
	select {
	case <-mine.begun:
		return func() { t.end(mine) }, nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.waiting, mine); i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
		t.next() // another may have waited behind it
		return nil, context.Cause(ctx)
	}
	return func() { t.end(mine) }, nil // it has just begun
}

func (t *shares) end(done *share) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy -= done.weight
	if t.of[done.tenant] -= done.weight; t.of[done.tenant] == 0 {
		delete(t.of, done.tenant)
	}
	t.next()
}

// next begins those that there is room for. One that is too heavy for what is left is
// waited for, or it would never come on.
func (t *shares) next() {
	for {
		first := -1
		for i, w := range t.waiting {
			if t.of[w.tenant]+w.weight <= sharesEach && (first < 0 || t.of[w.tenant] < t.of[t.waiting[first].tenant]) {
				first = i
			}
		}
		if first < 0 || t.busy+t.waiting[first].weight > sharesMost {
			return
		}
		w := t.waiting[first]
		t.waiting = slices.Delete(t.waiting, first, first+1)
		if t.of == nil {
			t.of = map[string]int{}
		}
		t.busy += w.weight
		t.of[w.tenant] += w.weight
		close(w.begun)
	}
}
