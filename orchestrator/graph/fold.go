package graph

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/orchestrator/budget"
)

// ErrLog is returned for a log that this graph can't have written.
var ErrLog = errors.New("the run's log does not fit its graph")

// A Status says how a run stands.
type Status int

const (
	// Running runs have something to do.
	Running Status = iota
	// Waiting runs have branches, and all of them wait: one at least for an answer.
	Waiting
	// Calling runs have branches, and all of them wait: one at least for a run that
	// it has started, and none for an answer.
	Calling
	// Sleeping runs have branches, and all of them wait: one at least until a time, and
	// none for an answer or a run.
	Sleeping
	// Completed runs came to their end.
	Completed
	// Failed runs ended without a result.
	Failed
	// Cancelled runs were ended by someone.
	Cancelled
)

// String returns the status in lower case, as it stands in a record's header.
func (s Status) String() string {
	return [...]string{"running", "waiting", "calling", "sleeping", "completed", "failed", "cancelled"}[s]
}

// Ended reports whether nothing more can happen.
func (s Status) Ended() bool { return s >= Completed }

// Progress is where a run stands: the engine's half of the fold.
type Progress struct {
	Started   *runv1.Started
	StartTime time.Time
	LastTime  time.Time
	WorkTime  time.Time // of the last event that is no signal
	Sequence  int64     // of the last event; 0 before the first
	Branches  []Branch  // live ones, by id
	Ended     Status    // Running until an end is in the log
	// Disposition is how it completed, in the graph's words.
	Disposition string
	Result      *anypb.Any // what it came to, for the run that waits for it; nil for nothing
	Failure     *runv1.Failed
	Cancelled   *runv1.Cancelled
	// Spent is what models have cost it, also in steps that failed.
	Spent budget.Spent
	// Timed tells that it has had a timer, or a wait that expires.
	Timed bool
	// Rest is what has kept the run from getting on since it last did.
	Rest
	taken      map[taken]int
	visits     map[State]int
	lastBranch int32
	places     places
	calls      map[State]int  // how many branches of a state wait for a run
	holds      map[State]hold // of the graph
}

// waits returns whom the run waits for by another word of it, with the attempts that there
// were before.
func (p *Progress) waits(word *runv1.Released) *runv1.Released {
	if p.Outage == nil || p.Outage.GetState() != word.GetState() {
		return word
	}
	out := proto.CloneOf(word)
	out.Attempts += p.Outage.GetAttempts()
	return out
}

// A Rest is what has happened to a run since it last got on: since a step was
// completed, or a person answered or had it retried.
type Rest struct {
	Waits      int             // how often it waited for what could not be reached or written
	Waited     time.Duration   // how long, with the attempts that reached nobody
	Outage     *runv1.Released // whom it waits for: the last word of it, with all attempts; nil for nobody
	OutageTime time.Time       // of that word
	Takeovers  int             // workers that let go of it without a word
	Released   int64           // the hand-out of the queue's message that a worker ended last, 0 if none did
	Signals    int             // that it was sent
}

type taken struct {
	state   State
	outcome Outcome
}

// Status returns how the run stands.
func (p *Progress) Status() Status {
	if p.Ended != Running {
		return p.Ended
	}
	status := Running
	for i := range p.Branches {
		switch b := &p.Branches[i]; {
		case b.Waiting != nil:
			status = Waiting
		case b.Child != nil:
			if status != Waiting {
				status = Calling
			}
		case b.Timer != nil:
			if status == Running {
				status = Sleeping
			}
		case !p.held(b):
			return Running
		}
	}
	return status
}

// Waiting returns the open pauses, by branch. An ended run has none.
func (p *Progress) Waiting() []*runv1.Interrupted {
	if p.Ended != Running {
		return nil
	}
	var out []*runv1.Interrupted
	for _, b := range p.Branches {
		if b.Waiting != nil {
			out = append(out, b.Waiting)
		}
	}
	return out
}

