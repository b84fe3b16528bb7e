package runner_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// The embedded server leaves these to end on their own after a shutdown.
		goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*Server).jetStreamCluster"),
		goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*ipQueue[...]).push"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*stream).internalLoop"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*fileStore).flushLoop"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*msgBlock).flushLoop"),
	)
}

// trail is the data of the test graphs: the states that were left, in order.
type trail []string

var me = auth.Principal{Tenant: "local", User: "me", Kind: auth.Person, Scopes: auth.Scopes()}

// steps are the handlers of the test graph, which a test may replace.
type steps struct {
	first, effect, last graph.Handler[trail]
}

func ok(context.Context, trail, graph.Step) (graph.Result, error) {
	return graph.Result{Outcome: "ok"}, nil
}

// flow is FIRST → EFFECT → ASK → LAST, where FIRST may also skip the question.
func flow(t *testing.T, h steps, expires time.Duration) *graph.Graph[trail] {
	t.Helper()
	or := func(h graph.Handler[trail]) graph.Handler[trail] {
		if h == nil {
			return ok
		}
		return h
	}
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "FIRST",
		New: func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, c graph.Change) trail {
			return append(slices.Clip(s), string(c.State)+"."+string(c.Outcome))
		},
		Nodes: []graph.Node[trail]{
			{State: "FIRST", Run: or(h.first), Outcomes: to{"ok": {"EFFECT"}, "ask": {"ASK"}}},
			{State: "EFFECT", Kind: graph.Effect, Run: or(h.effect), Outcomes: to{"ok": {"LAST"}}},
			{
				State: "ASK", Kind: graph.Wait, Expires: func(trail) time.Duration { return expires }, Expired: "expired",
				Ask:      func(trail) graph.Ask { return graph.Ask{Text: "how are you?"} },
				Outcomes: to{"yes": {"LAST"}, "expired": {graph.End}},
			},
			{State: "LAST", Run: or(h.last), Outcomes: to{"ok": {graph.End}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// mesh is an embedded NATS server with as many workers as a test starts.
type mesh struct {
	t       *testing.T
	dir     string // of the server
	srv     *bus.Server
	connect func() (*nats.Conn, error) // nil is to srv
	flow    *graph.Graph[trail]
	others  []graph.Flow // graphs beside it
	serve   []string     // graphs that the next node walks; empty is all
	o       runlog.Options
	workers int
	active  int // 0 is workers
	tenant  int // 0 is active
	crashes int
	log     *slog.Logger
	meter   metric.Meter
	steps   map[string]map[graph.State]graph.Policy
	report  func(error)      // see runner.Options
	now     func() time.Time // the clock of the next node
}

// bus starts a NATS server on a folder.
func serve(t *testing.T, dir string) *bus.Server {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: dir, SyncAlways: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	return srv
}

func newMesh(t *testing.T, h steps, expires time.Duration) *mesh {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "nats")
	return &mesh{t: t, dir: dir, srv: serve(t, dir), flow: flow(t, h, expires), workers: 4, crashes: 3, log: slog.New(slog.DiscardHandler), meter: metricnoop.NewMeterProvider().Meter(""), now: time.Now, o: runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: time.Second, Gather: true,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	}}
}

// node is one process that shares the mesh: its own connection, log and runner.
type node struct {
	nc  *nats.Conn
	log *runlog.Log
	*runner.Runner
	stop func() // ends its work and waits for it
}

func (m *mesh) node(work bool) *node {
	m.t.Helper()
	connect := m.connect
	if connect == nil {
		connect = func() (*nats.Conn, error) { return m.srv.Connect("test") }
	}
	nc, err := connect()
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(nc.Close)
	log, err := runlog.Open(m.t.Context(), nc, m.o)
	if err != nil {
		m.t.Fatal(err)
	}
	r, err := runner.New(log, runner.Options{
		Serve: m.serve, Workers: m.workers, Active: m.active, TenantActive: m.tenant, MaxCrashes: m.crashes, AckWait: m.o.AckWait,
		Durability: graph.Pipelined, Attempts: 2, Timeout: time.Minute, OutageLimit: time.Minute,
		Classify: classify, Now: m.now,
		Log: m.log, Tracer: m.o.Tracer, Propagator: m.o.Propagator,
		Meter: m.meter, Report: m.report, Steps: m.steps,
	}, newRegistry(m.t, append(m.others, m.flow)...))
	if err != nil {
		m.t.Fatal(err)
	}
	n := &node{nc: nc, log: log, Runner: r, stop: func() {}}
	if !work {
		return n
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := r.Work(ctx); err != nil {
			m.t.Errorf("work: %v", err)
		}
	})
	n.stop = func() { cancel(); wg.Wait() }
	m.t.Cleanup(n.stop)
	return n
}

