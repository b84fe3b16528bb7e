package graph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/orchestrator/budget"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// errOutcome is returned when a handler names an outcome that its state does
// not have: a flaw of the graph, not of the world.
var errOutcome = errors.New("the handler returned an outcome that the state does not have")

// effectless is the error of an attempt that has certainly had no effect.
type effectless struct{ error }

func (e *effectless) Unwrap() error { return e.error }

// Effectless marks the error of an attempt at an effect that has certainly had none, as when
// nobody could be reached to do it. A step of which all attempts failed so is known not to be
// done; see Step.Recovered and StepCompleted.effectless.
func Effectless(err error) error { return &effectless{err} }

// A begin asks for an attempt at an effect, after one that failed.
type begin struct {
	hand    *hand
	attempt int
	kept    chan<- error
}

// attempt runs a branch's step until it succeeds, can't, or may not any more,
// and reports once.
func (w *walk[S]) attempt(h *hand, b Branch, n *Node[S], data S, spent budget.Spent) {
	f := finished{hand: h, state: n.State, child: b.Child.GetRunId(), before: b.Tried, start: w.o.Now(), touched: b.Recovered}
	ctx, used := w.meter(b)
	queued := time.Duration(0)
	defer func() {
		f.usage, f.took = used(), max(0, w.o.Now().Sub(f.start)-queued)
		w.results <- f
	}()
	most := cmp.Or(w.o.Steps[n.State].Attempts, n.Attempts, w.o.Attempts)
	for f.attempts = 1; ; f.attempts++ {
		step := w.step(b, b.Tried+f.attempts)
		step.Recovered = f.touched
		f.result, f.err = w.once(ctx, step, n, data, spent.Add(used()), b.Child, &queued)
		if f.err == nil {
			return
		}
		if _, none := errors.AsType[*effectless](f.err); !none {
			f.touched = true
		}
		if cause := context.Cause(w.ctx); cause != nil {
			f.err = fmt.Errorf("%w (at %s: %w)", cause, n.State, f.err)
			return
		}
		if w.wall.reached() {
			f.err = fmt.Errorf("%w (at %s: %w)", errWallTime, n.State, f.err)
			return
		}
		// Another attempt is of use only where the next may go well. What waits for
		// somebody else rests, which has a budget of its own.
		if b.Failed+f.attempts >= most || w.o.Classify(f.err) != Transient {
			return
		}
		if !lifecycle.Sleep(w.ctx, w.o.Backoff(f.attempts+1)) {
			f.err = context.Cause(w.ctx)
			return
		}
		if n.Kind != Effect {
			continue
		}
		if err := w.again(h, step.Attempt+1); err != nil {
			f.err = err
			return
		}
	}
}

// meter returns the context of a step, over all its attempts, and what it has cost.
func (w *walk[S]) meter(b Branch) (context.Context, func() []*commonv1.ModelUsage) {
	if w.o.Meter == nil {
		return w.ctx, func() []*commonv1.ModelUsage { return nil }
	}
	return w.o.Meter(w.ctx, w.step(b, b.Tried+1))
}

// again has the loop keep that an effect is about to be tried again.
func (w *walk[S]) again(h *hand, attempt int) error {
	kept := make(chan error, 1)
	w.begins <- begin{h, attempt, kept}
	return <-kept
}

// step is what a handler is told of an attempt.
func (w *walk[S]) step(b Branch, attempt int) Step {
	return Step{
		RunID: w.id, Branch: b.ID, State: b.State, Visit: b.Visit, Item: b.item(), Attempt: attempt, Recovered: b.Recovered,
		Key: fmt.Sprintf("%s/%s/%d", w.id, b.State, b.Visit),
	}
}

// once runs a handler one time. A panic is an error of this step alone.
// queued grows by the time for which it waited until it might begin.
func (w *walk[S]) once(ctx context.Context, step Step, n *Node[S], data S, spent budget.Spent, child *runv1.ChildStarted, queued *time.Duration) (res Result, err error) {
	step.Draft = func(words string) {
		if w.o.Draft != nil {
			w.o.Draft(step, words)
		}
	}
	if w.o.Step != nil {
		var done func(Result, error)
		came := time.Now()
		ctx, done = w.o.Step(ctx, step)
		defer func() { done(res, err) }()
		*queued += time.Since(came)
		w.wall.moveBack(time.Since(came))
	}
	ctx, cancel := w.wall.limit(ctx, cmp.Or(w.o.Steps[n.State].Timeout, n.Timeout, w.o.Timeout)+n.Patience)
	defer cancel()
	if w.o.Entered != nil && step.Attempt == 1 {
		w.o.Entered(step)
	}
	defer w.g.recovered("Run", n.State, &err)
	if n.Kind == Call {
		return Result{}, w.o.Start(ctx, child)
	}
	if w.o.Allow != nil {
		if ctx, err = w.o.Allow(ctx, spent, w.g.def.Budget...); err != nil {
			return Result{}, err
		}
	}
	res, err = n.Run(ctx, data, step)
	switch fans := n.Fan != "" && res.Outcome == n.Fan; {
	case err != nil:
	case n.Outcomes[res.Outcome] == nil:
		err = fmt.Errorf("%w: %s, %q", errOutcome, n.State, res.Outcome)
	case fans && (res.Items < 1 || res.Items > MaxItems), !fans && res.Items != 0:
		err = fmt.Errorf("%w: %s, %q with %d items", errOutcome, n.State, res.Outcome, res.Items)
	}
	return res, err
}
