package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// An order is the data of the graph that this file walks beside that of notes: it
// sends parcels side by side, asks whether they came, and has the bill written.
type order struct {
	Parcels int
	Sent    int
	Billed  string
}

var errNoWord = errors.New("say yes or no")

// orders is the graph in one of its versions. Version 1 asked nobody.
func orders(t *testing.T, version int32, send graph.Handler[order]) *graph.Graph[order] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	after := graph.State("ASK")
	if version == 1 {
		after = "BILL"
	}
	nodes := []graph.Node[order]{
		{
			State: "SPLIT", Fan: "each", Outcomes: to{"each": {"SEND"}},
			Run: func(_ context.Context, o order, _ graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "each", Items: o.Parcels}, nil
			},
		},
		{State: "SEND", Kind: graph.Effect, Run: send, Width: 2, Attempts: 3, Outcomes: to{"sent": {"ALL"}}},
		{
			State: "ALL", Join: graph.JoinItems, Outcomes: to{"ok": {after}},
			Run: func(context.Context, order, graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "ok"}, nil
			},
		},
		{
			State: "BILL", Kind: graph.Call, Outcomes: to{"billed": {graph.End}, "unbilled": {graph.End}},
			Start: func(o order, _ graph.Step) graph.Child {
				return graph.Child{Graph: "bills", Input: wrapperspb.String(fmt.Sprintf("%d parcels", o.Sent))}
			},
			Ended: func(_ order, e *runv1.ChildEnded) graph.Outcome {
				if e.GetStatus() == graph.Completed.String() {
					return "billed"
				}
				return "unbilled"
			},
		},
	}
	if version > 1 {
		nodes = append(nodes, graph.Node[order]{
			State: "ASK", Kind: graph.Wait, Outcomes: to{"answered": {"BILL"}, "expired": {"BILL"}},
			Expires: func(o order) time.Duration { return time.Duration(o.Sent) * time.Hour }, Expired: "expired",
			Accept: func(_ order, r graph.Reply) error {
				if r.Answer.(*wrapperspb.StringValue).GetValue() != "yes" {
					return errNoWord
				}
				return nil
			},
		})
	}
	g, err := graph.New(graph.Definition[order]{
		Name: "orders", Version: version, Start: "SPLIT", Nodes: nodes,
		Describe: func(*runv1.Started) string { return "an order" },
		New: func(_ *runv1.Started, in proto.Message) (order, error) {
			return order{Parcels: int(in.(*wrapperspb.Int32Value).GetValue())}, nil
		},
		Apply: func(o order, c graph.Change) order {
			switch c.State {
			case "SEND":
				o.Sent++
			case "BILL":
				o.Billed = c.Output.(*wrapperspb.StringValue).GetValue()
			}
			return o
		},
		Result: func(o order) proto.Message { return wrapperspb.String(o.Billed) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// bills is the graph that an order calls: one step, which fails no order.
func bills(t testing.TB) *graph.Graph[string] {
	t.Helper()
	g, err := graph.New(graph.Definition[string]{
		Name: "bills", Version: 1, Start: "WRITE", Describe: func(*runv1.Started) string { return "a bill" },
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			return "a bill for " + in.(*wrapperspb.StringValue).GetValue(), nil
		},
		Apply:  func(s string, _ graph.Change) string { return s },
		Result: func(s string) proto.Message { return wrapperspb.String(s) },
		Nodes: []graph.Node[string]{{
			State: "WRITE", Outcomes: map[graph.Outcome][]graph.State{"ok": {graph.End}},
			Run: func(context.Context, string, graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "ok"}, nil
			},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var me = auth.Principal{Tenant: "local", User: "me", Kind: auth.Person, Scopes: auth.Scopes()}

// sent is a handler that counts what it does, by the key of its step.
type sent struct {
	mu   sync.Mutex
	keys map[string]int
}

func (s *sent) send(_ context.Context, _ order, step graph.Step) (graph.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys[step.Key]++; s.keys[step.Key] == 1 && step.Item == 1 {
		return graph.Result{}, errors.New("the post is closed")
	}
	return graph.Result{Outcome: "sent"}, nil
}

// rest answers what is not about runs.
type rest struct {
	weftapi.UnimplementedServer
}

// office is a server for some graphs, on one NATS server with others.
type office struct {
	*Server
	rest
	runs *runner.Runner
}

func openOffice(t testing.TB, srv *bus.Server, work bool, flows ...graph.Flow) *office {
	t.Helper()
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	log, err := runlog.Open(t.Context(), nc, runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: time.Second,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	})
	if err != nil {
		t.Fatal(err)
	}
	graphs, err := graph.NewRegistry(flows...)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := runner.New(log, runner.Options{
		Workers: 4, MaxCrashes: 3, AckWait: time.Second, Durability: graph.Pipelined, Attempts: 1, Timeout: time.Minute,
		Classify: func(error) graph.Class { return graph.Transient }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
		Meter: metricnoop.NewMeterProvider().Meter(""),
	}, graphs)
	if err != nil {
		t.Fatal(err)
	}
	if work {
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- runs.Work(ctx) }()
		t.Cleanup(func() { cancel(); <-done })
	}
	return &office{runs: runs, Server: New(Deps{
		Graphs: graphs, Runs: runs, RunLog: log, Own: me, Now: time.Now, InputBytes: 1 << 10,
		Room:  func(context.Context, int) error { return nil },
		Queue: func(context.Context, string) error { return nil },
	})}
}

func serveBus(t testing.TB) *bus.Server {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: filepath.Join(t.TempDir(), "nats"), SyncAlways: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	return srv
}

func (o *office) order(t *testing.T, parcels int32) string {
	t.Helper()
	k, err := o.runs.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "me", Graph: "orders", Input: wrapperspb.Int32(parcels),
	})
	if err != nil {
		t.Fatal(err)
	}
	return k.Run
}

// seen is a stream of watched events.
type seen struct {
	grpc.ServerStream
	ctx    context.Context
	events []*orchestratorv1.RunEvent
}

func (s *seen) Context() context.Context { return s.ctx }

func (s *seen) Send(r *orchestratorv1.WatchRunResponse) error {
	s.events = append(s.events, r.GetEvent())
	return nil
}

// watch returns what a run shows until it pauses or ends.
func (o *office) watch(t testing.TB, id string) []*orchestratorv1.RunEvent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s := &seen{ctx: ctx}
	if err := o.WatchRun(&orchestratorv1.WatchRunRequest{RunId: id, UntilPause: true}, s); err != nil {
		t.Fatal(err)
	}
	return s.events
}

func (o *office) get(t *testing.T, id string) *orchestratorv1.Run {
	t.Helper()
	res, err := o.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: id})
	if err != nil {
		t.Fatal(err)
	}
	return res.GetRun()
}

