package graph

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// What the author of a graph has written is called in this package alone, and what it
// panics with is an error: of the step, the run or the call that it was asked for. The
// functions that only need that are here.

// A PanicError is a panic of what a graph's author has written. Its message is for the
// run's record and for logs; the stack is for logs alone.
type PanicError struct {
	Graph   string
	Version int32
	Func    string // "Run", or another field of Node or Definition
	State   State  // "" if the function is of the whole graph
	Value   any
	Stack   []byte
}

func (e *PanicError) Error() string {
	of := ""
	if e.State != "" {
		of = " of state " + string(e.State)
	}
	return fmt.Sprintf("graph %s@%d: %s%s panicked: %v", e.Graph, e.Version, e.Func, of, e.Value)
}

// Trace returns the stack.
func (e *PanicError) Trace() string { return string(e.Stack) }

// recovered makes an error of what a function of the author panics with. It is deferred.
func (g *Graph[S]) recovered(of string, s State, err *error) {
	if p := recover(); p != nil {
		*err = &PanicError{Graph: g.def.Name, Version: g.def.Version, Func: of, State: s, Value: p, Stack: debug.Stack()}
	}
}

func (g *Graph[S]) newData(started *runv1.Started, input proto.Message) (s S, err error) {
	defer g.recovered("New", "", &err)
	return g.def.New(started, input)
}

func (g *Graph[S]) apply(s S, c Change) (after S, err error) {
	defer g.recovered("Apply", c.State, &err)
	return g.def.Apply(s, c), nil
}

func (g *Graph[S]) disposition(s S) (d string, err error) {
	if g.def.Disposition == nil {
		return "", nil
	}
	defer g.recovered("Disposition", "", &err)
	return g.def.Disposition(s), nil
}

func (g *Graph[S]) result(s S) (result *anypb.Any, err error) {
	if g.def.Result == nil {
		return nil, nil
	}
	defer g.recovered("Result", "", &err)
	return pack(g.def.Result(s))
}

func (g *Graph[S]) describe(started *runv1.Started) (text string, err error) {
	if g.def.Describe == nil {
		return "", nil
	}
	defer g.recovered("Describe", "", &err)
	return g.def.Describe(started), nil
}

func (g *Graph[S]) summary(c *runv1.StepCompleted) (text string, err error) {
	if g.def.Summary == nil {
		return "", nil
	}
	defer g.recovered("Summary", State(c.GetState()), &err)
	return g.def.Summary(c), nil
}

func (g *Graph[S]) detail(c *runv1.StepCompleted) (told proto.Message, err error) {
	if g.def.Detail == nil {
		return nil, nil
	}
	defer g.recovered("Detail", State(c.GetState()), &err)
	return g.def.Detail(c), nil
}

func (g *Graph[S]) report(ctx context.Context, r *Run[S]) (told proto.Message, err error) {
	if g.def.Report == nil {
		return nil, nil
	}
	defer g.recovered("Report", "", &err)
	return g.def.Report(ctx, r)
}

func (g *Graph[S]) said(answer proto.Message) (text string, err error) {
	if g.def.Said == nil {
		return "", nil
	}
	defer g.recovered("Said", "", &err)
	return g.def.Said(answer), nil
}

// catches reports whether a run goes on without a step of the node that failed for good.
func (g *Graph[S]) catches(n *Node[S], s S) (yes bool, err error) {
	if n.Catch == "" || n.Catches == nil {
		return n.Catch != "", nil
	}
	defer g.recovered("Catches", n.State, &err)
	return n.Catches(s), nil
}

func (g *Graph[S]) expires(n *Node[S], s S) (after time.Duration, err error) {
	if n.Expires == nil {
		return 0, nil
	}
	defer g.recovered("Expires", n.State, &err)
	return n.Expires(s), nil
}

// signalled returns how a wait goes on without an answer, "" if it does not.
func (g *Graph[S]) signalled(n *Node[S], s S) (o Outcome, err error) {
	if n.Signalled == nil {
		return "", nil
	}
	defer g.recovered("Signalled", n.State, &err)
	if o = n.Signalled(s); o != "" && n.Outcomes[o] == nil {
		return "", fmt.Errorf("%w: %s, %q", errOutcome, n.State, o)
	}
	return o, nil
}

func (g *Graph[S]) applySignalOf(sig *Signal[S], s S, m proto.Message) (after S, err error) {
	defer g.recovered("Signals["+sig.Name+"].Apply", "", &err)
	return sig.Apply(s, m)
}

func (g *Graph[S]) answerQuery(q *Query[S], s S, in proto.Message) (out proto.Message, err error) {
	defer g.recovered("Queries["+q.Name+"].Answer", "", &err)
	return q.Answer(s, in)
}

func (g *Graph[S]) until(n *Node[S], s S, now time.Time) (at time.Time, err error) {
	defer g.recovered("Until", n.State, &err)
	return n.Until(s, now), nil
}

// child returns which run a Call state starts: its graph and its input.
func (g *Graph[S]) child(n *Node[S], s S, step Step) (of string, input *anypb.Any, err error) {
	defer g.recovered("Start", n.State, &err)
	c := n.Start(s, step)
	input, err = pack(c.Input)
	return c.Graph, input, err
}

// childEnded returns how a Call state goes on after its run has ended.
func (g *Graph[S]) childEnded(n *Node[S], s S, e *runv1.ChildEnded) (o Outcome, err error) {
	defer g.recovered("Ended", n.State, &err)
	if o = n.Ended(s, e); n.Outcomes[o] == nil {
		return "", fmt.Errorf("%w: %s, %q", errOutcome, n.State, o)
	}
	return o, nil
}
