package noteapi

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
	"github.com/weft-mesh/weft/store"
)

func TestOnlyWhatIsSaidInWordsIsATurnOfAThread(t *testing.T) {
	t.Parallel()
	s := New(Deps{})
	for _, in := range []proto.Message{&orchestratorv1.Plan{}, &reasonv1.Reasoning{Question: "Who?", Session: []string{"user: And Ben?"}}} {
		if err := s.Prepare(t.Context(), runner.Start{Thread: "a", Input: in}); !errors.Is(err, fault.FieldInvalid) {
			t.Errorf("%T joins a thread: %v", in, err)
		}
	}
}

func TestAUserSetsHowFarModelsGo(t *testing.T) {
	t.Parallel()
	own := map[string]*reasonv1.Preferences{
		"ann": {Depth: commonv1.Depth_DEPTH_DEEP, Steps: 8}, "bob": {Depth: commonv1.Depth_DEPTH_OFF}, "cat": {Steps: 3},
	}
	s := New(Deps{Log: slog.New(slog.DiscardHandler), Prefers: func(_ context.Context, tenant, user string) (*reasonv1.Preferences, error) {
		if tenant != "acme" || user == "eve" {
			return nil, errors.New("the bus is away")
		}
		return own[user], nil
	}, Defaults: Defaults{Depth: commonv1.Depth_DEPTH_FOCUSED, UserDepths: map[string]commonv1.Depth{"dan": commonv1.Depth_DEPTH_QUICK, "ann": commonv1.Depth_DEPTH_QUICK}}})
	const none, off, quick, focused, deep = commonv1.Depth_DEPTH_UNSPECIFIED, commonv1.Depth_DEPTH_OFF, commonv1.Depth_DEPTH_QUICK, commonv1.Depth_DEPTH_FOCUSED, commonv1.Depth_DEPTH_DEEP
	for _, tt := range []struct {
		user               string
		asks, reason, note commonv1.Depth
		steps              int32
	}{
		{"ann", none, deep, deep, 8},
		{"ann", quick, quick, quick, 0}, // the steps are of the depth that is asked for
		{"bob", none, quick, off, 0},
		{"cat", none, none, focused, 3},
		{"dan", none, none, quick, 0},
		{"eve", none, none, focused, 0},
	} {
		in := &reasonv1.Reasoning{Question: "Who?", Depth: tt.asks}
		if err := s.Prepare(t.Context(), runner.Start{Key: runlog.Key{Tenant: "acme"}, User: tt.user, Input: in}); err != nil || in.GetDepth() != tt.reason || in.GetSteps() != tt.steps {
			t.Errorf("%s, who asks for %s, reasons by %s and %d steps: %v", tt.user, tt.asks, in.GetDepth(), in.GetSteps(), err)
		}
		note := &notegraphv1.Input{Context: &commonv1.CallContext{Tenant: "acme", User: tt.user, Depth: tt.asks}}
		if s.settle(t.Context(), note); note.GetContext().GetDepth() != tt.note {
			t.Errorf("%s, who asks for %s, is answered by %s", tt.user, tt.asks, note.GetContext().GetDepth())
		}
	}
}

func TestWhatGoesWithAnInputOfItsThread(t *testing.T) {
	t.Parallel()
	turns := []*orchestratorv1.Turn{ // the latest first
		{Text: "and in March?", Status: orchestratorv1.RunReport_RUNNING},
		{Text: "Is it better?", Questions: []*commonv1.Question{{Text: "What do you mean?"}}},
		{Text: "and in January?", Understood: "How far did I run in January?", Answer: "9 km\x00"},
		{Text: strings.Repeat("ü", 3000)},
	}
	all := []string{
		"user: " + strings.Repeat("ü", 2000),
		"user: How far did I run in January?", "weft: 9 km",
		"user: Is it better?", "weft: What do you mean?",
		"user: and in March?",
	}
	const wide = 64 << 10
	tests := map[string]struct {
		limits ThreadLimits
		want   []string
		used   int
	}{
		"all that fits":               {ThreadLimits{Bytes: wide, Tokens: wide}, all, 4},
		"no more bytes than allowed":  {ThreadLimits{Bytes: 100, Tokens: wide}, all[3:], 2},
		"no more tokens than allowed": {ThreadLimits{Bytes: wide, Tokens: 30}, all[1:], 3},
		"nothing":                     {ThreadLimits{Bytes: 0, Tokens: wide}, nil, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, used := test.limits.session(turns)
			if !slices.Equal(got, test.want) || used != test.used {
				t.Errorf("%d turns: %.60q, want %d: %.60q", used, got, test.used, test.want)
			}
		})
	}
}

// serverOnBus is an API on a log of runs, which nobody walks.
func serverOnBus(t *testing.T) *Server {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: filepath.Join(t.TempDir(), "nats")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
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
	g, err := notegraph.New(notegraph.Deps{}, notegraph.Config{LoopMax: 2})
	if err != nil {
		t.Fatal(err)
	}
	graphs, err := graph.NewRegistry(g)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := runner.New(log, runner.Options{
		AckWait: time.Second, Now: time.Now, Propagator: propagation.TraceContext{}, Meter: metricnoop.NewMeterProvider().Meter(""),
	}, graphs)
	if err != nil {
		t.Fatal(err)
	}
	return New(Deps{
		API: api.New(api.Deps{Graphs: graphs, RunLog: log}), Graphs: graphs, Runs: runs, RunLog: log,
		Scope: func(context.Context) (store.Scope, error) { return store.Scope{Tenant: "local", User: "me"}, nil },
	})
}

// A server that dies between a turn and its run has told nobody of either.
func TestATurnWhoseRunNeverBeganIsNotTold(t *testing.T) {
	t.Parallel()
	s := serverOnBus(t)
	k := runlog.ThreadKey{Tenant: "local", Thread: "a"}
	turn := func(run string) {
		if err := s.d.RunLog.AddTurn(t.Context(), k, run, nil); err != nil {
			t.Fatal(err)
		}
	}
	turn("lost")
	list, err := s.ListThreads(t.Context(), &orchestratorv1.ListThreadsRequest{})
	if err != nil || len(list.GetThreads()) > 0 {
		t.Errorf("it is listed: %v, %v", list.GetThreads(), err)
	}
	if _, err := s.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a"}); !errors.Is(err, fault.ThreadNotFound) {
		t.Errorf("it is told: %v", err)
	}
	turn("begun")
	if _, err := s.d.Runs.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: "begun"}, Graph: notegraph.Name, Input: &notegraphv1.Input{Text: "a question"}, Thread: "a",
	}); err != nil {
		t.Fatal(err)
	}
	turn("lost too")
	got, err := s.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a"})
	if err != nil || len(got.GetTurns()) != 1 || got.GetTurns()[0].GetRunId() != "begun" || got.GetThread().GetLastText() != "a question" {
		t.Errorf("the thread is %v, %v", got, err)
	}
}
