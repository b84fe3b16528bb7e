package graph

import (
	"context"
	"errors"
	"slices"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/auth"
)

// A Folded is a run with the events that it was folded from, without the type of its
// data. It does not change: what comes of it is another one. So it may be kept, and used
// by several at once.
type Folded interface {
	// Progress is where the run stands. It must not be changed.
	Progress() *Progress
	// Events are those of the run so far. They must not be changed.
	Events() []*runv1.Event
	// With returns the run after further events.
	With(events ...*runv1.Event) (Folded, error)
	// Resume walks on. It returns the run as it then stands in the log; nil with an error
	// that is no *Yield.
	Resume(ctx context.Context, journal Journal, o Options) (Folded, error)
	// Accept returns why the run refuses an answer that somebody gives at a time, nil if it
	// takes it. The answer names its pause and its outcome.
	Accept(a *runv1.Answered, by auth.Principal, now time.Time) error
	// Signal returns the events by which the run takes a signal at a time: the signal, and
	// the ends of the waits that it ends. Its error is a *PortError if the run does not take it.
	Signal(s *runv1.Signalled, now time.Time) ([]*runv1.Event, error)
	// GiveUp returns the events that end what keeps killing the workers of the run. With
	// them may come a *PanicError of the graph, which has something to say of that.
	GiveUp(reason string, now time.Time) ([]*runv1.Event, error)
}

// Folded folds a run's events and keeps them with what came of them.
func (g *Graph[S]) Folded(events []*runv1.Event) (Folded, error) {
	run, err := g.Fold(events)
	if err != nil {
		return nil, err
	}
	return &folded[S]{g, run, slices.Clip(events)}, nil
}

type folded[S any] struct {
	g      *Graph[S]
	run    *Run[S]
	events []*runv1.Event // clipped: whoever appends makes a copy
}

func (f *folded[S]) Progress() *Progress    { return &f.run.Progress }
func (f *folded[S]) Events() []*runv1.Event { return f.events }

func (f *folded[S]) With(events ...*runv1.Event) (Folded, error) {
	if len(events) == 0 {
		return f, nil
	}
	run := f.run.clone()
	for _, e := range events {
		if err := f.g.Apply(run, e); err != nil {
			return nil, err
		}
	}
	return &folded[S]{f.g, run, slices.Clip(append(f.events, events...))}, nil
}

func (f *folded[S]) Resume(ctx context.Context, journal Journal, o Options) (Folded, error) {
	run, kept := f.run.clone(), &recorder{Journal: journal}
	_, err := f.g.Walk(ctx, run, kept, o)
	if _, rests := errors.AsType[*Yield](err); err != nil && !rests {
		return nil, err
	}
	return &folded[S]{f.g, run, slices.Clip(append(f.events, kept.events...))}, err
}

func (f *folded[S]) Accept(a *runv1.Answered, by auth.Principal, now time.Time) error {
	if err := f.g.Permit(f.events, a.GetInterruptId(), by); err != nil {
		return err
	}
	return f.g.accept(f.run, a, by, now)
}

func (f *folded[S]) GiveUp(reason string, now time.Time) ([]*runv1.Event, error) {
	return f.g.giveUp(f.run, reason, now)
}

// A recorder is a journal that remembers what it has taken and told. One walk uses it, so
// one thing at a time is asked of it.
type recorder struct {
	Journal
	events []*runv1.Event
}

func (r *recorder) Append(ctx context.Context, events []*runv1.Event, after Standing) error {
	err := r.Journal.Append(ctx, events, after)
	if err == nil {
		r.events = append(r.events, events...)
	}
	return err
}

func (r *recorder) Since(ctx context.Context) ([]*runv1.Event, func(), error) {
	events, accept, err := r.Journal.Since(ctx)
	return events, func() {
		accept()
		r.events = append(r.events, events...)
	}, err
}
