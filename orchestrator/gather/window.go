package gather

import (
	"context"
	"sync"
	"time"

	"github.com/weft-mesh/weft/kit/fair"
)

// Bounds of how many retrievals a process has under way at once.
const (
	minWindow   = 1
	firstWindow = 16
	maxWindow   = 256
)

// A window bounds how many retrievals a process has under way, by what the retrievers can
// do: as TCP does for a link, it grows by one for each round that went well and halves
// when a retriever is busy. So requests wait here, where a retrieval waits as a whole,
// and not at a retriever, which would answer some of its shards for nothing.
type window struct {
	places *fair.Semaphore

	mu     sync.Mutex
	size   float64
	shrunk time.Time
}

func newWindow() *window {
	return &window{places: fair.New(firstWindow, firstWindow), size: firstWindow}
}

// acquire waits until another retrieval of a tenant may begin. release is told at its end
// whether a retriever was busy.
//
// Errors: those of fair.Semaphore.Acquire.
func (w *window) acquire(ctx context.Context, tenant string) (release func(busy bool), err error) {
	p, err := w.places.Acquire(ctx, tenant, 1)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	return func(busy bool) {
		w.resize(begun, busy)
		p.Release()
	}, nil
}

// resize takes in how a retrieval went that began at a time. Those that were under way
// together shrink the window once.
func (w *window) resize(begun time.Time, busy bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := int(w.size)
	switch {
	case !busy:
		w.size = min(maxWindow, w.size+1/w.size)
	case begun.After(w.shrunk):
		w.size = max(minWindow, w.size/2)
		w.shrunk = time.Now()
	}
	if now := int(w.size); now != before {
		w.places.Resize(now, now)
	}
}
