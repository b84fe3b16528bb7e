// Package graphtest walks a run of a graph for its tests: the log is in memory, the clock
// stands still until it is moved, a person answers as the API has them do, and agents are
// played. WalkToEnd jumps over timers and waits, and StopAtEachEvent has the process end at
// every record of the log.
package graphtest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Run is a run of a graph, with its log in memory.
type Run[S any] struct {
	T      *testing.T
	Graph  *graph.Graph[S]
	By     auth.Principal // who begins it, and answers
	Now    time.Time
	Events []*runv1.Event
	// Child plays a run that a Call state waits for, and returns its result. An error is how
	// the run failed. It may be asked again after a stop. nil is for graphs without calls.
	Child func(c *runv1.ChildStarted) (proto.Message, error)

	records  int      // that walks have written
	recorded []string // what is in each, for people
	stop     *stop    // nil for none
}

// Append implements graph.Log.
func (r *Run[S]) Append(_ context.Context, events []*runv1.Event, _ graph.Standing) error {
	gone, kept := false, true
	if r.stop != nil {
		if gone, kept = r.stop.stopsAt(r.records + 1); gone {
			defer r.stop.end()
		} else {
			kept = true
		}
	}
	r.records++
	if kept {
		r.Events = append(r.Events, events...)
		r.recorded = append(r.recorded, describeRecord(events))
	}
	if gone {
		return errStopped
	}
	return nil
}

// Since implements graph.Log.
func (r *Run[S]) Since(context.Context) ([]*runv1.Event, func(), error) { return nil, nil, nil }

// Begin begins the run.
func (r *Run[S]) Begin(input proto.Message) {
	r.T.Helper()
	r.Add(&runv1.Event{Kind: &runv1.Event_Started{Started: &runv1.Started{
		RunId: "r", Graph: r.Graph.Name(), GraphVersion: r.Graph.Version(), Input: r.Packed(input), Tenant: r.By.Tenant, User: r.By.User,
	}}})
}

// Packed is a message as events have it.
func (r *Run[S]) Packed(m proto.Message) *anypb.Any {
	r.T.Helper()
	out, err := anypb.New(m)
	if err != nil {
		r.T.Fatal(err)
	}
	return out
}

// Add adds an event to the log.
func (r *Run[S]) Add(e *runv1.Event) {
	e.Sequence, e.Time = int64(len(r.Events)+1), timestamppb.New(r.Now)
	r.Events = append(r.Events, e)
}

// Walk walks the run until it waits or has ended.
func (r *Run[S]) Walk() *graph.Progress {
	r.T.Helper()
	out, err := r.walkToRest()
	if err != nil {
		r.T.Fatal(err)
	}
	return out
}

func (r *Run[S]) walkToRest() (*graph.Progress, error) {
	ctx, end := context.WithCancel(r.T.Context())
	defer end()
	if r.stop != nil {
		r.stop.end = end
	}
	ends := make(chan []*runv1.ChildEnded, graph.MaxItems)
	out, err := r.Graph.Resume(ctx, slices.Clone(r.Events), r, graph.Options{
		Start: func(_ context.Context, c *runv1.ChildStarted) error { return r.playChild(c, ends) },
		Ends:  ends, Idle: func() time.Duration { return time.Second }, Busy: func() {},
		Durability: graph.Pipelined, Attempts: 2, Timeout: time.Minute, Now: func() time.Time { return r.Now },
		Meter: func(ctx context.Context, _ graph.Step) (context.Context, func() []*commonv1.ModelUsage) {
			return usage.Meter(ctx)
		},
		Backoff: func(int) time.Duration { return 0 }, Rest: func(int) time.Duration { return time.Minute },
		Classify: func(err error) graph.Class {
			if status.Code(err) == codes.InvalidArgument {
				return graph.Refused
			}
			return graph.Transient
		},
	})
	if s := r.stop; s != nil && r.records >= s.record {
		r.stop, err = nil, errStopped // whatever the walk made of it: its process is gone
	}
	return out, err
}

