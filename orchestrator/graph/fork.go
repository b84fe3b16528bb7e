package graph

import (
	"errors"
	"fmt"
	"strings"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
)

// ErrNoPoint is returned for a point of a run that a fork can't begin at.
var ErrNoPoint = errors.New("the run can't be forked there")

// A Takeover is what a fork makes of a state that the other run has left.
type Takeover int

const (
	// ByKind is Again for an approval if all effects of the graph are Harmless, Barred
	// for an approval if they are not, and Changeable for all else.
	ByKind Takeover = iota
	// Changeable states are taken over, and the fork may change what they produced.
	Changeable
	// Kept states are taken over as they are.
	Kept
	// Again has the fork begin before the run left the state, wherever else it was to
	// begin: what is waited for there is asked again.
	Again
	// Barred states can't be taken over: a fork has to begin before the run left them.
	Barred
)

// A ForkError tells why a fork would do what was approved for the other run.
type ForkError struct {
	State     State
	Interrupt string // the pause, "" if the state is none
	Last      int64  // the last event that a fork can take over
	// Parent is the run that the other one does a part of; what it does may have been
	// approved there. The rest is empty then.
	Parent string
}

func (e *ForkError) Error() string {
	if e.Parent != "" {
		return fmt.Sprintf("the run does a part of run %s, where that may have been approved", e.Parent)
	}
	return fmt.Sprintf("a fork can't take over what came of %s", strings.TrimSpace(string(e.State)+" "+e.Interrupt))
}

// takeover is what a fork makes of a node's state.
func (g *Graph[S]) takeover(n *Node[S]) Takeover {
	switch {
	case n.Fork != ByKind:
		return n.Fork
	case n.Scope != auth.Approve:
		return Changeable
	case g.harmless():
		return Again
	}
	return Barred
}

// harmless reports whether a fork may do again whatever the graph does.
func (g *Graph[S]) harmless() bool {
	for _, n := range g.nodes {
		if (n.Kind == Effect || n.Kind == Call) && !n.Harmless {
			return false
		}
	}
	return true
}

// Fork returns the events that a run begins with which takes over another one's up
// to an event, with changes, and which event that is; 0 is the last. What happened to
// the other run and not in it is left out: that it was handed on, failed and was
// retried, or waits for a run of its own or until a time. So is an approval that it waits
// for, which is asked for anew with what the fork has made of it. The first event is the
// other run's start, to be given a name of its own.
//
// Its error is a *ForkError if nodes don't let the fork take over so much, a *ChangeError
// if a change can't be made.
func (g *Graph[S]) Fork(events []*runv1.Event, at int64, changes []Override) ([]*runv1.Event, int64, error) {
	if n := int64(len(events)); at < 0 || at > n {
		return nil, 0, fmt.Errorf("%w: it has no event %d, the last is %d", ErrNoPoint, at, n)
	}
	if at > 0 {
		events = events[:at]
	}
	if parent := events[0].GetStarted().GetParentRunId(); parent != "" && !g.harmless() {
		return nil, 0, &ForkError{Parent: parent}
	}
	events, err := g.allowed(events)
	if err != nil {
		return nil, 0, err
	}
	out := g.copied(events)
	for i, c := range changes {
		of, _, _ := strings.Cut(c.Name, ".")
		if n := g.nodes[State(of)]; n != nil && g.takeover(n) == Kept {
			return nil, 0, &ChangeError{i, fmt.Errorf("a fork can't change what %s produced", of)}
		}
		if err := set(out, c.Name, c.Value); err != nil {
			return nil, 0, &ChangeError{i, err}
		}
	}
	return out, int64(len(events)), nil
}

// allowed returns which of the events a fork may take over.
func (g *Graph[S]) allowed(events []*runv1.Event) ([]*runv1.Event, error) {
	asked := map[string]State{} // by pause
	for i, e := range events {
		left, pause := State(""), ""
		switch k := e.GetKind().(type) {
		case *runv1.Event_Interrupted:
			asked[k.Interrupted.GetInterruptId()] = State(k.Interrupted.GetState())
		case *runv1.Event_Answered:
			pause = k.Answered.GetInterruptId()
			left = asked[pause]
		case *runv1.Event_StepCompleted:
			left = State(k.StepCompleted.GetState())
		case *runv1.Event_ChildEnded:
			left = State(k.ChildEnded.GetState())
		case *runv1.Event_TimerFired:
			left = State(k.TimerFired.GetState())
		}
		n := g.nodes[left]
		if n == nil {
			continue
		}
		switch g.takeover(n) {
		case Barred:
			return nil, &ForkError{State: left, Interrupt: pause, Last: int64(i)}
		case Again:
			return events[:i], nil
		}
	}
	return events, nil
}

// copied returns the events as those of a run of its own.
func (g *Graph[S]) copied(events []*runv1.Event) []*runv1.Event {
	back := map[string]bool{}                 // children that have ended
	sleeps := map[int32]*runv1.TimerStarted{} // of branches, the last
	for _, e := range events {
		back[e.GetChildEnded().GetRunId()] = true
		if t := e.GetTimerStarted(); t != nil {
			sleeps[t.GetBranch()] = t
		}
		delete(sleeps, e.GetTimerFired().GetBranch())
	}
	pauses := map[string]string{} // their names in the copy, whose events are counted anew
	var out []*runv1.Event
	for _, e := range events {
		switch k := e.GetKind().(type) {
		case *runv1.Event_Started, *runv1.Event_StepCompleted, *runv1.Event_Answered, *runv1.Event_ChildEnded, *runv1.Event_TimerFired, *runv1.Event_Signalled:
		case *runv1.Event_Interrupted:
			if n := g.nodes[State(k.Interrupted.GetState())]; n != nil && n.Scope == auth.Approve {
				continue // no answer to it is taken over
			}
		case *runv1.Event_TimerStarted:
			if sleeps[k.TimerStarted.GetBranch()] == k.TimerStarted {
				continue // it is told anew until when
			}
		case *runv1.Event_ChildStarted:
			if !back[k.ChildStarted.GetRunId()] {
				continue
			}
		default:
			continue
		}
		e = proto.CloneOf(e)
		e.Sequence = int64(len(out)) + 1
		switch k := e.GetKind().(type) {
		case *runv1.Event_StepCompleted:
			k.StepCompleted.Usage = nil // it was the other run that paid
		case *runv1.Event_Signalled:
			k.Signalled.RequestId = "" // it was the other run that took it by that
		case *runv1.Event_Interrupted:
			id := pauseID(e.Sequence)
			pauses[k.Interrupted.GetInterruptId()], k.Interrupted.InterruptId = id, id
		case *runv1.Event_Answered:
			k.Answered.InterruptId = pauses[k.Answered.GetInterruptId()]
		}
		out = append(out, e)
	}
	return out
}

// pauseID names a pause by its event.
func pauseID(sequence int64) string { return fmt.Sprintf("i%d", sequence) }