var errAway = errors.New("nobody answers")

func classify(err error) graph.Class {
	if errors.Is(err, errAway) {
		return graph.Unreachable
	}
	return graph.Transient
}

func (m *mesh) start(n *node, requestID, digest string) runlog.Key {
	m.t.Helper()
	k, err := n.Start(m.t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "me",
		Graph: "test", Input: wrapperspb.String("hello"), RequestID: requestID, Digest: digest,
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return k
}

// until watches a run until it stands as wanted and returns its trail.
func (m *mesh) until(n *node, k runlog.Key, want graph.Status) (*graph.Run[trail], []*runv1.Event) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), 30*time.Second)
	defer cancel()
	run, events := &graph.Run[trail]{}, []*runv1.Event{}
	err := n.log.Watch(ctx, k, 1, func(s runlog.Seen) error {
		if s.Event == nil {
			return nil
		}
		events = append(events, s.Event)
		if err := m.flow.Apply(run, s.Event); err != nil {
			return err
		}
		if st := run.Status(); st == want || st.Ended() {
			return runlog.Stop()
		}
		return nil
	})
	if err != nil || run.Status() != want {
		m.t.Fatalf("the run is %v (%v), want %v; its trail: %v", run.Status(), err, want, run.Data)
	}
	return run, events
}

func TestAStartedRunIsWalkedToItsEnd(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	run, _ := m.until(n, m.start(n, "", ""), graph.Completed)
	if want := (trail{"FIRST.ok", "EFFECT.ok", "LAST.ok"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %v, want %v", run.Data, want)
	}
}

func TestAnAnsweredWaitLeavesNoTimer(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, time.Hour)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	if err := n.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
		t.Fatal(err)
	}
	m.until(n, k, graph.Completed)
	m.untilIdle(n, k)
}

func TestARequestIDFindsItsRunAgain(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	first := m.start(n, "req-1", "a")
	if again := m.start(n, "req-1", "a"); again != first {
		t.Errorf("the second start made run %s, the first %s", again.Run, first.Run)
	}
	_, err := n.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "test",
		Input: wrapperspb.String("x"), RequestID: "req-1", Digest: "b",
	})
	if !errors.Is(err, runlog.ErrRequestReused) {
		t.Errorf("another input under the same id: %v, want ErrRequestReused", err)
	}
	if other := m.start(n, "req-2", "a"); other == first {
		t.Error("another id found the same run")
	}
	m.until(n, first, graph.Completed)
}

