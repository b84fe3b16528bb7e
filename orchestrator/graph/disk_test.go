package graph_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

var errDied = errors.New("the worker has died")

// A disk is a log that several workers write, each after what it has read. Before
// each record another worker may take the run, and go on with it until it dies.
type disk struct {
	mu     sync.Mutex
	events []*runv1.Event
	rng    *rand.Rand
	left   int // how many workers may still come along
	come   func(steps int)
}

func anyDisk(t *rapid.T, left int) *disk {
	return &disk{events: []*runv1.Event{start()}, rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), left: left}
}

func (d *disk) read() ([]*runv1.Event, *writer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.events), &writer{disk: d, last: len(d.events), lives: -1}
}

// chance reports whether something happens now, once in so many times.
func (d *disk) chance(in int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rng.IntN(in) == 0
}

type writer struct {
	disk  *disk
	last  int // what of the log it knows
	lives int // how many records it writes before it dies; negative is no limit
}

func (w *writer) Append(_ context.Context, events []*runv1.Event, _ graph.Standing) error {
	if w.lives == 0 {
		return errDied
	}
	w.lives--
	w.disk.intrude()
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	if len(w.disk.events) != w.last {
		return graph.ErrFenced
	}
	w.disk.events = append(w.disk.events, events...)
	w.last = len(w.disk.events)
	return nil
}

func (w *writer) Since(context.Context) ([]*runv1.Event, func(), error) {
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	more := slices.Clone(w.disk.events[w.last:])
	return more, func() { w.last += len(more) }, nil
}

// intrude has another worker come along, now and then.
func (d *disk) intrude() {
	d.mu.Lock()
	comes := d.left > 0 && d.rng.IntN(3) == 0
	steps := d.rng.IntN(6)
	if comes {
		d.left--
	}
	d.mu.Unlock()
	if comes {
		d.come(steps)
	}
}

// answer answers one of the pauses that are open, if any is. A run that has failed is
// retried.
func (d *disk) answer(g *graph.Graph[trail]) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, err := g.Inspect(d.events)
	if err != nil {
		return err
	}
	if p.Status() == graph.Failed {
		d.events = append(d.events, retry(d.events))
	} else if open := p.Waiting(); len(open) > 0 {
		d.events = append(d.events, yes(p.Sequence+1, open[d.rng.IntN(len(open))]))
	}
	return nil
}

// completed reports whether the run has come to its end.
func (d *disk) completed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.events[len(d.events)-1].GetCompleted() != nil
}

// crashes is how many workers may die at the same before that is given up.
const crashes = 2

// work has a worker go on with the run until it rests, or has written so many records; a
// negative number is no limit. That somebody else has taken the run, or that the worker
// dies, is no error.
func (d *disk) work(ctx context.Context, g *graph.Graph[trail], o graph.Options, lives int) error {
	events, w := d.read()
	run, err := g.Folded(events)
	if err != nil || run.Progress().Status().Ended() {
		return err
	}
	w.lives = lives
	if run.Progress().Status() == graph.Running && len(events) > 1 && d.chance(3) {
		if run, err = takeOver(ctx, run, w); err != nil || run.Progress().Status().Ended() {
			return fatal(err)
		}
	}
	run, err = run.Resume(ctx, w, withChildren(o))
	if err != nil {
		return fatal(err)
	}
	whole, err := g.Fold(run.Events())
	if err != nil || !reflect.DeepEqual(&whole.Progress, run.Progress()) {
		return fmt.Errorf("walked to %+v, which folds to %+v: %w", run.Progress(), whole, err)
	}
	return nil
}

func fatal(err error) error {
	if errors.Is(err, errDied) || errors.Is(err, graph.ErrFenced) {
		return nil
	}
	return err
}

// takeOver notes that the worker before has died, and gives up what too many have died at.
func takeOver(ctx context.Context, run graph.Folded, w *writer) (graph.Folded, error) {
	was := run.Progress()
	more := []*runv1.Event{{Sequence: was.Sequence + 1, Time: timestamppb.Now(), Kind: &runv1.Event_TakenOver{TakenOver: &runv1.TakenOver{}}}}
	after, err := run.With(more...)
	if err != nil {
		return nil, err
	}
	if was.Takeovers >= crashes {
		ends, err := after.GiveUp("too many died", time.Now())
		if err != nil {
			return nil, err
		}
		if after, err = after.With(ends...); err != nil {
			return nil, err
		}
		more = append(more, ends...)
	}
	return after, w.Append(ctx, more, after.Progress().Standing())
}

