package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/budget"
)

// Codes of a failed run.
const (
	CodeStepFailed  = "STEP_FAILED"
	CodeTooLarge    = "TOO_LARGE"
	CodeUnreachable = "UNREACHABLE"
	CodeTimeLimit   = "TIME_LIMIT"
	CodeWorkersDied = "WORKERS_DIED"
)

// Options say how a run is walked. Every field is needed unless it says
// otherwise.
type Options struct {
	Durability Durability
	Attempts   int           // tries of a step before it fails
	Timeout    time.Duration // of one attempt, beside the patience of its node
	WallTime   time.Duration // of the walk until it pauses or ends, beside that of all nodes; 0 is no limit
	// Backoff is the pause before the given attempt (2, 3 …).
	Backoff func(attempt int) time.Duration
	// Classify tells what may help against the error of a step.
	Classify func(error) Class
	// RetryAfter returns how long the one that a step failed for asks to be left alone, 0
	// if the error doesn't say. May be nil.
	RetryAfter func(error) time.Duration
	// Reason returns the stable word that an error carries for programs, "" for none.
	// May be nil.
	Reason func(error) string
	// Tell returns what callers are told of the error of a step, and the log keeps; nil:
	// its text.
	Tell func(error) string
	// OutageLimit is how long steps wait for someone whom they can't reach, attempts
	// included, unless their node says otherwise.
	OutageLimit time.Duration
	// Missing tells, by the error of a step, whom or what it waits for, and since when that
	// is known not to be there; "" and zero if it isn't known. May be nil.
	Missing func(error) (who string, since time.Time)
	// Steps is what is otherwise for the steps of some states. May be nil.
	Steps map[State]Policy
	// Rest is the pause of a run that has waited so many times (0, 1 …) since it
	// last got on.
	Rest func(waits int) time.Duration
	Now  func() time.Time
	// Delivery is which hand-out of the queue's message the walk is, from 1.
	Delivery int64
	// TraceParent is kept with a pause, for the next segment to link to.
	TraceParent string
	// Heard is sent to when someone else may have written to the run. May be nil.
	Heard <-chan struct{}
	// Start begins the run that a Call state waits for, if it has not begun. It may be
	// nil for a graph without such states.
	Start func(ctx context.Context, c *runv1.ChildStarted) error
	// Ends brings how runs that Start was called for have ended: all but branch, state and
	// outcome. nil: the walk does not wait for them.
	Ends <-chan []*runv1.ChildEnded
	// Idle is told when nothing but such runs is at work, and returns how long the walk
	// stays for the next of them to end; Busy is told that it goes on. Needed with Ends.
	Idle func() time.Duration
	Busy func()
	// Meter returns the context of a step, for all its attempts, and tells at its end
	// what its models have cost, for the log. May be nil.
	Meter func(ctx context.Context, s Step) (context.Context, func() []*commonv1.ModelUsage)
	// Allow returns the context of an attempt, in which budget.Left tells what its models
	// may cost; spent is what those of the run have cost, own the limits of the graph. Its
	// error is that of the attempt. May be nil.
	Allow func(ctx context.Context, spent budget.Spent, own ...budget.Limit) (context.Context, error)
	// Step wraps each attempt, for spans and metrics. May be nil.
	Step func(ctx context.Context, s Step) (context.Context, func(Result, error))
	// Panicked is told of a panic of what the graph's author has written, but for the
	// handlers: Step tells of those. May be nil.
	Panicked func(*PanicError)
	// Entered is told of each step as it begins; Draft of the words that a step
	// shows. Neither may block. Both may be nil.
	Entered func(s Step)
	Draft   func(s Step, words string)
}

// A Policy is what an operator says of the steps of a state. It wins over that of the
// node; what is 0 leaves the node's.
type Policy struct {
	Attempts int
	Timeout  time.Duration
	Outage   time.Duration
}

