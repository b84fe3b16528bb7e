package graph_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A builder makes up graphs: lines of pure steps and effects, steps that fail or go round,
// forks and fan-outs that are joined, waits, timers and calls, one in another.
type builder struct {
	t     *rapid.T
	nodes []graph.Node[trail]
	tried *attempts
	kinds []string // the first four hold nothing themselves
}

// line adds a line that leads to a state, and returns where it begins.
func (b *builder) line(next graph.State, depth int) graph.State {
	for range rapid.IntRange(1, 3).Draw(b.t, "length") {
		kinds := b.kinds
		if depth == 0 {
			kinds = kinds[:4]
		}
		switch rapid.SampledFrom(kinds).Draw(b.t, "kind") {
		case "pure":
			next = b.add(graph.Node[trail]{Run: to("ok"), Outcomes: outcomes{"ok": at(next)}})
		case "effect":
			next = b.add(graph.Node[trail]{Run: b.tried.run, Kind: graph.Effect, Outcomes: outcomes{"ok": at(next)}})
		case "loop":
			self := graph.State(fmt.Sprintf("S%d", len(b.nodes)))
			next = b.add(graph.Node[trail]{
				Run: to("again"), Outcomes: outcomes{"again": at(self), "ok": at(next)},
				Caps: map[graph.Outcome]graph.Cap{"again": {Most: rapid.IntRange(1, 3).Draw(b.t, "rounds"), Else: "ok"}},
			})
		case "catch":
			next = b.add(graph.Node[trail]{
				Catch: "lost", Outcomes: outcomes{"ok": at(next), "lost": at(next)},
				Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
					return graph.Result{}, errors.New("boom")
				},
			})
		case "timer":
			next = b.add(sleeps("", time.Duration(rapid.IntRange(0, 2).Draw(b.t, "ms"))*time.Millisecond, next))
		case "call":
			call := calls(1, rapid.IntRange(0, 2).Draw(b.t, "width"))[1]
			call.Outcomes = outcomes{"ok": at(next), "not": at(next)}
			next = b.add(call)
		case "fork":
			join := b.add(graph.Node[trail]{Run: to("ok"), Join: graph.JoinBranches, Outcomes: outcomes{"ok": at(next)}})
			left, right := b.line(join, depth-1), b.line(join, depth-1)
			next = b.add(graph.Node[trail]{Run: to("ok"), Outcomes: outcomes{"ok": at(left, right)}})
		case "wait":
			next = b.add(graph.Node[trail]{Kind: graph.Wait, Outcomes: outcomes{"yes": at(next)}})
		case "wait and fork":
			join := b.add(graph.Node[trail]{Run: to("ok"), Join: graph.JoinBranches, Outcomes: outcomes{"ok": at(next)}})
			left, right := b.line(join, depth-1), b.line(join, depth-1)
			next = b.add(graph.Node[trail]{Kind: graph.Wait, Outcomes: outcomes{"yes": at(left, right)}})
		case "fan-out":
			join := b.add(graph.Node[trail]{Run: to("ok"), Join: graph.JoinItems, Outcomes: outcomes{"ok": at(next)}})
			item := b.line(join, depth-1)
			next = b.add(graph.Node[trail]{
				Run: opens(rapid.IntRange(1, 4).Draw(b.t, "items")), Fan: "each", Outcomes: outcomes{"each": at(item)},
			})
		}
	}
	return next
}

func (b *builder) add(n graph.Node[trail]) graph.State {
	n.State = graph.State(fmt.Sprintf("S%d", len(b.nodes)))
	b.nodes = append(b.nodes, n)
	return n.State
}

// anyGraph makes up a graph whose effects are counted, of the usual kinds and others.
func anyGraph(t *rapid.T, kinds ...string) (*graph.Graph[trail], *attempts) {
	b := &builder{t: t, tried: &attempts{}, kinds: append([]string{"pure", "effect", "loop", "catch", "fork", "fan-out", "timer", "call"}, kinds...)}
	def := definition(graph.Node[trail]{})
	def.Start = b.line(graph.End, 2)
	def.Nodes = b.nodes
	g, err := graph.New(def)
	if err != nil {
		t.Fatal(err)
	}
	return g, b.tried
}

// attempts are the effects that were begun, by key and attempt.
type attempts struct {
	mu    sync.Mutex
	of    map[string][]int
	twice []string // begun twice as the same attempt
}

func (a *attempts) run(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if slices.Contains(a.of[s.Key], s.Attempt) {
		a.twice = append(a.twice, fmt.Sprintf("attempt %d of %s", s.Attempt, s.Key))
	}
	a.of[s.Key] = append(a.of[s.Key], s.Attempt)
	return graph.Result{Outcome: "ok"}, nil
}

