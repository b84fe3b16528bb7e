package graph

import (
	"fmt"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// An ExpiredError is returned for an answer to a pause whose wait is over, whether or not
// the log says so yet.
type ExpiredError struct{ Pause *runv1.Interrupted }

func (e *ExpiredError) Error() string {
	return fmt.Sprintf("the wait for an answer was over on %s", e.Pause.GetExpireTime().AsTime().Format(time.RFC3339))
}

// expired reports whether the wait of a pause is over at a time.
func expired(i *runv1.Interrupted, now time.Time) bool {
	t := i.GetExpireTime()
	return t != nil && !now.Before(t.AsTime())
}

// Accept returns why a run refuses an answer that comes at a time, nil if it takes it.
// The answer names its pause and its outcome.
func (g *Graph[S]) Accept(events []*runv1.Event, a *runv1.Answered, now time.Time) error {
	run, err := g.Fold(events)
	if err != nil {
		return err
	}
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
			return n.Accept(run.Data, Outcome(a.GetOutcome()), answer)
		}
	}
	return nil
}
