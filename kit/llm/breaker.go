package llm

import (
	"sync"
	"time"
)

// A breaker keeps calls from a provider that does not work. It opens after a run
// of failures, at once after a timeout, because each further one would cost a
// run that much again. After a pause one call is let through as a trial: if it
// succeeds the breaker closes, else the pause begins anew and is longer.
type breaker struct {
	failures int           // in a row that open it
	pause    time.Duration // first one

	mu     sync.Mutex
	row    int       // failures in a row
	until  time.Time // open until then; zero if closed
	opened int       // times in a row that it opened without a success between
	trial  bool      // one is on its way
}

// longest is how many times the first pause a breaker stays open at most.
const longest = 8

// allow reports whether a call may be made. Whoever is allowed tells how it went.
func (b *breaker) allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return true
	}
	if b.trial || time.Now().Before(b.until) {
		return false
	}
	b.trial = true
	return true
}

// open reports for how much longer no call is let through.
func (b *breaker) open() (time.Duration, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := time.Until(b.until)
	return left, !b.until.IsZero() && left > 0
}

// tell takes note of a call that was allowed; nil is one that the provider
// answered.
func (b *breaker) tell(err *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	trial := b.trial
	b.trial = false
	switch {
	case err == nil || !err.sick() && err.Cause != Canceled:
		b.row, b.opened, b.until = 0, 0, time.Time{}
	case err.Cause == Canceled: // says nothing
	default:
		b.row++
		if trial || err.Cause == TimedOut || b.row >= b.failures {
			pause := b.pause * time.Duration(min(1<<min(b.opened, 10), longest))
			b.until = time.Now().Add(max(pause, err.RetryAfter))
			b.opened++
			b.row = 0
		}
	}
}