func TestAnotherWorkerGoesOnWhereADeadOneStopped(t *testing.T) {
	t.Parallel()
	var firsts, effects atomic.Int32
	reached := make(chan struct{})
	var once sync.Once
	hang := make(chan struct{})
	m := newMesh(t, steps{
		first: func(context.Context, trail, graph.Step) (graph.Result, error) {
			firsts.Add(1)
			return graph.Result{Outcome: "ok"}, nil
		},
		effect: func(context.Context, trail, graph.Step) (graph.Result, error) {
			effects.Add(1)
			return graph.Result{Outcome: "ok"}, nil
		},
		last: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
			first := false
			once.Do(func() { first = true })
			if first {
				close(reached)
				<-hang // this worker never gets past LAST
			}
			return graph.Result{Outcome: "ok"}, nil
		},
	}, 0)
	dead := m.node(true)
	k := m.start(dead, "", "")
	<-reached
	dead.nc.Close() // it can neither append, nor hold, nor hand back
	t.Cleanup(func() { close(hang) })

	run, events := m.until(m.node(true), k, graph.Completed)
	if want := (trail{"FIRST.ok", "EFFECT.ok", "LAST.ok"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %v, want %v", run.Data, want)
	}
	if firsts.Load() != 1 || effects.Load() != 1 {
		t.Errorf("FIRST ran %d times and EFFECT %d times, want once each", firsts.Load(), effects.Load())
	}
	for i, e := range events {
		if e.GetSequence() != int64(i+1) {
			t.Errorf("event %d has sequence %d", i+1, e.GetSequence())
		}
	}
}

func TestAStoppingWorkerHandsItsRunToAnother(t *testing.T) {
	t.Parallel()
	reached := make(chan struct{})
	var once sync.Once
	m := newMesh(t, steps{last: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
		first := false
		once.Do(func() { first = true })
		if first {
			close(reached)
			<-ctx.Done()
			return graph.Result{}, ctx.Err()
		}
		return graph.Result{Outcome: "ok"}, nil
	}}, 0)
	leaving := m.node(true)
	k := m.start(leaving, "", "")
	<-reached
	leaving.stop()
	m.until(m.node(true), k, graph.Completed)
}

func asks(context.Context, trail, graph.Step) (graph.Result, error) {
	return graph.Result{Outcome: "ask"}, nil
}

func TestAnAnswerWakesAWaitingRun(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, time.Hour)
	n := m.node(true)
	k := m.start(n, "", "")
	run, _ := m.until(n, k, graph.Waiting)
	interrupt := run.Waiting()[0].GetInterruptId()

	if err := n.Answer(t.Context(), k, runner.Answer{Interrupt: "other", Outcome: "yes", By: me}); !errors.Is(err, runner.ErrOtherInterrupt) {
		t.Errorf("an answer to another question: %v", err)
	}
	answer := runner.Answer{Interrupt: interrupt, Outcome: "yes", Payload: wrapperspb.String("fine"), By: me}
	for range 2 { // the second time changes nothing
		if err := n.Answer(t.Context(), k, answer); err != nil {
			t.Fatal(err)
		}
	}
	other := answer
	other.By.User = "somebody else"
	if err := n.Answer(t.Context(), k, other); !errors.Is(err, runner.ErrAnswered) {
		t.Errorf("the same answer of somebody else: %v", err)
	}
	again := answer
	again.Once = true
	if err := n.Answer(t.Context(), k, again); !errors.Is(err, runner.ErrAnswered) {
		t.Errorf("one that is to be given once: %v", err)
	}
	run, events := m.until(n, k, graph.Completed)
	if want := (trail{"FIRST.ask", "ASK.yes", "LAST.ok"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %v, want %v", run.Data, want)
	}
	answers := 0
	for _, e := range events {
		if e.GetAnswered() != nil {
			answers++
		}
	}
	if answers != 1 {
		t.Errorf("%d answers are kept, want 1", answers)
	}
	if err := n.Answer(t.Context(), k, runner.Answer{Outcome: "yes", By: me}); !errors.Is(err, runner.ErrNotWaiting) {
		t.Errorf("an answer to an ended run: %v", err)
	}
}

func TestAWaitThatIsOverEndsByItsTimer(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, 300*time.Millisecond)
	n := m.node(true)
	run, _ := m.until(n, m.start(n, "", ""), graph.Completed)
	if want := (trail{"FIRST.ask", "ASK.expired"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %v, want %v", run.Data, want)
	}
}

