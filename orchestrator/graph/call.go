package graph

import (
	"fmt"

	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// call has the log name the run that a branch waits for, before that is begun. What
// has been named is begun again by whoever resumes: the child's own log takes only
// one start.
func (w *walk[S]) call(b Branch, n *Node[S]) (*runv1.ChildStarted, error) {
	if b.Child != nil {
		return b.Child, nil
	}
	child := n.Start(w.run.Data, w.step(b, b.Tried+1))
	input, err := pack(child.Input)
	if err != nil {
		return nil, err
	}
	c := &runv1.ChildStarted{
		Branch: b.ID, State: string(b.State), RunId: ulid.Make().String(), Graph: child.Graph, Input: input,
	}
	if err := w.append(&runv1.Event{Kind: &runv1.Event_ChildStarted{ChildStarted: c}}); err != nil {
		return nil, err
	}
	return c, w.log.flush()
}

// childEnded returns the event by which a run hears that one of its children has
// ended, nil if no branch waits for that one. The child is told by its id and how it
// ended; the branch and the outcome are filled in.
func (g *Graph[S]) childEnded(run *Run[S], e *runv1.ChildEnded) (*runv1.Event, error) {
	for _, b := range run.Branches {
		if b.Child == nil || b.Child.GetRunId() != e.GetRunId() || run.Ended != Running {
			continue
		}
		n := g.nodes[b.State]
		e.Branch, e.State, e.Outcome = b.ID, string(b.State), string(n.Ended(run.Data, e))
		if n.Outcomes[Outcome(e.GetOutcome())] == nil {
			return nil, fmt.Errorf("%w: %s, %q", errOutcome, n.State, e.GetOutcome())
		}
		return &runv1.Event{Kind: &runv1.Event_ChildEnded{ChildEnded: e}}, nil
	}
	return nil, nil
}
