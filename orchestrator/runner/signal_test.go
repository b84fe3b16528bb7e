package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// signalMesh is a mesh whose runs take signals: WORK n times, then ASK, which the signal
// "go_on" ends, then LAST.
func signalMesh(t *testing.T, n int, work graph.Handler[trail]) *mesh {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	nodes := []graph.Node[trail]{
		{State: "ASK", Kind: graph.Wait, Outcomes: to{"yes": {"LAST"}}, Ask: func(trail) graph.Ask { return graph.Ask{Text: "may it go on?"} }, Answered: "yes", Signalled: func(s trail) graph.Outcome {
			if slices.Contains(s, "go_on") {
				return "yes"
			}
			return ""
		}},
		{State: "LAST", Run: ok, Outcomes: to{"ok": {graph.End}}},
	}
	next := graph.State("ASK")
	for i := range n {
		state := graph.State(fmt.Sprintf("WORK%d", n-i))
		nodes = append(nodes, graph.Node[trail]{State: state, Kind: graph.Effect, Run: work, Outcomes: to{"ok": {next}}})
		next = state
	}
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: next, Nodes: nodes,
		New: func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail {
			return append(slices.Clip(s), string(c.State)+"."+string(c.Outcome))
		},
		Signals: []graph.Signal[trail]{
			{Name: "note", Doc: "is noted", Message: &wrapperspb.StringValue{}, Apply: func(s trail, m proto.Message) (trail, error) {
				return append(slices.Clip(s), m.(*wrapperspb.StringValue).GetValue()), nil
			}},
			{Name: "go_on", Doc: "has it go on", Apply: func(s trail, _ proto.Message) (trail, error) { return append(slices.Clip(s), "go_on"), nil }},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	m := newMesh(t, steps{}, 0)
	m.flow = g
	return m
}

func note(text, id string) runner.Signal {
	return runner.Signal{Name: "note", Payload: wrapperspb.String(text), By: me, RequestID: id}
}

// notesOf are the notes that a run has taken, in order.
func notesOf(s trail) (out []string) {
	for _, at := range s {
		if len(at) > 5 && at[:5] == "note-" {
			out = append(out, at)
		}
	}
	return out
}

func TestSignalsOfTwoServersToARunWhoseWorkersDieCountOnceEach(t *testing.T) {
	t.Parallel()
	const deaths, each = 3, 20
	h := newMortal(t, deaths)
	m := signalMesh(t, deaths+1, h.run)
	m.o.AckWait, m.crashes = 100*time.Millisecond, deaths
	one, two := m.node(false), m.node(false)
	k := m.start(one, "", "")
	var all sync.WaitGroup
	for s, n := range []*node{one, two} {
		all.Go(func() {
			for i := range each {
				text := fmt.Sprintf("note-%d-%02d", s, i)
				for range 2 { // its sender does not know whether the first has come in
					if _, err := n.Signal(t.Context(), k, note(text, text)); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for range deaths {
		h.die(m.node(true))
	}
	all.Wait()
	m.node(true)
	m.until(one, k, graph.Waiting)
	if _, err := two.Signal(t.Context(), k, runner.Signal{Name: "go_on", By: me}); err != nil {
		t.Fatal(err)
	}
	run, _ := m.until(one, k, graph.Completed)
	got := notesOf(run.Data)
	for s := range 2 {
		mine := slices.DeleteFunc(slices.Clone(got), func(at string) bool { return at[5] != byte('0'+s) })
		if len(mine) != each || !slices.IsSorted(mine) {
			t.Errorf("of %d signals of server %d these count: %v", each, s, mine)
		}
	}
}

func TestASignalEndsAWaitThoughItsSenderDiesBeforeTheRunIsQueued(t *testing.T) {
	t.Parallel()
	m := signalMesh(t, 0, nil)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	n.stop()
	sender := m.node(false)
	if _, err := sender.Signal(t.Context(), k, runner.Signal{Name: "go_on", By: me}); err != nil {
		t.Fatal(err)
	}
	m.forget(sender, "WEFT_QUEUE", "weft.queue.other.test.1.local."+k.Run) // it has not come to that
	m.node(true)
	run, _ := m.until(sender, k, graph.Completed)
	if want := (trail{"go_on", "ASK.yes", "LAST.ok"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %v, want %v", run.Data, want)
	}
}

func TestARaceWithTheEndOfTheRunKeepsTheSignalOrSaysThatItCameTooLate(t *testing.T) {
	t.Parallel()
	m := signalMesh(t, 0, nil)
	n, sender := m.node(true), m.node(false)
	for range 20 {
		k := m.start(n, "", "")
		m.until(n, k, graph.Waiting)
		var kept atomic.Int32
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if i == 0 {
					if _, err := n.Signal(t.Context(), k, runner.Signal{Name: "go_on", By: me}); err != nil {
						t.Error(err)
					}
				}
				switch _, err := sender.Signal(t.Context(), k, note(fmt.Sprintf("note-%d", i), "")); {
				case err == nil:
					kept.Add(1)
				case !errors.Is(err, runner.ErrEnded):
					t.Error(err)
				}
			})
		}
		all.Wait()
		run, _ := m.until(n, k, graph.Completed)
		if got := len(notesOf(run.Data)); got != int(kept.Load()) {
			t.Errorf("%d signals count, and %d senders were told that theirs is kept", got, kept.Load())
		}
	}
}

func TestASignalIsRefusedThatTheRunDoesNotTake(t *testing.T) {
	t.Parallel()
	m := signalMesh(t, 0, nil)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	at, err := n.Signal(t.Context(), k, note("note-a", "a"))
	if err != nil {
		t.Fatal(err)
	}
	send := func(k runlog.Key, s runner.Signal) error {
		_, err := n.Signal(t.Context(), k, s)
		return err
	}
	if _, ok := errors.AsType[*runlog.ReusedError](send(k, note("note-b", "a"))); !ok {
		t.Error("a request id counts for two signals")
	}
	if _, ok := errors.AsType[*graph.PortError](send(k, runner.Signal{Name: "nothing", By: me})); !ok {
		t.Error("a signal is taken that there is not")
	}
	stranger := me
	stranger.Tenant = "other"
	for _, key := range []runlog.Key{k, {Tenant: "other", Run: k.Run}} {
		if err := send(key, runner.Signal{Name: "go_on", By: stranger}); !errors.Is(err, runlog.ErrNotFound) {
			t.Errorf("a signal of another tenant: %v", err)
		}
	}
	if err := send(k, runner.Signal{Name: "go_on", By: me}); err != nil {
		t.Fatal(err)
	}
	m.until(n, k, graph.Completed)
	if err := send(k, note("note-c", "")); !errors.Is(err, runner.ErrEnded) {
		t.Errorf("a signal after the end: %v", err)
	}
	if again, err := n.Signal(t.Context(), k, note("note-a", "a")); err != nil || again != at {
		t.Errorf("a signal that is repeated after the end: event %d, %v; want event %d", again, err, at)
	}
}

func TestARunThatWaitsTakesAThousandSignalsUntilItGetsOn(t *testing.T) {
	t.Parallel()
	m := signalMesh(t, 0, nil)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	var kept, refused atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range graph.MaxSignals/4 + 10 {
				switch _, err := n.Signal(t.Context(), k, note("note-", "")); {
				case err == nil:
					kept.Add(1)
				case errors.Is(err, runner.ErrTooManySignals):
					refused.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if kept.Load() != graph.MaxSignals || refused.Load() != 40 {
		t.Errorf("%d are kept, %d refused", kept.Load(), refused.Load())
	}
	err := n.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me})
	if err != nil {
		t.Fatal(err)
	}
	m.until(n, k, graph.Completed)
}

func TestAWorkerThatDiesBetweenSignalsIsCounted(t *testing.T) {
	t.Parallel()
	h := newMortal(t, 1)
	m := signalMesh(t, 1, h.run)
	m.o.AckWait = 200 * time.Millisecond
	sender := m.node(false)
	k := m.start(sender, "", "")
	h.die(m.node(true))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { // faster than the queue notices the death
		for tick := time.NewTicker(20 * time.Millisecond); ctx.Err() == nil; {
			if _, err := sender.Signal(ctx, k, note("note-", "")); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				tick.Stop()
			}
		}
	})
	m.node(true)
	_, events := m.until(sender, k, graph.Waiting)
	cancel()
	if !slices.ContainsFunc(events, func(e *runv1.Event) bool { return e.GetTakenOver() != nil }) {
		t.Error("the log does not tell that a worker has died")
	}
}
