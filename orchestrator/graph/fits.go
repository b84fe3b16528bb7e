package graph

import (
	"errors"
	"fmt"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// Fits returns why a run can't go on by this graph, nil if it can: its log does not
// fold, or it waits for something in a state that waits for that no more. The handlers
// are not asked.
func (g *Graph[S]) Fits(events []*runv1.Event) error {
	run, err := g.Fold(events)
	if p, ok := errors.AsType[*PanicError](err); ok { // of a graph that expects something else
		return fmt.Errorf("%w: its data can't be folded: %v", ErrLog, p.Value)
	}
	if err != nil {
		return err
	}
	for _, b := range run.Branches {
		switch kind := g.nodes[b.State].Kind; {
		case b.Waiting != nil && kind != Wait:
			return fmt.Errorf("%w: it waits for a person in state %s, which asks nobody", ErrLog, b.State)
		case b.Timer != nil && kind != Timer:
			return fmt.Errorf("%w: it waits until a time in state %s, which waits for none", ErrLog, b.State)
		case b.Child != nil && kind != Call:
			return fmt.Errorf("%w: it waits for a run in state %s, which starts none", ErrLog, b.State)
		}
	}
	return nil
}

// missing returns an error if the graph does not have a state that an event names.
func (g *Graph[S]) missing(e *runv1.Event, s State) error {
	if g.nodes[s] != nil {
		return nil
	}
	return fmt.Errorf("%w: event %d is of state %s, which the graph does not have", ErrLog, e.GetSequence(), s)
}