// A Standing is how a run stands, as its log tells it with each record.
type Standing struct {
	Status Status
	Pauses []string // ids of the open pauses, by branch
}

// Standing returns how the run stands.
func (p *Progress) Standing() Standing {
	s := Standing{Status: p.Status()}
	for _, i := range p.Waiting() {
		s.Pauses = append(s.Pauses, i.GetInterruptId())
	}
	return s
}

// Reason returns why the run failed or was cancelled, "" for others.
func (p *Progress) Reason() string {
	return cmp.Or(p.Failure.GetReason(), CancelReason(p.Cancelled))
}

// CancelReason returns who cancelled a run, and why if they said; only why where it was not a
// caller but the end of another run.
func CancelReason(c *runv1.Cancelled) string {
	if c.GetPrincipal() == nil {
		return c.GetReason()
	}
	return strings.TrimSuffix("by "+c.GetUser()+": "+c.GetReason(), ": ")
}

// Children returns the runs that branches wait for, by branch. They may have ended
// meanwhile. Those of an ended run are to be cancelled.
func (p *Progress) Children() []*runv1.ChildStarted {
	var out []*runv1.ChildStarted
	for _, b := range p.Branches {
		if b.Child != nil {
			out = append(out, b.Child)
		}
	}
	return out
}

// Taken returns how often the run has taken an outcome of a state.
func (p *Progress) Taken(s State, o Outcome) int { return p.taken[taken{s, o}] }

// asks returns the branch that waits for an answer to a pause, or nil.
func (p *Progress) asks(pause string) *Branch {
	for i := range p.Branches {
		if b := &p.Branches[i]; b.Waiting != nil && b.Waiting.GetInterruptId() == pause {
			return b
		}
	}
	return nil
}

// branch returns the live branch with the id, or nil.
func (p *Progress) branch(id int32) *Branch {
	if i, ok := p.index(id); ok {
		return &p.Branches[i]
	}
	return nil
}

