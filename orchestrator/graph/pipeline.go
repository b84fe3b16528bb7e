package graph

import (
	"context"
	"errors"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// ErrFenced is returned by a Journal when someone else has written to the run
// since it was read, and by a walk if that was another worker. What was in memory is
// worthless then.
var ErrFenced = errors.New("someone else has written to this run")

// ErrTooLarge is returned by a Journal for events that its store never takes.
var ErrTooLarge = errors.New("what the step has made is more than the log of runs takes")

// ErrEncoding is returned by a Journal for events that can't be written down, such as
// words that are no UTF-8.
var ErrEncoding = errors.New("what the step has made can't be encoded")

// A Journal keeps the events of one run.
type Journal interface {
	// Append keeps events together, directly after what this Journal has read
	// or written so far, or fails with ErrFenced. When it returns nil they are
	// as safe as the store promises. after is how the run stands after them.
	Append(ctx context.Context, events []*runv1.Event, after Standing) error
	// Since returns what others have kept after what this Journal has read or
	// written. When accept is called, the Journal goes on after that.
	Since(ctx context.Context) (events []*runv1.Event, accept func(), err error)
}

// Durability says what may be lost, and what that costs.
type Durability string

const (
	// Strict has each step's event on disk before the next step starts.
	Strict Durability = "strict"
	// Pipelined lets pure steps flow on while their events are on their way to
	// disk, and waits for them before any effect, pause or end. A crash repeats
	// at most the pure steps in flight.
	Pipelined Durability = "pipelined"
	// Relaxed is Pipelined on a store that does not sync: after a power loss,
	// what was acknowledged in the last seconds or minutes may be gone.
	Relaxed Durability = "relaxed"
)

// A pipeline appends events in order with at most one append in flight: an
// append in flight hides the sequence that its successor has to expect. What
// comes meanwhile goes together in the next record. It is owned by the loop of
// one walk; only the append itself runs beside it.
type pipeline struct {
	ctx     context.Context
	journal Journal
	pending []*runv1.Event
	flying  bool
	sent    []*runv1.Event // what is in flight
	landed  chan error     // result of the append in flight
	err     error          // the first failure; nothing is appended after it
	// after returns how the run stands after all events that were added; kept is told of
	// those that are kept; fenced of those that are not because someone else has written
	// to the run, and returns what takes their place.
	after  func() Standing
	kept   func([]*runv1.Event)
	fenced func([]*runv1.Event) ([]*runv1.Event, error)
}

func newPipeline(ctx context.Context, j Journal) *pipeline {
	return &pipeline{ctx: ctx, journal: j, landed: make(chan error, 1)}
}

// hold takes an event that is appended together with the next one.
func (p *pipeline) hold(e *runv1.Event) { p.pending = append(p.pending, e) }

// launch appends what was taken, if no append is in flight.
func (p *pipeline) launch() {
	if p.flying || p.err != nil || len(p.pending) == 0 {
		return
	}
	events, after := p.pending, p.after()
	p.pending, p.sent, p.flying = nil, events, true
	go func() { p.landed <- p.journal.Append(p.ctx, events, after) }()
}

// settle takes the result of the append in flight and starts the next.
func (p *pipeline) settle(err error) error {
	sent := p.sent
	p.flying, p.sent = false, nil
	switch {
	case p.err != nil:
	case err == nil:
		p.kept(sent)
	case errors.Is(err, ErrFenced):
		p.pending, p.err = p.fenced(append(sent, p.pending...))
	default:
		p.err = err
	}
	p.launch()
	return p.err
}

// flush returns once everything that was added is kept.
func (p *pipeline) flush() error {
	for p.flying || (len(p.pending) > 0 && p.err == nil) {
		p.launch()
		if err := p.settle(<-p.landed); err != nil {
			return err
		}
	}
	return p.err
}

// drain waits for the append in flight, so that no goroutine outlives the walk.
func (p *pipeline) drain() {
	p.pending = nil
	if p.flying {
		p.err = <-p.landed // of no use to anybody: whoever goes on reads the log
	}
}