func TestAnyGraphIsWalkedAndTold(t *testing.T) {
	t.Parallel()
	post := &sent{keys: map[string]int{}}
	o := openOffice(t, serveBus(t), true, orders(t, 2, post.send), bills(t))
	id := o.order(t, 5)
	events := o.watch(t, id)
	if e := events[len(events)-1]; e.GetInterrupted() == nil {
		t.Fatalf("it does not ask: %v", e)
	} else if d := e.GetInterrupted().GetExpireTime().AsTime().Sub(e.GetTime().AsTime()).Round(time.Hour); d != 5*time.Hour {
		t.Errorf("a wait for 5 parcels lasts %v", d)
	}
	key := runlog.Key{Tenant: "local", Run: id}
	said := func(s string) error {
		return o.runs.Answer(t.Context(), key, runner.Answer{Outcome: "answered", Payload: wrapperspb.String(s), By: me})
	}
	if err := said("perhaps"); !errors.Is(err, errNoWord) {
		t.Errorf("an answer of no use: %v", err)
	}
	if err := said("yes"); err != nil {
		t.Fatal(err)
	}
	events = o.watch(t, id)
	run := o.get(t, id)
	var bill wrapperspb.StringValue
	if err := run.GetResult().UnmarshalTo(&bill); err != nil || bill.GetValue() != "a bill for 5 parcels" ||
		run.GetStatus() != orchestratorv1.RunReport_COMPLETED || run.GetText() != "an order" {
		t.Errorf("the run is %v, %v", run, err)
	}
	called := slices.IndexFunc(events, func(e *orchestratorv1.RunEvent) bool { return e.GetCalled() != nil })
	returned := slices.IndexFunc(events, func(e *orchestratorv1.RunEvent) bool { return e.GetReturned() != nil })
	if called < 0 || returned < called {
		t.Fatalf("the call is event %d, its end %d", called, returned)
	}
	child := o.get(t, events[called].GetCalled().GetRunId())
	if child.GetParentRunId() != id || child.GetGraph() != "bills" || child.GetText() != "a bill" {
		t.Errorf("the child is %v", child)
	}
	for key, times := range post.keys {
		if want := map[bool]int{true: 2, false: 1}[key == fmt.Sprintf("%s/SEND/2", id)]; times != want {
			t.Errorf("%s was sent %d times, want %d", key, times, want)
		}
	}
	if len(post.keys) != 5 {
		t.Errorf("%d parcels", len(post.keys))
	}
}

func TestARunKeepsToItsVersionAndIsToldByIt(t *testing.T) {
	t.Parallel()
	srv, post := serveBus(t), &sent{keys: map[string]int{}}
	first, second := orders(t, 1, post.send), orders(t, 2, post.send)
	older := openOffice(t, srv, false, first, bills(t)).order(t, 1)
	both := openOffice(t, srv, true, first, second, bills(t))
	newer := both.order(t, 1)
	both.watch(t, older)
	both.watch(t, newer)
	if run := both.get(t, older); run.GetStatus() != orchestratorv1.RunReport_COMPLETED || run.GetGraphVersion() != 1 {
		t.Errorf("the older run is %v of version %d", run.GetStatus(), run.GetGraphVersion())
	}
	if run := both.get(t, newer); run.GetStatus() != orchestratorv1.RunReport_WAITING || run.GetGraphVersion() != 2 {
		t.Errorf("the newer run is %v of version %d", run.GetStatus(), run.GetGraphVersion())
	}
}

func TestARunOfAnUnknownGraphIsListedAsSuch(t *testing.T) {
	t.Parallel()
	srv, post := serveBus(t), &sent{keys: map[string]int{}}
	id := openOffice(t, srv, false, orders(t, 1, post.send)).order(t, 1)
	stranger := openOffice(t, srv, true, bills(t))
	for graphName, want := range map[string]int{"": 1, "orders": 1, "bills": 0} {
		res, err := stranger.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{Graph: graphName})
		if err != nil || len(res.GetRuns()) != want {
			t.Fatalf("runs of %q: %v, %v", graphName, res, err)
		}
		for _, r := range res.GetRuns() {
			if !r.GetGraphUnknown() || r.GetStatus() != orchestratorv1.RunReport_RUNNING {
				t.Errorf("listed as %v", r)
			}
		}
	}
	if run := stranger.get(t, id); !run.GetGraphUnknown() || run.GetGraph() != "orders" || run.GetReport() != nil {
		t.Errorf("shown as %v", run)
	}
}
