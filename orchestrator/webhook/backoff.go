package webhook

import (
	"math"
	"time"
)

// Timing says how often an event is tried.
type Timing struct {
	First  time.Duration // the pause after the first failure; it doubles from one to the next
	Most   time.Duration // the longest pause
	GiveUp time.Duration // the age at which an event is given up
	// AckWait is after how long of silence an event is taken from a process. 0 is four
	// times what a receiver may take, and ten seconds.
	AckWait time.Duration
}

// DefaultTiming is that of servers.
func DefaultTiming() Timing {
	return Timing{First: 5 * time.Second, Most: time.Hour, GiveUp: 24 * time.Hour}
}

// backoff returns the pause after so many failures. random is from 0 to 1: up to a fifth
// is taken off, so that what failed together is not tried together.
func (t Timing) backoff(failures int, random float64) time.Duration {
	pause := float64(t.First) * math.Pow(2, float64(max(failures, 1)-1))
	return time.Duration(min(pause, float64(t.Most)) * (1 - random/5))
}

// next returns after which pause an event is tried again that has failed so often and is
// so old; false to give it up. It is tried a last time when its time is over.
func (t Timing) next(failures int, age, retryAfter time.Duration, random float64) (time.Duration, bool) {
	left := t.GiveUp - age
	if left <= 0 {
		return 0, false
	}
	pause := max(t.backoff(failures, random), min(retryAfter, t.Most))
	return min(pause, left), true
}
