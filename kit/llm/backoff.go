package llm

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/weft-mesh/weft/kit/lifecycle"
)

const (
	firstPause = 200 * time.Millisecond
	mostPause  = 5 * time.Second
)

// pause returns how long to wait before attempt n+1, n counted from 1: twice as
// long each time, anywhere in the upper half of it, so that many callers don't
// come back at once; and never less than the provider asks for.
func pause(n int, asked time.Duration) time.Duration {
	d := min(firstPause<<min(n-1, 10), mostPause)
	d = d/2 + rand.N(d/2+1)
	return max(d, asked)
}

// sleep waits, but not longer than the context; false if that ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return false
	}
	return lifecycle.Sleep(ctx, d)
}