// index returns where among the live branches the one with the id is.
func (p *Progress) index(id int32) (int, bool) {
	low, high := 0, len(p.Branches)
	for low < high {
		if mid := (low + high) / 2; p.Branches[mid].ID < id {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low, low < len(p.Branches) && p.Branches[low].ID == id
}

// A Run is a run as its log tells it: where it stands and the graph's data.
type Run[S any] struct {
	Progress
	Data S
}

// Fold makes a run of its events. The same events give the same run, always
// and everywhere.
func (g *Graph[S]) Fold(events []*runv1.Event) (*Run[S], error) {
	r := &Run[S]{}
	for _, e := range events {
		if err := g.Apply(r, e); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Apply folds the next event into r. On an error r is as it was.
func (g *Graph[S]) Apply(r *Run[S], e *runv1.Event) error {
	if e.GetSequence() != r.Sequence+1 {
		return fmt.Errorf("%w: event %d follows event %d", ErrLog, e.GetSequence(), r.Sequence)
	}
	if r.Ended != Running && (r.Ended != Failed || e.GetRetried() == nil) {
		return fmt.Errorf("%w: event %d follows the end", ErrLog, e.GetSequence())
	}
	if (r.Started == nil) != (e.GetStarted() != nil) {
		return fmt.Errorf("%w: event %d is out of place", ErrLog, e.GetSequence())
	}
	if err := g.applyKind(r, e); err != nil {
		return err
	}
	r.Sequence, r.LastTime = e.GetSequence(), e.GetTime().AsTime()
	if e.GetSignalled() == nil {
		r.WorkTime = r.LastTime
	}
	return nil
}

func (g *Graph[S]) applyKind(r *Run[S], e *runv1.Event) error {
	switch k := e.GetKind().(type) {
	case *runv1.Event_Started:
		return g.applyStarted(r, e, k.Started)
	case *runv1.Event_StepStarted:
		if b := r.branch(k.StepStarted.GetBranch()); b != nil {
			b.begin(int(k.StepStarted.GetAttempt()))
		}
	case *runv1.Event_Released:
		g.interrupted(r, k.Released)
		r.Released = k.Released.GetDelivery()
		if k.Released.GetWaited() != nil {
			r.Waits, r.Waited, r.Outage = r.Waits+1, k.Released.GetWaited().AsDuration(), r.waits(k.Released)
			r.OutageTime = e.GetTime().AsTime()
		}
	case *runv1.Event_TakenOver:
		r.Takeovers++
		g.interrupted(r, nil)
	case *runv1.Event_Retried:
		if r.Ended != Failed {
			return fmt.Errorf("%w: event %d retries a run that has not failed", ErrLog, e.GetSequence())
		}
		r.Ended, r.Failure, r.Rest = Running, nil, Rest{}
		g.interrupted(r, nil)
		for i := range r.Branches {
			b := &r.Branches[i]
			b.Failed, b.retried = 0, b.Child != nil // who asks for it means it
		}
	case *runv1.Event_StepCompleted:
		c := k.StepCompleted
		if err := g.advance(r, e, move{c.GetBranch(), State(c.GetState()), Outcome(c.GetOutcome()), int(c.GetItems())}, c.GetOutput()); err != nil {
			return err
		}
		r.Spent = r.Spent.Add(c.GetUsage())
	case *runv1.Event_ChildStarted:
		if err := g.missing(e, State(k.ChildStarted.GetState())); err != nil {
			return err
		}
		b := r.branch(k.ChildStarted.GetBranch())
		if b == nil || string(b.State) != k.ChildStarted.GetState() {
			return fmt.Errorf("%w: event %d starts a run for a branch that is not there", ErrLog, e.GetSequence())
		}
		if b.Child == nil {
			r.calls[b.State]++
		}
		b.Child, b.retried = k.ChildStarted, false
	case *runv1.Event_ChildEnded:
		c := k.ChildEnded
		if b := r.branch(c.GetBranch()); b == nil || b.Child.GetRunId() != c.GetRunId() {
			return fmt.Errorf("%w: event %d ends a run that no branch waits for", ErrLog, e.GetSequence())
		}
		return g.advance(r, e, move{c.GetBranch(), State(c.GetState()), Outcome(c.GetOutcome()), 0}, c.GetResult())
	case *runv1.Event_TimerStarted:
		if err := g.missing(e, State(k.TimerStarted.GetState())); err != nil {
			return err
		}
		b := r.branch(k.TimerStarted.GetBranch())
		if b == nil || string(b.State) != k.TimerStarted.GetState() {
			return fmt.Errorf("%w: event %d is of a timer of a branch that is not there", ErrLog, e.GetSequence())
		}
		b.Timer, r.Timed = k.TimerStarted, true
	case *runv1.Event_TimerFired:
		c := k.TimerFired
		if b := r.branch(c.GetBranch()); b == nil || b.Timer == nil {
			return fmt.Errorf("%w: event %d is the end of a timer that no branch waits for", ErrLog, e.GetSequence())
		}
		return g.advance(r, e, move{c.GetBranch(), State(c.GetState()), Outcome(c.GetOutcome()), 0}, nil)
	case *runv1.Event_Interrupted:
		if err := g.missing(e, State(k.Interrupted.GetState())); err != nil {
			return err
		}
		b := r.branch(k.Interrupted.GetBranch())
		if b == nil || string(b.State) != k.Interrupted.GetState() {
			return fmt.Errorf("%w: event %d pauses a branch that is not there", ErrLog, e.GetSequence())
		}
		b.Waiting = k.Interrupted
		r.Timed = r.Timed || k.Interrupted.GetExpireTime() != nil
		return nil
	case *runv1.Event_Answered:
		b := r.asks(k.Answered.GetInterruptId())
		if b == nil {
			return fmt.Errorf("%w: event %d answers a pause that is not open", ErrLog, e.GetSequence())
		}
		if err := g.advance(r, e, move{b.ID, b.State, Outcome(k.Answered.GetOutcome()), 0}, k.Answered.GetPayload()); err != nil {
			return err
		}
		r.Spent.Turn = nil
	case *runv1.Event_Signalled:
		return g.applySignal(r, k.Signalled)
	case *runv1.Event_Completed:
		r.Ended, r.Disposition, r.Result = Completed, k.Completed.GetDisposition(), k.Completed.GetResult()
	case *runv1.Event_Failed:
		r.Ended, r.Failure = Failed, k.Failed
		r.Spent = r.Spent.Add(k.Failed.GetUsage())
	case *runv1.Event_Cancelled:
		r.Ended, r.Cancelled = Cancelled, k.Cancelled
	default:
		return fmt.Errorf("%w: event %d is of a kind that this build does not know", ErrLog, e.GetSequence())
	}
	return nil
}

func (g *Graph[S]) applyStarted(r *Run[S], e *runv1.Event, s *runv1.Started) error {
	if s.GetGraph() != g.def.Name || s.GetGraphVersion() != g.def.Version {
		return fmt.Errorf("%w: it walks %s version %d, this is %s version %d",
			ErrLog, s.GetGraph(), s.GetGraphVersion(), g.def.Name, g.def.Version)
	}
	input, err := unpack(s.GetInput())
	if err != nil {
		return err
	}
	data, err := g.newData(s, input)
	if err != nil {
		return err // it is of the input, and whoever began the run is told
	}
	r.Data, r.Started, r.StartTime = data, s, e.GetTime().AsTime()
	r.taken, r.visits, r.places, r.calls, r.holds = map[taken]int{}, map[State]int{}, places{}, map[State]int{}, g.holders
	first := Branch{ID: 1, State: g.def.Start}
	g.arrive(r, &first)
	r.lastBranch, r.Branches = 1, []Branch{first}
	return nil
}

// A move takes a branch out of a state.
type move struct {
	branch  int32
	state   State
	outcome Outcome
	items   int // that a fan-out opens
}

// advance moves a branch out of a state and folds what the state produced.
func (g *Graph[S]) advance(r *Run[S], e *runv1.Event, m move, out *anypb.Any) error {
	if err := g.missing(e, m.state); err != nil {
		return err
	}
	at, ok := r.index(m.branch)
	if !ok || r.Branches[at].State != m.state {
		return fmt.Errorf("%w: event %d leaves state %s, where branch %d is not", ErrLog, e.GetSequence(), m.state, m.branch)
	}
	if len(g.nodes[m.state].Outcomes[m.outcome]) == 0 {
		return fmt.Errorf("%w: event %d takes outcome %s, which state %s does not have", ErrLog, e.GetSequence(), m.outcome, m.state)
	}
	output, err := unpack(out)
	if err != nil {
		return err
	}
	from := &r.Branches[at]
	data, err := g.apply(r.Data, Change{
		State: m.state, Branch: m.branch, Item: from.item(), Visit: from.Visit, Outcome: m.outcome, Output: output, Event: e,
	})
	if err != nil {
		return err
	}
	if err := g.leave(r, at, m.outcome, m.items); err != nil {
		return fmt.Errorf("%w: event %d: %w", ErrLog, e.GetSequence(), err)
	}
	r.taken[taken{m.state, m.outcome}]++
	r.Data, r.Rest = data, Rest{}
	return nil
}

// unpack reads a typed message out of an event. An unknown type is an error:
// going on without it would lose what the run knew.
func unpack(a *anypb.Any) (proto.Message, error) {
	if a == nil {
		return nil, nil
	}
	m, err := a.UnmarshalNew()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLog, err)
	}
	return m, nil
}
