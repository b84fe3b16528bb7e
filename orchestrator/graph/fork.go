package graph

import (
	"errors"
	"fmt"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// ErrNoPoint is returned for a point of a run that a fork can't begin at.
var ErrNoPoint = errors.New("the run can't be forked there")

// Fork returns the events that a run begins with which takes over another one's up
// to an event; 0 is all of them. What happened to the other run and not in it is
// left out: that it was handed on, failed and was retried, or waits for a run of its
// own. The first event is the other run's start, to be given a name of its own.
func Fork(events []*runv1.Event, at int64) ([]*runv1.Event, error) {
	if n := int64(len(events)); at < 0 || at > n {
		return nil, fmt.Errorf("%w: it has no event %d, the last is %d", ErrNoPoint, at, n)
	}
	if at > 0 {
		events = events[:at]
	}
	back := map[string]bool{} // children that have ended
	for _, e := range events {
		back[e.GetChildEnded().GetRunId()] = true
	}
	var out []*runv1.Event
	for _, e := range events {
		switch k := e.GetKind().(type) {
		case *runv1.Event_Started, *runv1.Event_StepCompleted, *runv1.Event_Interrupted, *runv1.Event_Answered, *runv1.Event_ChildEnded:
		case *runv1.Event_ChildStarted:
			if !back[k.ChildStarted.GetRunId()] {
				continue
			}
		default:
			continue
		}
		e = proto.CloneOf(e)
		e.Sequence = int64(len(out)) + 1
		if c := e.GetStepCompleted(); c != nil {
			c.Usage = nil // it was the other run that paid
		}
		out = append(out, e)
	}
	return out, nil
}
