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
	turn   int       // how often it has opened or closed
	trial  bool      // one is on its way
}

// A leave is what a call was allowed by.
type leave struct {
	turn  int  // how often the breaker had opened or closed then
	trial bool // the call is to show whether the provider is well again
}

// longest is how many times the first pause a breaker stays open at most.
const longest = 8

// allow reports whether a call may be made. Whoever is allowed tells how it went.
func (b *breaker) allow() (leave, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return leave{turn: b.turn}, true
	}
	if b.trial || time.Now().Before(b.until) {
		return leave{}, false
	}
	b.trial = true
	return leave{b.turn, true}, true
}

// left is for how much longer no call is let through, below zero if one is.
func (b *breaker) left() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Until(b.until)
}

// tell takes note of a call that was allowed; nil is one that the provider
// answered. Of calls that fail together the first opens the breaker, and the others
// are no further news.
func (b *breaker) tell(l leave, err *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.trial {
		b.trial = false
	}
	switch {
	case err == nil || !err.sick() && err.Cause != Canceled:
		if !b.until.IsZero() {
			b.turn++
		}
		b.row, b.opened, b.until = 0, 0, time.Time{}
	case err.Cause == Canceled, l.turn != b.turn: // says nothing
	default:
		b.row++
		if l.trial || err.Cause == TimedOut || b.row >= b.failures {
			pause := b.pause * time.Duration(min(1<<min(b.opened, 10), longest))
			b.until = time.Now().Add(max(pause, err.RetryAfter))
			b.opened++
			b.turn++
			b.row = 0
		}
	}
}