// reset forgets what was begun and returns how many effects there were.
func (a *attempts) reset() int {
	n := len(a.of)
	a.of, a.twice = map[string][]int{}, nil
	return n
}

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

func (d *disk) read() ([]*runv1.Event, *writer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.events), &writer{disk: d, last: len(d.events), lives: -1}
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

// status is how the run stands.
func (d *disk) status(g *graph.Graph[trail]) graph.Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, err := g.Inspect(d.events)
	if err != nil {
		return graph.Failed
	}
	return p.Status()
}

// onlyOnce returns what is wrong with how often things stand in a log: each child that was named
// ends once, and each timer fires once.
func onlyOnce(events []*runv1.Event) error {
	named, open, sleeping := map[string]bool{}, map[string]bool{}, map[int32]bool{}
	for _, e := range events {
		if c := e.GetChildStarted(); c != nil {
			if named[c.GetRunId()] {
				return fmt.Errorf("child %s is named twice", c.GetRunId())
			}
			named[c.GetRunId()], open[c.GetRunId()] = true, true
		}
		if c := e.GetChildEnded(); c != nil {
			delete(open, c.GetRunId())
		}
		if s := e.GetTimerStarted(); s != nil {
			if sleeping[s.GetBranch()] {
				return fmt.Errorf("branch %d sleeps twice", s.GetBranch())
			}
			sleeping[s.GetBranch()] = true
		}
		if f := e.GetTimerFired(); f != nil {
			delete(sleeping, f.GetBranch())
		}
	}
	if len(open)+len(sleeping) > 0 {
		return fmt.Errorf("%d children and %d timers have no end", len(open), len(sleeping))
	}
	return nil
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

func sorted(s trail) trail { return slices.Sorted(slices.Values(s)) }

// withChildren is the options of one walk, whose children have ended when it is told of them.
func withChildren(o graph.Options) graph.Options {
	ends := make(chan []*runv1.ChildEnded, graph.MaxItems)
	o.Ends = ends
	o.Start = func(_ context.Context, c *runv1.ChildStarted) error {
		ends <- []*runv1.ChildEnded{{RunId: c.GetRunId(), Status: graph.Completed.String()}}
		return nil
	}
	o.Idle, o.Busy = func() time.Duration { return time.Minute }, func() {}
	return o
}

func anyDurability(t *rapid.T) graph.Options {
	o := options()
	o.Durability = rapid.SampledFrom([]graph.Durability{graph.Strict, graph.Pipelined, graph.Relaxed}).Draw(t, "durability")
	return o
}

// undisturbed walks a new run, answers it whenever it waits, and returns its log.
func undisturbed(ctx context.Context, t *rapid.T, g *graph.Graph[trail], o graph.Options) []*runv1.Event {
	for j := (&memory{events: []*runv1.Event{start()}}); ; {
		p, err := g.Resume(ctx, j.kept(), j, withChildren(o))
		if err != nil {
			t.Fatalf("undisturbed: %v, %v", p, err)
		}
		switch p.Status() {
		case graph.Completed:
			return j.kept()
		case graph.Waiting:
			j.events = append(j.events, yes(p.Sequence+1, p.Waiting()[0]))
		case graph.Sleeping: // its time comes
		default:
			t.Fatalf("undisturbed: %v", p.Status())
		}
	}
}

// yes answers a pause.
func yes(sequence int64, pause *runv1.Interrupted) *runv1.Event {
	return &runv1.Event{Sequence: sequence, Kind: &runv1.Event_Answered{Answered: &runv1.Answered{
		InterruptId: pause.GetInterruptId(), Outcome: "yes",
	}}}
}

// answer answers one of the pauses that are open, if any is.
func (d *disk) answer(g *graph.Graph[trail]) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, err := g.Inspect(d.events)
	if err != nil {
		return err
	}
	if open := p.Waiting(); len(open) > 0 {
		d.events = append(d.events, yes(p.Sequence+1, open[d.rng.IntN(len(open))]))
	}
	return nil
}

