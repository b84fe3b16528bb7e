package chaos

import (
	"context"
	"sync"
)

// A crowd does numbered things side by side, each by one of some callers.
type crowd struct {
	wait sync.WaitGroup
	mu   sync.Mutex
	left int
}

// start has callers begin with n things. When ctx ends they begin no more.
func (c *crowd) start(ctx context.Context, n, callers int, do func(i int)) {
	c.left = n
	next := make(chan int)
	c.wait.Go(func() {
		defer close(next)
		for i := range n {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	for range callers {
		c.wait.Go(func() {
			for i := range next {
				do(i)
				c.mu.Lock()
				c.left--
				c.mu.Unlock()
			}
		})
	}
}

// Left returns how many things are not over yet.
func (c *crowd) Left() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left
}

// Wait returns when all things are over, or nobody waits for them any more.
func (c *crowd) Wait() { c.wait.Wait() }