// Walk goes on with a run until it waits or ends, and returns how it stands
// then; everything that led there is kept. An error means that the walk broke
// off: a *Yield if the run has to rest, ErrFenced if it is someone else's now, the
// context's error, or the journal's. The log then says where to go on.
//
// What comes from outside meanwhile (an answer, the end of a child, a cancel) does not
// break it off: see rebase.
func (g *Graph[S]) Walk(ctx context.Context, run *Run[S], journal Journal, o Options) (Status, error) {
	stepCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	wall := newWall(o.WallTime, func() { cancel(errWallTime) })
	defer wall.stop()
	w := &walk[S]{
		g: g, run: run, id: run.Started.GetRunId(), o: o, ctx: stepCtx, wall: wall,
		log:     newPipeline(ctx, journal),
		base:    run.clone(),
		results: make(chan finished),
		begins:  make(chan begin),
		hands:   map[*hand]bool{},
		running: map[int32]*hand{},
		atWork:  map[State]int{},
		started: map[string]bool{},
		lost:    map[string]bool{},
		stuck:   map[int32]bool{},
	}
	w.log.kept = func(events []*runv1.Event) { w.kept = append(w.kept, events...) }
	w.log.fenced, w.log.after = w.fenced, run.Standing
	status, err := w.loop(ctx)
	cancel(nil)
	for _, t := range []*time.Timer{w.stay, w.rings} {
		if t != nil {
			t.Stop()
		}
	}
	for len(w.hands) > 0 { // no handler outlives its walk
		select {
		case f := <-w.results:
			w.drop(f.hand)
		case b := <-w.begins:
			b.kept <- context.Cause(stepCtx)
		}
	}
	w.log.drain()
	return status, err
}

var errWallTime = errors.New("the run ran out of time")

// A walk is one worker's walk of one run. Its loop is the only one to touch it.
type walk[S any] struct {
	g       *Graph[S]
	run     *Run[S]
	id      string // of the run
	o       Options
	ctx     context.Context
	wall    *wall
	log     *pipeline
	base    *Run[S]        // the run as the log had it when the walk began, or was rebased
	kept    []*runv1.Event // by the log since
	rebased int            // how often
	results chan finished
	begins  chan begin      // further attempts at effects
	hands   map[*hand]bool  // handlers at work
	running map[int32]*hand // those of live branches
	atWork  map[State]int   // how many
	started map[string]bool // children that have begun for sure
	lost    map[string]bool // children that are to be begun anew, under another id
	stuck   map[int32]bool  // branches whose step has failed for good
	failure *runv1.Failed
	yield   *Yield                 // what a branch waits for
	late    bool                   // the wall was reached; no further step begins
	wasted  []*commonv1.ModelUsage // in steps that failed, one after the other

	stay    *time.Timer // while nothing but children is at work
	stayFor time.Duration
	left    bool // it has stayed for them long enough
	rings   *time.Timer
	ringsAt time.Time // when a branch goes on by itself
}

// A hand is a handler at work for a branch. A rebase may give the branch another id, or
// end it: then the id is 0, and nobody takes what the handler comes to.
type hand struct {
	branch int32
	state  State
}

// finished is what a handler's goroutine reports.
type finished struct {
	hand     *hand
	state    State
	child    string // that a Call state has begun
	result   Result
	err      error
	before   int // attempts at the step that other walks have made
	attempts int // those of this one
	start    time.Time
	took     time.Duration          // since start, but for the waits until an attempt might begin
	touched  bool                   // an attempt may have had an effect, of this walk or before
	usage    []*commonv1.ModelUsage // of all attempts
}

func (w *walk[S]) loop(ctx context.Context) (Status, error) {
	for {
		if err := w.launch(); err != nil {
			return w.run.Status(), err
		}
		if w.run.Ended == Cancelled {
			return w.run.Status(), nil
		}
		if at := w.rebased; !w.stays() {
			status, err := w.rest()
			if _, rests := errors.AsType[*Yield](err); w.rebased == at || err != nil && !rests {
				return status, err
			}
			continue // the log does not have the end, or the rest, that it came to
		}
		if err := w.turn(ctx); err != nil {
			return w.run.Status(), err
		}
	}
}

// turn takes in the next thing that happens.
func (w *walk[S]) turn(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case err := <-w.log.landed:
		return w.log.settle(err)
	case b := <-w.begins:
		err := w.begin(b.hand, b.attempt)
		if err == nil && w.run.Ended != Running { // cancelled meanwhile
			err = context.Canceled
		}
		b.kept <- err
	case <-w.bell():
		w.ringsAt = time.Time{}
	case <-w.long():
		w.left = true
	case ends := <-w.o.Ends:
		if w.stay != nil {
			w.stay.Reset(w.stayFor)
		}
		return w.ended(ends)
	case <-w.o.Heard:
		return w.look()
	case f := <-w.results:
		w.drop(f.hand)
		if f.hand.branch == 0 {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return w.finish(f)
	}
	return nil
}

