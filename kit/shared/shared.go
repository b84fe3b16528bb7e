// Package shared reads things once for all who want them at about the same time.
package shared

import (
	"context"
	"sync"
	"time"
)

const (
	// keptFor is how long what was read is kept for others.
	keptFor = 2 * time.Second
	// readTime bounds one reading.
	readTime = 20 * time.Second
)

// Reads reads values once for all who want the same at about the same time, as do the
// watchers of a tenant when something happens. What a key stands for must not change while
// it is kept, and nobody may change what was read. The zero Reads is ready for use.
type Reads[K comparable, V any] struct {
	mu sync.Mutex
	of map[K]*reading[V]
}

// A reading is one that is under way or was made.
type reading[V any] struct {
	done  chan struct{} // closed when it has been read
	value V
	err   error
}

// Get returns what read returns, to this caller or to one shortly before. A caller that
// gives up early ends nothing for the others.
func (s *Reads[K, V]) Get(ctx context.Context, key K, read func(context.Context) (V, error)) (V, error) {
	s.mu.Lock()
	mine := s.of[key]
	if mine == nil {
		mine = &reading[V]{done: make(chan struct{})}
		if s.of == nil {
			s.of = map[K]*reading[V]{}
		}
		s.of[key] = mine
		go func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTime)
			defer cancel()
			mine.value, mine.err = read(ctx)
			close(mine.done)
			keep := keptFor
			if mine.err != nil {
				keep = 0
			}
			time.AfterFunc(keep, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				delete(s.of, key)
			})
		}()
	}
	s.mu.Unlock()
	select {
	case <-mine.done:
		return mine.value, mine.err
	case <-ctx.Done():
		var none V
		return none, context.Cause(ctx)
	}
}
