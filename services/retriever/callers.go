package retriever

import (
	"context"
	"sync"
)

// maxAbandoned is how many requests are remembered that were given up and are not here:
// the word may overtake its request, and most are another retriever's.
const maxAbandoned = 4096

// callers are those that wait for an answer, each under a subject of its own. The zero
// value is ready for use, also concurrent.
type callers struct {
	mu        sync.Mutex
	waiting   map[string]context.CancelFunc // ends the request of the caller
	abandoned map[string]bool
	order     []string // of abandoned, oldest first
}

// addWaiting notes the caller of a request until it is served. It reports whether the caller
// still waits.
func (c *callers) addWaiting(reply string, cancel context.CancelFunc) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.abandoned[reply] {
		return false
	}
	if c.waiting == nil {
		c.waiting = map[string]context.CancelFunc{}
	}
	c.waiting[reply] = cancel
	return true
}

// remove forgets a caller.
func (c *callers) remove(reply string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, reply)
}

// abandon ends the request of a caller that gave up, also if it is yet to come.
func (c *callers) abandon(reply string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.waiting[reply]; cancel != nil {
		cancel()
		return
	}
	if c.abandoned == nil {
		c.abandoned = map[string]bool{}
	}
	if len(c.order) >= maxAbandoned {
		delete(c.abandoned, c.order[0])
		c.order = c.order[1:]
	}
	if !c.abandoned[reply] {
		c.abandoned[reply] = true
		c.order = append(c.order, reply)
	}
}
