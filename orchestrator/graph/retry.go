package graph

import (
	"cmp"
	"fmt"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/kit/auth"
)

// A RetryError is returned for the retry of a run by somebody who may not have it go on.
type RetryError struct {
	Scope auth.Scope // that is missing
	// Run is the run in which something was approved: the one that is retried, or one that
	// it does a part of. "" if nothing was.
	Run string
	// Pause is the approval; nil if nothing was approved, or the log that would tell is gone.
	Pause *runv1.Interrupted
}

func (e *RetryError) Error() string {
	return fmt.Sprintf("a retry of the run needs the scope %s", e.Scope)
}

// Approved returns the last approval that somebody has given or declined in a run, nil if
// nobody has. An approval whose wait has expired was given by nobody.
func (g *Graph[S]) Approved(events []*runv1.Event) (last *runv1.Interrupted) {
	asked := map[string]*runv1.Interrupted{}
	for _, e := range events {
		if i := e.GetInterrupted(); i != nil && g.scopeOf(i) == auth.Approve {
			asked[i.GetInterruptId()] = i
		}
		if a := e.GetAnswered(); a.GetUser() != "" {
			last = cmp.Or(asked[a.GetInterruptId()], last)
		}
	}
	return last
}

// scopeOf is what whoever answers a pause needs. Earlier builds have kept none.
func (g *Graph[S]) scopeOf(i *runv1.Interrupted) auth.Scope {
	scope := auth.Scope(i.GetScope())
	if n := g.nodes[State(i.GetState())]; n != nil {
		scope = cmp.Or(scope, n.scope())
	}
	return scope
}