func TestARunComesToTheSameWhereverItsLogIsCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt)
		o := anyDurability(rt)
		tried.reset()
		events := undisturbed(t.Context(), rt, g, o)
		whole, err := g.Fold(events)
		if err != nil {
			rt.Fatal(err)
		}
		for key, of := range tried.of {
			if len(of) != 1 {
				rt.Errorf("undisturbed, %s was begun %d times", key, len(of))
			}
		}
		cut := rapid.IntRange(1, len(events)).Draw(rt, "cut")
		part, err := g.Fold(events[:cut])
		if err != nil {
			rt.Fatal(err)
		}
		for _, e := range events[cut:] {
			if err := g.Apply(part, e); err != nil {
				rt.Fatal(err)
			}
		}
		if !slices.Equal(part.Data, whole.Data) || part.Status() != whole.Status() || part.Sequence != whole.Sequence {
			rt.Errorf("folded in two parts %v, at once %v", part.Data, whole.Data)
		}
		if cut == len(events) {
			return
		}
		j := &memory{events: slices.Clone(events[:cut])}
		for status := graph.Sleeping; status == graph.Sleeping; {
			p, err := g.Resume(t.Context(), j.kept(), j, withChildren(o))
			if err != nil {
				rt.Fatalf("resumed after %d of %d events: %v, %v", cut, len(events), p, err)
			}
			status = p.Status()
		}
		if got, err := g.Fold(j.kept()); err != nil || !slices.Equal(sorted(got.Data), sorted(whole.Data)) {
			rt.Errorf("resumed after %d of %d events %v, at once %v (%v)", cut, len(events), got.Data, whole.Data, err)
		}
	})
}

func TestSeveralWorkersOfARunMakeOneHistory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt, "wait", "wait and fork")
		o := anyDurability(rt)
		tried.reset()
		whole, err := g.Fold(undisturbed(t.Context(), rt, g, o))
		if err != nil {
			rt.Fatal(err)
		}
		effects := tried.reset()

		d := &disk{events: []*runv1.Event{start()}, rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)), left: 12}
		work := func(lives int) error {
			events, w := d.read()
			run, err := g.Folded(events)
			if err != nil || run.Progress().Status().Ended() {
				return err
			}
			w.lives = lives
			run, err = run.Resume(t.Context(), w, withChildren(o))
			if run != nil && err == nil {
				whole, err := g.Fold(run.Events())
				if err != nil || !reflect.DeepEqual(&whole.Progress, run.Progress()) {
					return fmt.Errorf("walked to %+v, which folds to %+v: %w", run.Progress(), whole, err)
				}
			}
			if errors.Is(err, errDied) || errors.Is(err, graph.ErrFenced) {
				return nil
			}
			return err
		}
		d.come = func(steps int) {
			err := d.answer(g)
			if steps > 0 {
				err = work(steps)
			}
			if err != nil {
				rt.Error(err)
			}
		}
		for status := graph.Running; !status.Ended(); status = d.status(g) { // each that comes along may throw back the one that is at work
			if err := errors.Join(work(-1), d.answer(g)); err != nil {
				rt.Fatal(err)
			}
		}
		got, err := g.Fold(d.events)
		if err != nil || got.Status() != graph.Completed || !slices.Equal(sorted(got.Data), sorted(whole.Data)) {
			rt.Errorf("%v, alone %v (%v)", got, whole.Data, err)
		}
		if len(tried.of) != effects || len(tried.twice) > 0 {
			rt.Errorf("%d effects, alone %d; twice: %v", len(tried.of), effects, tried.twice)
		}
		if err := onlyOnce(d.events); err != nil {
			rt.Error(err)
		}
		for i, e := range d.events {
			if e.GetSequence() != int64(i+1) || i > 0 && proto.Equal(e, d.events[i-1]) {
				rt.Errorf("event %d stands at %d", e.GetSequence(), i+1)
			}
		}
	})
}

func TestWhatComesFromOutsideThrowsNothingAway(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		g, tried := anyGraph(rt, "wait", "wait and fork")
		o := anyDurability(rt)
		tried.reset()
		whole, err := g.Fold(undisturbed(t.Context(), rt, g, o))
		if err != nil {
			rt.Fatal(err)
		}
		effects := tried.reset()

		heard := make(chan struct{}, 1)
		o.Heard = heard
		d := &disk{events: []*runv1.Event{start()}, rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)), left: 100}
		d.come = func(told int) {
			if err := d.answer(g); err != nil {
				rt.Error(err)
			}
			if told == 0 {
				return // the walk finds out by itself
			}
			select {
			case heard <- struct{}{}:
			default:
			}
		}
		for status := graph.Running; !status.Ended(); {
			events, w := d.read()
			p, err := g.Resume(t.Context(), events, w, withChildren(o))
			if err == nil {
				err = d.answer(g)
			}
			if err != nil {
				rt.Fatalf("the walk broke off: %v", err)
			}
			status = p.Status()
		}
		got, err := g.Fold(d.events)
		if err != nil || got.Status() != graph.Completed || !slices.Equal(sorted(got.Data), sorted(whole.Data)) {
			rt.Errorf("%v, alone %v (%v)", got, whole.Data, err)
		}
		if len(tried.of) != effects {
			rt.Errorf("%d effects, alone %d", len(tried.of), effects)
		}
		for key, of := range tried.of {
			if len(of) != 1 {
				rt.Errorf("%s was begun %d times", key, len(of))
			}
		}
	})
}
