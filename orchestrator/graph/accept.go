package graph

import (
	"cmp"
	"fmt"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
)

// A Reply is an answer to a pause before it is kept.
type Reply struct {
	Pause   *runv1.Interrupted // with what was shown to whoever answers
	Outcome Outcome
	Answer  proto.Message // nil if nothing was said
	By      auth.Principal
	Time    time.Time // when it is kept
}

// An ExpiredError is returned for an answer to a pause whose wait is over, whether or not
// the log says so yet.
type ExpiredError struct{ Pause *runv1.Interrupted }

func (e *ExpiredError) Error() string {
	return fmt.Sprintf("the wait for an answer was over on %s", e.Pause.GetExpireTime().AsTime().Format(time.RFC3339))
}

// A ScopeError is returned for an answer by somebody who may not give it.
type ScopeError struct {
	Pause *runv1.Interrupted
	Scope auth.Scope // that is missing
}

func (e *ScopeError) Error() string {
	return fmt.Sprintf("an answer to %s needs the scope %s", e.Pause.GetState(), e.Scope)
}

// scope is what whoever answers a Wait state needs.
func (n *Node[S]) scope() auth.Scope { return cmp.Or(n.Scope, auth.Write) }

// expired reports whether the wait of a pause is over at a time.
func expired(i *runv1.Interrupted, now time.Time) bool {
	t := i.GetExpireTime()
	return t != nil && !now.Before(t.AsTime())
}

// Permit returns a *ScopeError if somebody may not answer a pause, open or over, nil if
// they may or there has been none with that id.
func (g *Graph[S]) Permit(events []*runv1.Event, interrupt string, by auth.Principal) error {
	for _, e := range events {
		i := e.GetInterrupted()
		if i == nil || i.GetInterruptId() != interrupt {
			continue
		}
		if n := g.nodes[State(i.GetState())]; n != nil && !by.May(n.scope()) {
			return &ScopeError{i, n.scope()}
		}
	}
	return nil
}

// accept returns why a run refuses an answer that somebody may give at a time, nil if it
// takes it.
func (g *Graph[S]) accept(run *Run[S], a *runv1.Answered, by auth.Principal, now time.Time) error {
	answer, err := unpack(a.GetPayload())
	if err != nil {
		return err
	}
	for _, b := range run.Branches {
		if b.Waiting == nil || b.Waiting.GetInterruptId() != a.GetInterruptId() {
			continue
		}
		if expired(b.Waiting, now) {
			return &ExpiredError{b.Waiting}
		}
		if n := g.nodes[b.State]; n.Accept != nil {
			return n.Accept(run.Data, Reply{b.Waiting, Outcome(a.GetOutcome()), answer, by, now})
		}
	}
	return nil
}
