package llm

import (
	"context"
	"time"

	"github.com/weft-mesh/weft/kit/fair"
)

// How many forms an agent of a process has a model fill in at once: at first, and at most.
const (
	firstWindow = 4
	maxWindow   = 1024
)

// places returns what bounds how many forms an agent has a model fill in at once.
func (c *Client) places(r Route) *fair.Window {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.windows[r]
	if w == nil {
		w = fair.NewDoublingWindow(firstWindow, maxWindow)
		c.windows[r] = w
	}
	return w
}

// enter waits until a model may fill in another form, and returns how long it may take for
// that and for the answer. What can't be answered in time is refused with AGENT_BUSY: the
// model's server would work on it for nothing, and let others wait meanwhile.
func (a *asking) enter(ctx context.Context) (*fair.Permit, error) {
	a.had = a.client.most
	if deadline, ok := ctx.Deadline(); ok {
		left := time.Until(deadline)
		a.had = min(a.had, patienceOf(left))
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, time.Now().Add(patienceOf(left)), fair.BusyError(left))
		defer cancel()
	}
	return a.places.Acquire(ctx, fair.TenantOf(ctx), 1)
}

// learnPace takes in how a model answered that was asked at a time.
func (a *asking) learnPace(begun time.Time, failed *Error) {
	switch {
	case failed == nil:
		a.places.Answered(begun, a.had)
	case failed.Cause == TimedOut, failed.Cause == Busy:
		a.places.Shrink(begun)
	}
}
