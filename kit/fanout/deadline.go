package fanout

import (
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
)

// maxClockSkew is how far the clocks of a caller and of a member of the group may lie
// apart. A request counts as late only beyond it: a clock that is a little fast must not
// drop what somebody waits for.
const maxClockSkew = 2 * time.Second

// setDeadline writes into a request when its caller gives up.
func setDeadline(h nats.Header, now, deadline time.Time) {
	h.Set(timeoutHeader, max(deadline.Sub(now), time.Millisecond).Round(time.Millisecond).String())
	h.Set(deadlineHeader, deadline.UTC().Format(time.RFC3339Nano))
}

// Deadline returns when the caller of a request that arrived just now gives up; zero if
// it never does. late is how long that has been over already, beyond what clocks may lie
// apart: it was under way for long, or the clocks are wrong.
//
// The time left counts from the arrival, so that a difference of the clocks takes nothing
// away; the time on the caller's clock bounds it, so that what was under way for long
// isn't taken for new.
func Deadline(h micro.Headers, arrived time.Time) (deadline time.Time, late time.Duration) {
	if left, err := time.ParseDuration(h.Get(timeoutHeader)); err == nil && left > 0 {
		deadline = arrived.Add(left)
	}
	if at, err := time.Parse(time.RFC3339Nano, h.Get(deadlineHeader)); err == nil {
		if at = at.Add(maxClockSkew); deadline.IsZero() || at.Before(deadline) {
			deadline = at
		}
		late = max(0, arrived.Sub(at))
	}
	return deadline, late
}