// rest is reached when no branch can move: the run waits, or it is over.
func (w *walk[S]) rest() (Status, error) {
	switch {
	case w.yield != nil:
		return w.release()
	case w.late && w.failure == nil && w.run.Ended == Running && len(w.run.Branches) > 0:
		w.yield = &Yield{Reason: runv1.Released_REASON_TIME_LIMIT, Err: errWallTime}
		return w.release()
	case w.failure != nil:
		w.failure.Usage = w.wasted
		if err := w.append(&runv1.Event{Kind: &runv1.Event_Failed{Failed: w.failure}}); err != nil {
			return w.run.Status(), err
		}
	case len(w.run.Branches) == 0 && w.run.Ended == Running:
		if err := w.append(w.end()); err != nil {
			return w.run.Status(), err
		}
	}
	return w.run.Status(), w.log.flush()
}

// launch starts every branch that can move.
func (w *walk[S]) launch() error {
	for again := true; again && w.run.Ended == Running && !w.late; {
		var err error
		if again, err = w.launchOnce(); err != nil {
			return err
		}
	}
	return nil
}

// launchOnce reports whether the run has changed under it, and is to be looked at again.
func (w *walk[S]) launchOnce() (again bool, err error) {
	at, ready := w.rebased, w.ready()
	if flawed, err := w.name(ready); err != nil || flawed || w.rebased != at {
		return true, err
	}
	for _, b := range ready {
		n := w.g.nodes[b.State]
		if n.Kind == Wait || n.Kind == Timer {
			moved, err := w.pause(b, n)
			if err != nil || moved || w.rebased != at {
				return true, err
			}
			continue
		}
		h := w.take(b)
		if n.Kind == Effect {
			err = w.begin(h, b.Tried+1)
		}
		live := w.run.branch(h.branch)
		if err != nil || live == nil || w.run.Ended != Running {
			w.drop(h)
			return true, err
		}
		b.ID, b.Visit, b.Items, b.Child = live.ID, live.Visit, live.Items, live.Child
		w.wall.moveBack(n.Patience)
		go w.attempt(h, b, n, w.run.Data, w.run.Spent)
		if w.rebased != at {
			return true, nil
		}
	}
	return false, nil
}

// ready returns the branches that can move.
func (w *walk[S]) ready() []Branch {
	var out []Branch
	more := map[State]int{}
	for i := range w.run.Branches {
		b := &w.run.Branches[i]
		n := w.g.nodes[b.State]
		wide := w.atWork
		if n.Kind == Call {
			wide = w.run.calls
		}
		switch {
		case w.running[b.ID] != nil, w.stuck[b.ID], w.begun(b):
		case b.Child != nil:
			out = append(out, *b)
		case n.Width > 0 && wide[b.State]+more[b.State] >= n.Width:
		case w.run.held(b):
		default:
			more[b.State]++
			out = append(out, *b)
		}
	}
	return out
}

// take notes that a handler is at work for a branch, drop that it is no more.
func (w *walk[S]) take(b Branch) *hand {
	w.busy()
	h := &hand{b.ID, b.State}
	w.hands[h], w.running[b.ID] = true, h
	w.atWork[b.State]++
	return h
}

func (w *walk[S]) drop(h *hand) {
	delete(w.hands, h)
	if w.running[h.branch] == h {
		delete(w.running, h.branch)
		w.atWork[h.state]--
	}
}

// leave has nobody take what the handler at work for a branch comes to, if one is.
func (w *walk[S]) leave(branch int32) {
	if h := w.running[branch]; h != nil {
		delete(w.running, branch)
		w.atWork[h.state]--
		h.branch = 0
	}
}

// begin has the log say that an attempt at an effect is about to begin.
func (w *walk[S]) begin(h *hand, attempt int) error {
	started := &runv1.StepStarted{Branch: h.branch, State: string(h.state), Attempt: int32(attempt)}
	if err := w.append(&runv1.Event{Kind: &runv1.Event_StepStarted{StepStarted: started}}); err != nil {
		return err
	}
	return w.log.flush()
}

