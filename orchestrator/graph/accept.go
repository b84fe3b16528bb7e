package graph

import (
	"fmt"
	"slices"
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

// A UserError is returned for an answer by somebody else than those who are asked.
type UserError struct{ Pause *runv1.Interrupted }

func (e *UserError) Error() string {
	return fmt.Sprintf("%s asks somebody else", e.Pause.GetState())
}

// expired reports whether the wait of a pause is over at a time.
func expired(i *runv1.Interrupted, now time.Time) bool {
	t := i.GetExpireTime()
	return t != nil && !now.Before(t.AsTime())
}

// May reports whether somebody may answer a pause that has its scope.
func May(by auth.Principal, i *runv1.Interrupted) bool {
	return permit(i, auth.Scope(i.GetScope()), by) == nil
}

func permit(i *runv1.Interrupted, scope auth.Scope, by auth.Principal) error {
	if !by.May(scope) {
		return &ScopeError{i, scope}
	}
	if users := i.GetUsers(); len(users) > 0 && !slices.Contains(users, by.User) {
		return &UserError{i}
	}
	return nil
}

// Permit returns a *ScopeError or a *UserError if somebody may not answer a pause, open
// or over, nil if they may or there has been none with that id.
func (g *Graph[S]) Permit(events []*runv1.Event, interrupt string, by auth.Principal) error {
	for _, e := range events {
		i := e.GetInterrupted()
		if i == nil || i.GetInterruptId() != interrupt {
			continue
		}
		if err := permit(i, g.scopeOf(i), by); err != nil {
			return err
		}
	}
	return nil
}

// accept returns why a run refuses an answer that somebody may give at a time, nil if it
// takes it.
func (g *Graph[S]) accept(run *Run[S], a *runv1.Answered, by auth.Principal, now time.Time) (err error) {
	answer, err := unpack(a.GetPayload())
	if err != nil {
		return err
	}
	b := run.asks(a.GetInterruptId())
	if b == nil {
		return nil
	}
	if expired(b.Waiting, now) {
		return &ExpiredError{b.Waiting}
	}
	n := g.nodes[b.State]
	if n.Accept == nil {
		return nil
	}
	defer g.recovered("Accept", b.State, &err)
	return refused(b.Waiting, n.Accept(run.Data, Reply{b.Waiting, Outcome(a.GetOutcome()), answer, by, now}))
}
