package app

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// oldRuns fills a log with runs as older builds may have left them.
func oldRuns(t *testing.T, nc *nats.Conn) {
	t.Helper()
	log, err := runlog.Open(t.Context(), nc, runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: time.Minute,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	})
	if err != nil {
		t.Fatal(err)
	}
	input, err := anypb.New(&notegraphv1.Input{Text: "how am I?", Context: &commonv1.CallContext{}})
	if err != nil {
		t.Fatal(err)
	}
	write := func(run, name string, version int32, status graph.Status, more ...*runv1.Event) {
		events := []*runv1.Event{{Sequence: 1, Kind: &runv1.Event_Started{Started: &runv1.Started{
			RunId: run, Tenant: "local", Graph: name, GraphVersion: version, Input: input,
		}}}}
		for i, e := range more {
			e.Sequence = int64(i + 2)
			events = append(events, e)
		}
		if err := log.Begin(t.Context(), runlog.Key{Tenant: "local", Run: run}, events, graph.Standing{Status: status}); err != nil {
			t.Fatal(err)
		}
	}
	left := func(s graph.State, o graph.Outcome) *runv1.Event {
		return &runv1.Event{Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{Branch: 1, State: string(s), Outcome: string(o)}}}
	}
	now := int32(notegraph.Version)
	write("1-fits", notegraph.Name, now, graph.Running)
	write("2-version", notegraph.Name, 1, graph.Waiting)
	write("3-graph", "orders", 1, graph.Calling)
	write("4-state", notegraph.Name, now, graph.Waiting, left("GUESS", "guessed"))
	write("5-outcome", notegraph.Name, now, graph.Running, left(notegraph.Route, "lost"))
	write("6-ended", notegraph.Name, 1, graph.Completed)
}

func mustTellOldRuns(t *testing.T, store string, c *config.Config) {
	t.Helper()
	got, err := Additions{}.CheckRuns(t.Context(), c, store)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ run, status, problem, text string }{
		{"2-version", "waiting", "this build has no version 1 of graph notes, only 2", "how am I?"},
		{"3-graph", "calling", `this build has no graph "orders"`, ""},
		{"4-state", "waiting", graph.ErrLog.Error() + ": event 2 is of state GUESS, which the graph does not have", "how am I?"},
		{"5-outcome", "running", graph.ErrLog.Error() + ": event 2 takes outcome lost, which state ROUTE does not have", "how am I?"},
	}
	if got.Runs != 5 || len(got.Stuck) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, w := range want {
		if s := got.Stuck[i]; s.Run != w.run || s.Status != w.status || s.Problem != w.problem || s.Text != w.text || s.Tenant != "local" {
			t.Errorf("got %+v, want %+v", s, w)
		}
	}
}

func TestRunsOfOlderBuildsAreCheckedInAVaultAndOnANATSServer(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	srv, err := bus.Start(bus.Options{Dir: natsDir(config.Default(), findState(vault)), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	oldRuns(t, nc)

	c := config.Default()
	c.Vault = vault
	mustTellOldRuns(t, "", c) // on a copy, since the server is at work
	mustTellOldRuns(t, vault, c)
	mustTellOldRuns(t, srv.URL(), c) // where it is
	c.NATS.URL = srv.URL()
	mustTellOldRuns(t, "", c)
}

func TestAVaultWithoutRunsHasNoneThatAreStuck(t *testing.T) {
	t.Parallel()
	got, err := Additions{}.CheckRuns(context.WithoutCancel(t.Context()), config.Default(), t.TempDir())
	if err != nil || got.Runs != 0 || len(got.Stuck) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}