// finish takes what came of a step into the log.
func (w *walk[S]) finish(f finished) error {
	if f.err == nil {
		return w.complete(f)
	}
	n := w.g.nodes[f.state]
	late := errors.Is(f.err, errWallTime)
	w.late = w.late || late
	class := w.o.Classify(f.err)
	if y := w.wait(n, f, class); y != nil && !late {
		w.stuck[f.hand.branch], w.yield = true, y
		return nil // the run rests, and tells why
	}
	caught, err := w.g.catches(n, w.run.Data)
	if caught {
		f.result = Result{Outcome: n.Catch, Degraded: true}
		return w.complete(f)
	}
	if err != nil {
		w.tellPanic(err)
		f.err = err
	}
	w.stuck[f.hand.branch] = true
	w.wasted = append(w.wasted, f.usage...)
	if w.failure == nil {
		w.failure = &runv1.Failed{Reason: w.o.tell(f.err), Code: CodeStepFailed, State: string(f.state)}
		if w.o.Reason != nil {
			w.failure.Cause = w.o.Reason(f.err)
		}
		switch {
		case late:
			w.failure.Code = CodeTimeLimit
			w.failure.Reason = fmt.Sprintf("the run took longer than %s", w.wall.allowed())
		case class == Unreachable:
			w.failure.Code = CodeUnreachable
			w.failure.Reason = fmt.Sprintf("%s (waited for %s)", w.o.tell(f.err), (w.run.Waited + f.took).Round(time.Millisecond))
		}
	}
	return nil
}

// complete moves a branch on by the outcome of its step.
func (w *walk[S]) complete(f finished) error {
	if w.g.nodes[f.state].Kind == Call && f.err == nil {
		w.started[f.child] = true
		return nil
	}
	output, err := pack(f.result.Output)
	if err != nil {
		f.result, f.err = Result{}, err
		return w.finish(f)
	}
	outcome := f.result.Outcome
	if c, ok := w.g.nodes[f.state].Caps[outcome]; ok && w.run.Taken(f.state, outcome) >= c.Most {
		outcome = c.Else
	}
	done := &runv1.StepCompleted{
		Branch:    f.hand.branch,
		State:     string(f.state),
		Outcome:   string(outcome),
		Output:    output,
		Attempts:  int32(f.before + f.attempts),
		Items:     int32(f.result.Items),
		StartTime: timestamppb.New(f.start),
		Duration:  durationpb.New(w.o.Now().Sub(f.start)),
		Degraded:  f.result.Degraded,
		Usage:     f.usage,
	}
	if f.err != nil {
		done.Error = w.o.tell(f.err)
		done.Effectless = w.g.nodes[f.state].Kind == Effect && !f.touched
	}
	err = w.append(&runv1.Event{Kind: &runv1.Event_StepCompleted{StepCompleted: done}})
	if err != nil || w.g.nodes[f.state].Kind != Effect || w.over() {
		return err
	}
	// An effect is over only when the log says so: a crash after the next step
	// has begun must not bring it back.
	return w.log.flush()
}

// append folds events into the run and hands them to the log.
func (w *walk[S]) append(events ...*runv1.Event) error {
	if err := w.fold(events...); err != nil {
		return err
	}
	return w.send()
}

// fold folds events into the run. They are handed to the log with the next ones, or by
// send.
func (w *walk[S]) fold(events ...*runv1.Event) error {
	for _, e := range events {
		e.Sequence = w.run.Sequence + 1
		e.Time = timestamppb.New(w.o.Now())
		err := w.g.Apply(w.run, e)
		if p, ok := errors.AsType[*PanicError](err); ok {
			w.unfolded(e, p)
			continue
		}
		if err != nil {
			return err
		}
		w.log.hold(e)
	}
	return nil
}

func (w *walk[S]) send() error {
	if w.over() {
		return nil // its end is all that can follow, at once: kept together they cost one sync
	}
	w.log.launch()
	if w.o.Durability == Strict {
		return w.log.flush()
	}
	return nil
}

// over reports whether nothing is left to do and the log does not say so yet.
func (w *walk[S]) over() bool { return w.run.Ended == Running && len(w.run.Branches) == 0 }

func pack(m proto.Message) (*anypb.Any, error) {
	if m == nil {
		return nil, nil
	}
	a, err := anypb.New(m)
	if err != nil {
		return nil, fmt.Errorf("pack a step's output: %w", err)
	}
	return a, nil
}

// Resume folds a run's events and walks on from there. It returns where the run
// stands afterwards; on an error, where it stood when the walk broke off.
func (g *Graph[S]) Resume(ctx context.Context, events []*runv1.Event, journal Journal, o Options) (*Progress, error) {
	run, err := g.Fold(events)
	if err != nil {
		return nil, err
	}
	_, err = g.Walk(ctx, run, journal, o)
	return &run.Progress, err
}

// Inspect folds a run's events and returns where it stands.
func (g *Graph[S]) Inspect(events []*runv1.Event) (*Progress, error) {
	run, err := g.Fold(events)
	if err != nil {
		return nil, err
	}
	return &run.Progress, nil
}
