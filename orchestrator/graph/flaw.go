package graph

import (
	"cmp"
	"errors"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// flawed takes it that a branch can't go on because of a flaw of the graph, as the failure
// of its step.
func (w *walk[S]) flawed(b Branch, err error) error {
	w.tellPanic(err)
	return w.finish(finished{hand: &hand{b.ID, b.State}, state: b.State, err: err, before: b.Tried, start: w.o.Now()})
}

// tellPanic tells of a panic, if that is what an error is.
func (w *walk[S]) tellPanic(err error) {
	if p, ok := errors.AsType[*PanicError](err); ok && w.o.Panicked != nil {
		w.o.Panicked(p)
	}
}

// unfolded has the run fail because of an event that the graph can't fold. It is not kept:
// nobody could read the run any more.
func (w *walk[S]) unfolded(e *runv1.Event, p *PanicError) {
	w.tellPanic(p)
	b := w.run.of(e)
	w.stuck[b.ID] = true
	w.wasted = append(w.wasted, e.GetStepCompleted().GetUsage()...)
	w.failure = cmp.Or(w.failure, &runv1.Failed{Reason: w.o.tell(p), Code: CodeStepFailed, State: string(b.State)})
}
