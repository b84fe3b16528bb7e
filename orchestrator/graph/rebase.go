package graph

import (
	"fmt"
	"maps"
	"slices"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// FromOutside reports whether an event was said by people and not done by a worker. The
// end of a child was once written by whoever worked on the child.
func FromOutside(e *runv1.Event) bool {
	switch e.GetKind().(type) {
	case *runv1.Event_Answered, *runv1.Event_Cancelled, *runv1.Event_Retried, *runv1.Event_ChildEnded, *runv1.Event_Signalled:
		return true
	}
	return false
}

// look takes in what someone else may have written.
func (w *walk[S]) look() error {
	if err := w.log.flush(); err != nil {
		return err
	}
	events, accept, err := w.log.journal.Since(w.log.ctx)
	if err != nil || len(events) == 0 {
		return nil //nolint:nilerr // the next append tells
	}
	_, err = w.rebase(events, accept, nil)
	return err
}

// fenced puts events that the log has refused behind what someone else has written.
func (w *walk[S]) fenced(mine []*runv1.Event) ([]*runv1.Event, error) {
	events, accept, err := w.log.journal.Since(w.log.ctx)
	if err != nil {
		return nil, err
	}
	return w.rebase(events, accept, mine)
}

// rebase goes on after what has come from outside. An answer, a signal or a cancel moves no branch
// that a handler is at work for, so nothing that was done is undone. The walk's own
// events that are not kept yet are put behind it. It fails with ErrFenced if another
// worker has the run.
func (w *walk[S]) rebase(outside []*runv1.Event, accept func(), mine []*runv1.Event) ([]*runv1.Event, error) {
	if len(outside) == 0 || slices.ContainsFunc(outside, func(e *runv1.Event) bool { return !FromOutside(e) }) {
		return nil, ErrFenced
	}
	for _, e := range w.kept {
		if err := w.g.Apply(w.base, e); err != nil {
			return nil, err
		}
	}
	w.kept = nil
	was := w.base.clone()
	for _, e := range outside {
		if err := w.g.Apply(w.base, e); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFenced, err)
		}
	}
	r := &replay[S]{g: w.g, was: was, is: w.base.clone(), ids: map[int32]int32{}}
	for _, e := range mine {
		if err := r.again(e); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFenced, err)
		}
	}
	accept()
	w.rebased++
	*w.run = *r.is
	w.follow(r)
	return r.out, nil
}

// follow has the handlers at work go on for the branches that they began for.
func (w *walk[S]) follow(r *replay[S]) {
	w.running, w.atWork = map[int32]*hand{}, map[State]int{}
	for h := range w.hands {
		h.branch = r.id(h.branch)
		if b := r.is.branch(h.branch); b == nil || b.State != h.state || r.is.held(b) {
			h.branch = 0
			continue
		}
		w.running[h.branch] = h
		w.atWork[h.state]++
	}
	stuck := map[int32]bool{}
	for id := range w.stuck {
		stuck[r.id(id)] = true
	}
	w.stuck = stuck
}

// A replay does again what a walk has done, on a run that has changed from outside.
type replay[S any] struct {
	g   *Graph[S]
	was *Run[S] // as the walk took it for
	is  *Run[S]
	ids map[int32]int32 // of branches that have other ones now; 0 for those that are no more
	out []*runv1.Event
}

func (r *replay[S]) id(branch int32) int32 {
	if id, ok := r.ids[branch]; ok {
		return id
	}
	return branch
}

// again does what one event did. What the run has come to meanwhile makes some of them
// void: a wait that has expired was answered, and it has not come to its end, or to
// rest.
func (r *replay[S]) again(e *runv1.Event) error {
	if r.is.Ended != Running || e.GetCompleted() != nil || e.GetFailed() != nil || e.GetReleased() != nil {
		return nil
	}
	before, branch := r.was.lastBranch, r.was.of(e)
	if err := r.g.Apply(r.was, e); err != nil {
		return err
	}
	opened := r.was.lastBranch - before
	now, first := proto.CloneOf(e), int32(0)
	fits := r.place(now, branch)
	if fits {
		first = r.is.lastBranch + 1
		if err := r.g.Apply(r.is, now); err != nil {
			return err
		}
		r.out = append(r.out, now)
	} else {
		r.ids[branch.ID] = 0
	}
	for i := range opened {
		if r.ids[before+1+i] = 0; fits {
			r.ids[before+1+i] = first + i
		}
	}
	return nil
}

// of returns the branch that an event of a walk is about.
func (p *Progress) of(e *runv1.Event) Branch {
	id := int32(0)
	switch k := e.GetKind().(type) {
	case *runv1.Event_StepStarted:
		id = k.StepStarted.GetBranch()
	case *runv1.Event_StepCompleted:
		id = k.StepCompleted.GetBranch()
	case *runv1.Event_ChildStarted:
		id = k.ChildStarted.GetBranch()
	case *runv1.Event_ChildEnded:
		id = k.ChildEnded.GetBranch()
	case *runv1.Event_TimerStarted:
		id = k.TimerStarted.GetBranch()
	case *runv1.Event_TimerFired:
		id = k.TimerFired.GetBranch()
	case *runv1.Event_Interrupted:
		id = k.Interrupted.GetBranch()
	case *runv1.Event_Answered:
		if b := p.asks(k.Answered.GetInterruptId()); b != nil {
			return *b
		}
	}
	if b := p.branch(id); b != nil {
		return *b
	}
	return Branch{}
}

// place makes an event one of the branch that was the given one, and reports whether
// that is still where it was, and may go on: what it had waited for may not have come.
func (r *replay[S]) place(e *runv1.Event, was Branch) bool {
	b := r.is.branch(r.id(was.ID))
	if b == nil || r.is.held(b) || b.State != was.State || (b.Waiting != nil) != (was.Waiting != nil) || (b.Timer != nil) != (was.Timer != nil) {
		return false
	}
	e.Sequence = r.is.Sequence + 1
	switch k := e.GetKind().(type) {
	case *runv1.Event_StepStarted:
		k.StepStarted.Branch = b.ID
	case *runv1.Event_StepCompleted:
		k.StepCompleted.Branch = b.ID
	case *runv1.Event_ChildStarted:
		k.ChildStarted.Branch = b.ID
	case *runv1.Event_ChildEnded:
		if b.Child.GetRunId() != k.ChildEnded.GetRunId() {
			return false
		}
		k.ChildEnded.Branch = b.ID
	case *runv1.Event_TimerStarted:
		k.TimerStarted.Branch = b.ID
	case *runv1.Event_TimerFired:
		k.TimerFired.Branch = b.ID
	case *runv1.Event_Interrupted:
		k.Interrupted.Branch, k.Interrupted.InterruptId = b.ID, pauseID(e.Sequence)
	case *runv1.Event_Answered:
		k.Answered.InterruptId = b.Waiting.GetInterruptId()
	}
	return true
}

// clone returns a run that is folded on by itself.
func (r *Run[S]) clone() *Run[S] {
	c := *r
	c.Branches = slices.Clone(r.Branches)
	c.taken, c.visits, c.places, c.calls = maps.Clone(r.taken), maps.Clone(r.visits), maps.Clone(r.places), maps.Clone(r.calls)
	return &c
}