func TestACancelledRunStopsAtOnce(t *testing.T) {
	t.Parallel()
	reached, stopped := make(chan struct{}), make(chan struct{})
	m := newMesh(t, steps{last: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
		close(reached)
		<-ctx.Done()
		close(stopped)
		return graph.Result{}, ctx.Err()
	}}, 0)
	n := m.node(true)
	k := m.start(n, "", "")
	<-reached
	if err := m.node(false).Cancel(t.Context(), k, me, "changed my mind"); err != nil {
		t.Fatal(err)
	}
	<-stopped
	m.until(n, k, graph.Cancelled)
	if err := n.Cancel(t.Context(), k, me, ""); err != nil {
		t.Errorf("cancelling an ended run: %v", err)
	}
}

func TestAWatcherSeesEveryEventOnceFromAnyPoint(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	k := m.start(n, "", "")
	_, all := m.until(n, k, graph.Completed)
	for from := range int64(len(all) + 1) {
		var got []int64
		err := n.log.Watch(t.Context(), k, from, func(s runlog.Seen) error {
			if s.Event == nil {
				return nil
			}
			got = append(got, s.Event.GetSequence())
			if s.Event.GetCompleted() != nil {
				return runlog.Stop()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, seq := range got {
			if seq != max(from, 1)+int64(i) {
				t.Errorf("from %d: got %v", from, got)
				break
			}
		}
	}
	err := n.log.Watch(t.Context(), runlog.Key{Tenant: "local", Run: "nope"}, 1, func(runlog.Seen) error { return nil })
	if !errors.Is(err, runlog.ErrNotFound) {
		t.Errorf("watching a run that is not there: %v", err)
	}
}

func TestAnotherTenantCantReachARun(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Completed)
	for _, tenant := range []string{"other", "*", ">", "local.>", "other.local", ""} {
		for _, run := range []string{k.Run, "*", ">", "local." + k.Run} {
			if _, _, err := n.log.Load(t.Context(), runlog.Key{Tenant: tenant, Run: run}); !errors.Is(err, runlog.ErrNotFound) {
				t.Errorf("tenant %q, run %q: %v, want ErrNotFound", tenant, run, err)
			}
		}
		list, _, err := n.log.List(t.Context(), tenant, "", 10, nil, func(runlog.Summary) bool { return true })
		if err != nil || len(list) > 0 {
			t.Errorf("tenant %q lists %d runs, %v", tenant, len(list), err)
		}
	}
	list, _, err := n.log.List(t.Context(), "local", "", 10, nil, func(runlog.Summary) bool { return true })
	if err != nil || len(list) != 1 || list[0].Status != "completed" {
		t.Errorf("its own tenant lists %v, %v", list, err)
	}
}

func TestACancelThatTheWorkerIsNotToldOfIsSeenAtItsNextBeat(t *testing.T) {
	t.Parallel()
	at, left := make(chan struct{}), make(chan error, 1)
	m := newMesh(t, steps{first: func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
		close(at)
		<-ctx.Done()
		left <- ctx.Err()
		return graph.Result{}, ctx.Err()
	}}, 0)
	n := m.node(true)
	k := m.start(n, "", "")
	<-at
	events, j, err := n.log.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	cancelled := &runv1.Event{Sequence: int64(len(events)) + 1, Kind: &runv1.Event_Cancelled{Cancelled: &runv1.Cancelled{}}}
	if err := j.Append(t.Context(), []*runv1.Event{cancelled}, graph.Standing{Status: graph.Cancelled}); err != nil { // and nobody is nudged
		t.Fatal(err)
	}
	select {
	case <-left:
	case <-time.After(20 * time.Second):
		t.Fatal("the step goes on")
	}
}

func newRegistry(t testing.TB, flows ...graph.Flow) *graph.Registry {
	t.Helper()
	r, err := graph.NewRegistry(flows...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