// history is what a log should tell once its run has come to its end, however many workers
// it had.
type history struct {
	data    trail // of the run when nobody disturbs it, sorted
	effects int
}

// historyOf walks a run that nobody disturbs.
func historyOf(ctx context.Context, t *rapid.T, g *graph.Graph[trail], o graph.Options, tried *attempts) history {
	tried.reset()
	run, err := g.Fold(undisturbed(ctx, t, g, o))
	if err != nil {
		t.Fatal(err)
	}
	return history{sorted(run.Data), tried.reset()}
}

// check reports what is wrong with a log, or with what was done on the way.
func (h history) check(t *rapid.T, g *graph.Graph[trail], events []*runv1.Event, tried *attempts) {
	t.Helper()
	got, err := g.Fold(events)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status() != graph.Completed || !slices.Equal(sorted(got.Data), h.data) {
		t.Errorf("%v: %v, undisturbed %v", got.Status(), sorted(got.Data), h.data)
	}
	if len(tried.of) != h.effects || len(tried.twice) > 0 {
		t.Errorf("%d effects, undisturbed %d; twice: %v", len(tried.of), h.effects, tried.twice)
	}
	if err := onlyOnce(events); err != nil {
		t.Error(err)
	}
}

// onlyOnce returns what is wrong with how often things stand in a log: its events are
// numbered, each child that was named ends once, each timer fires once, no attempt at an
// effect begins after its end, and each pause has a name of its own and one answer.
func onlyOnce(events []*runv1.Event) error {
	named, open, sleeping := map[string]bool{}, map[string]bool{}, map[int32]bool{}
	asked, answered := map[string]bool{}, map[string]bool{}
	at := map[int32]string{} // the state where an attempt of a branch has begun
	for i, e := range events {
		if e.GetSequence() != int64(i+1) {
			return fmt.Errorf("event %d stands at %d", e.GetSequence(), i+1)
		}
		switch k := e.GetKind().(type) {
		case *runv1.Event_StepStarted:
			at[k.StepStarted.GetBranch()] = k.StepStarted.GetState()
		case *runv1.Event_StepCompleted:
			if s := at[k.StepCompleted.GetBranch()]; s != "" && s != k.StepCompleted.GetState() {
				return fmt.Errorf("event %d ends %s, and %s has begun", i+1, k.StepCompleted.GetState(), s)
			}
			delete(at, k.StepCompleted.GetBranch())
		case *runv1.Event_ChildStarted:
			id := k.ChildStarted.GetRunId()
			if named[id] {
				return fmt.Errorf("child %s is named twice", id)
			}
			named[id], open[id] = true, true
		case *runv1.Event_ChildEnded:
			if !open[k.ChildEnded.GetRunId()] {
				return fmt.Errorf("child %s ends, and is not open", k.ChildEnded.GetRunId())
			}
			delete(open, k.ChildEnded.GetRunId())
		case *runv1.Event_Interrupted:
			id := k.Interrupted.GetInterruptId()
			if asked[id] {
				return fmt.Errorf("two pauses are named %s", id)
			}
			asked[id] = true
		case *runv1.Event_Answered:
			id := k.Answered.GetInterruptId()
			if !asked[id] || answered[id] {
				return fmt.Errorf("pause %s is answered: asked %t, answered %t", id, asked[id], answered[id])
			}
			answered[id] = true
		case *runv1.Event_TimerStarted:
			if sleeping[k.TimerStarted.GetBranch()] {
				return fmt.Errorf("branch %d sleeps twice", k.TimerStarted.GetBranch())
			}
			sleeping[k.TimerStarted.GetBranch()] = true
		case *runv1.Event_TimerFired:
			if !sleeping[k.TimerFired.GetBranch()] {
				return fmt.Errorf("the timer of branch %d fires, and it does not sleep", k.TimerFired.GetBranch())
			}
			delete(sleeping, k.TimerFired.GetBranch())
		}
	}
	if len(open)+len(sleeping)+len(at) > 0 {
		return fmt.Errorf("%d children, %d timers and %d effects have no end", len(open), len(sleeping), len(at))
	}
	return nil
}
