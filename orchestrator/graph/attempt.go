package graph

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/weft-mesh/weft/kit/usage"
)

// errOutcome is returned when a handler names an outcome that its state does
// not have: a flaw of the graph, not of the world.
var errOutcome = errors.New("the handler returned an outcome that the state does not have")

// A PanicError is a handler's panic. Its message is for the run's record; the
// stack is for the log of whoever runs the worker.
type PanicError struct {
	State State
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("%s panicked: %v", e.State, e.Value) }

// attempt runs a branch's step until it succeeds, can't, or may not any more,
// and reports once.
func (w *walk[S]) attempt(b Branch, n *Node[S], data S) {
	f := finished{branch: b.ID, state: n.State, start: w.o.Now()}
	var used usage.Tally
	defer func() {
		f.usage = used.List()
		w.results <- f
	}()
	ctx := usage.Listen(w.ctx, used.Add)
	for f.attempts = 1; ; f.attempts++ {
		step := Step{RunID: w.run.Started.GetRunId(), Branch: b.ID, State: n.State, Attempt: f.attempts, Used: used.List()}
		f.result, f.err = w.once(ctx, step, n, data)
		if f.err == nil {
			return
		}
		if cause := context.Cause(w.ctx); cause != nil {
			f.err = fmt.Errorf("%w (at %s: %w)", cause, n.State, f.err)
			return
		}
		if w.wall.reached() {
			f.err = fmt.Errorf("%w (at %s: %w)", errWallTime, n.State, f.err)
			return
		}
		if f.attempts >= w.o.Attempts || w.o.Classify(f.err) == Refused {
			return
		}
		if !sleep(w.ctx, w.o.Backoff(f.attempts+1)) {
			f.err = context.Cause(w.ctx)
			return
		}
	}
}

// once runs a handler one time. A panic is an error of this step alone.
func (w *walk[S]) once(ctx context.Context, step Step, n *Node[S], data S) (res Result, err error) {
	ctx, cancel := w.wall.limit(ctx, w.o.Timeout+n.Patience)
	defer cancel()
	if w.o.Entered != nil && step.Attempt == 1 {
		w.o.Entered(step)
	}
	step.Draft = func(words string) {
		if w.o.Draft != nil {
			w.o.Draft(step, words)
		}
	}
	if w.o.Step != nil {
		var done func(Result, error)
		ctx, done = w.o.Step(ctx, step)
		defer func() { done(res, err) }()
	}
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{State: n.State, Value: p, Stack: debug.Stack()}
		}
	}()
	res, err = n.Run(ctx, data, step)
	if err == nil && n.Outcomes[res.Outcome] == nil {
		err = fmt.Errorf("%w: %s, %q", errOutcome, n.State, res.Outcome)
	}
	return res, err
}

// sleep pauses for d, or returns false if ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