// playChild has Child say how a run ends, at once.
func (r *Run[S]) playChild(c *runv1.ChildStarted, ends chan<- []*runv1.ChildEnded) error {
	if r.Child == nil {
		return fmt.Errorf("the graph calls %s, and nobody plays it: set Run.Child", c.GetGraph())
	}
	e := &runv1.ChildEnded{RunId: c.GetRunId(), Status: graph.Completed.String()}
	result, err := r.Child(c)
	if err != nil {
		e.Status, e.Reason = graph.Failed.String(), err.Error()
	} else if result != nil {
		if e.Result, err = anypb.New(result); err != nil {
			return err
		}
	}
	ends <- []*runv1.ChildEnded{e}
	return nil
}

// Waits returns the pause that the run waits in, and reads what there is to decide on.
func (r *Run[S]) Waits(state graph.State, payload proto.Message) *runv1.Interrupted {
	r.T.Helper()
	out := r.Walk()
	if out.Status() != graph.Waiting || len(out.Waiting()) == 0 || out.Waiting()[0].GetState() != string(state) {
		r.T.Fatalf("it is %v (%s), not waiting in %s; it went %v", out.Status(), out.Reason(), state, r.Path())
	}
	if err := out.Waiting()[0].GetPayload().UnmarshalTo(payload); err != nil {
		r.T.Fatal(err)
	}
	return out.Waiting()[0]
}

// Completed walks the run, which has to come to its end.
func (r *Run[S]) Completed() {
	r.T.Helper()
	if out := r.Walk(); out.Status() != graph.Completed {
		r.T.Fatalf("it is %v (%s); it went %v", out.Status(), out.Reason(), r.Path())
	}
}

// Report is what is told of the run.
func (r *Run[S]) Report() proto.Message {
	r.T.Helper()
	m, err := r.View().Report(r.T.Context())
	if err != nil {
		r.T.Fatal(err)
	}
	return m
}

// View is the run as its log tells it.
func (r *Run[S]) View() graph.View {
	r.T.Helper()
	view := r.Graph.Open()
	for _, e := range r.Events {
		if err := view.Apply(e); err != nil {
			r.T.Fatal(err)
		}
	}
	return view
}

// Path is how the run went, as "STATE outcome".
func (r *Run[S]) Path() (out []string) {
	states := map[string]string{} // of pauses
	for _, e := range r.Events {
		switch k := e.GetKind().(type) {
		case *runv1.Event_StepCompleted:
			out = append(out, k.StepCompleted.GetState()+" "+k.StepCompleted.GetOutcome())
		case *runv1.Event_Interrupted:
			states[k.Interrupted.GetInterruptId()] = k.Interrupted.GetState()
		case *runv1.Event_Answered:
			out = append(out, states[k.Answered.GetInterruptId()]+" "+k.Answered.GetOutcome())
		}
	}
	return out
}

// Say answers the pause that the run waits in, as the API does.
func (r *Run[S]) Say(said graph.Said) error {
	r.T.Helper()
	waiting := r.Walk().Waiting()
	if len(waiting) == 0 {
		r.T.Fatalf("the run waits for nobody; it went %v", r.Path())
	}
	return r.answer(waiting[0], said)
}

// answer keeps what is said to a pause.
func (r *Run[S]) answer(pause *runv1.Interrupted, said graph.Said) error {
	r.T.Helper()
	outcome, m, err := r.View().Read(pause, said)
	if err != nil {
		return err
	}
	a := &runv1.Answered{InterruptId: pause.GetInterruptId(), Outcome: string(outcome), User: r.By.User}
	if m != nil {
		a.Payload = r.Packed(m)
	}
	folded, err := r.Graph.Folded(r.Events)
	if err != nil {
		r.T.Fatal(err)
	}
	if err := folded.Accept(a, r.By, r.Now); err != nil {
		return err
	}
	r.Add(&runv1.Event{Kind: &runv1.Event_Answered{Answered: a}})
	return nil
}

// Choose answers by an option.
func (r *Run[S]) Choose(option string) {
	r.T.Helper()
	if err := r.Say(graph.Said{Reply: &runv1.Reply{OptionId: option}}); err != nil {
		r.T.Fatal(err)
	}
}
