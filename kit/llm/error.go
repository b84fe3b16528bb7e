package llm

import (
	"errors"
	"fmt"
	"time"
)

// Errors that tell why a model was not asked, or had no answer.
var (
	// ErrNoAnswer says that no provider had an answer that could be used.
	ErrNoAnswer = errors.New("no model answered")
	// ErrTooLong says that a prompt is longer than the model's window.
	ErrTooLong = errors.New("the prompt is longer than the model's window")
	// ErrBudget says that asking would exceed a budget.
	ErrBudget = errors.New("the budget is used up")
	// ErrModelMissing says that a provider has no such model.
	ErrModelMissing = errors.New("the provider has no such model")
)

// A Cause says what went wrong with a call, as far as that decides what to do.
type Cause string

// The causes.
const (
	// Unreachable: no connection, or it broke. Trying again can help.
	Unreachable Cause = "unreachable"
	// TimedOut: it did not answer in time. Trying again would take as long.
	TimedOut Cause = "timeout"
	// Busy: it asks to be left alone for a while (429, 503, 529).
	Busy Cause = "busy"
	// Broken: it failed (500, 502), or sent what is no reply.
	Broken Cause = "broken"
	// Denied: the key is wrong or may not do this.
	Denied Cause = "denied"
	// Missing: there is no such model.
	Missing Cause = "missing"
	// Refused: it does not take the request as it is.
	Refused Cause = "refused"
	// Canceled: the caller went away.
	Canceled Cause = "canceled"
)

// An Error is a call that failed.
type Error struct {
	Provider, Model string
	Cause           Cause
	Status          int           // of HTTP; 0 if there was none
	RetryAfter      time.Duration // how long the provider asks to wait; 0 if it doesn't say
	Err             error
}

func (e *Error) Error() string {
	name := e.Provider
	if e.Model != "" {
		name += " " + e.Model
	}
	return fmt.Sprintf("%s: %s: %v", name, e.Cause, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// heals reports whether the same call may succeed a little later.
func (e *Error) heals() bool {
	switch e.Cause {
	case Unreachable, Busy, Broken:
		return true
	case TimedOut, Denied, Missing, Refused, Canceled:
	}
	return false
}

// sick reports whether the error speaks against the provider as a whole, and not
// only against this request.
func (e *Error) sick() bool {
	switch e.Cause {
	case Unreachable, Busy, Broken, TimedOut, Denied:
		return true
	case Missing, Refused, Canceled:
	}
	return false
}
