package graph

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// A Class says what may help against the error of a step.
type Class int

const (
	// Transient errors may be gone at the next attempt.
	Transient Class = iota
	// Refused is what would be refused at every attempt.
	Refused
	// Unreachable is someone who does not answer, or has too much to do. The run rests
	// and tries again, for as long as the step's Outage allows.
	Unreachable
	// Blocked is a store that can't be written or read, as on a disk that is full or
	// while a database is away. The run rests until it can.
	Blocked
)

// A Yield is the error of a walk whose run can't get on for now. The log has it as
// Released; the run is to be taken up again after a pause.
type Yield struct {
	Reason   runv1.Released_Reason
	State    State
	Attempts int // at the step of the state
	After    time.Duration
	Err      error

	took       time.Duration // that the attempts did
	waitsFor   string
	since      time.Time
	effectless bool // no attempt has had an effect
}

func (e *Yield) Error() string {
	if e.State == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s has to wait: %v", e.State, e.Err)
}

func (e *Yield) Unwrap() error { return e.Err }

func (o Options) tell(err error) string {
	text := err.Error()
	if o.Tell != nil {
		text = o.Tell(err)
	}
	return strings.ToValidUTF8(text, "\uFFFD") // the log takes nothing else
}

// wait returns how to wait for what a step failed for, nil if that is no use or
// has taken long enough.
func (w *walk[S]) wait(n *Node[S], f finished, class Class) *Yield {
	y := &Yield{State: n.State, Err: f.err, Attempts: f.attempts, took: f.took, effectless: !f.touched}
	if w.o.RetryAfter != nil {
		y.After = w.o.RetryAfter(f.err)
	}
	if y.After == 0 {
		y.After = w.o.Rest(w.run.Waits)
	}
	switch class {
	case Blocked:
		y.Reason = runv1.Released_REASON_BLOCKED
	case Unreachable:
		y.Reason = runv1.Released_REASON_UNREACHABLE
		limit := cmp.Or(w.o.Steps[n.State].Outage, n.Outage, w.o.OutageLimit)
		if limit == Forever {
			break
		}
		left := limit - w.run.Waited - f.took
		if left <= 0 {
			return nil
		}
		y.After = min(y.After, left)
	default:
		return nil
	}
	y.waitsFor, y.since = w.missing(n.State, f)
	return y
}

// missing tells whom a step waits for, and since when they have not been there.
func (w *walk[S]) missing(state State, f finished) (who string, since time.Time) {
	if w.o.Missing != nil {
		who, since = w.o.Missing(f.err)
	}
	if since.IsZero() {
		since = f.start
	}
	if was := w.run.Outage; was != nil && was.GetState() == string(state) && was.GetWaitsFor() == who && was.GetSince().AsTime().Before(since) {
		since = was.GetSince().AsTime()
	}
	return who, since
}

// release has the run rest.
func (w *walk[S]) release() (Status, error) {
	r := &runv1.Released{
		Reason: w.yield.Reason, State: string(w.yield.State), Error: w.o.tell(w.yield.Err), Delivery: w.o.Delivery,
		Attempts: int32(w.yield.Attempts), WaitsFor: strings.ToValidUTF8(w.yield.waitsFor, "\uFFFD"), Effectless: w.yield.effectless,
	}
	if !w.yield.since.IsZero() {
		r.Since = timestamppb.New(w.yield.since)
	}
	if w.yield.After > 0 {
		r.Pause = durationpb.New(w.yield.After)
		r.Waited = durationpb.New(w.run.Waited + w.yield.took + w.yield.After)
	}
	if err := w.append(&runv1.Event{Kind: &runv1.Event_Released{Released: r}}); err != nil {
		return w.run.Status(), err
	}
	if err := w.log.flush(); err != nil {
		return w.run.Status(), err
	}
	return w.run.Status(), w.yield
}

// end is how a run ends of which every branch has ended.
func (w *walk[S]) end() *runv1.Event {
	disposition, err := w.g.disposition(w.run.Data)
	var result *anypb.Any
	if err == nil {
		result, err = w.g.result(w.run.Data)
	}
	if err != nil {
		w.tellPanic(err)
		return &runv1.Event{Kind: &runv1.Event_Failed{Failed: &runv1.Failed{Reason: w.o.tell(err), Code: CodeStepFailed}}}
	}
	return &runv1.Event{Kind: &runv1.Event_Completed{Completed: &runv1.Completed{Disposition: disposition, Result: result}}}
}

// giveUp returns the events that end what keeps killing the workers of a run: the
// branches that were under way take the outcome for steps that failed. If none of
// them has one, the run fails. The error is the panic of a graph that was asked for that;
// its step then has none.
func (g *Graph[S]) giveUp(run *Run[S], reason string, now time.Time) (out []*runv1.Event, err error) {
	add := func(e *runv1.Event) {
		e.Sequence, e.Time = run.Sequence+int64(len(out))+1, timestamppb.New(now)
		out = append(out, e)
	}
	for _, b := range run.Branches {
		n := g.nodes[b.State]
		if run.held(&b) || b.paused() {
			continue
		}
		caught, panicked := g.catches(n, run.Data)
		if err = cmp.Or(err, panicked); !caught {
			continue
		}
		add(&runv1.Event{Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{
			Branch: b.ID, State: string(b.State), Outcome: string(n.Catch), Attempts: 1,
			StartTime: timestamppb.New(now), Duration: durationpb.New(0), Degraded: true, Error: reason,
		}}})
	}
	if len(out) == 0 {
		add(&runv1.Event{Kind: &runv1.Event_Failed{Failed: &runv1.Failed{Code: CodeWorkersDied, Reason: reason}}})
	}
	return out, err
}
