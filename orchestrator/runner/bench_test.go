package runner_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"

	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
)

// BenchmarkRun has runs of twelve pure steps of 100 bytes go through the whole engine,
// each step kept and each a call of an agent over loopback TCP, in every durability,
// one at a time and 64 side by side.
func BenchmarkRun(b *testing.B) {
	eachDurability(b, func(b *testing.B) graph.Handler[trail] { return called(b, agentOnTCP(b)) })
}

// BenchmarkBareRun is BenchmarkRun without the calls: what the engine itself takes.
func BenchmarkBareRun(b *testing.B) {
	eachDurability(b, func(*testing.B) graph.Handler[trail] {
		return func(context.Context, trail, graph.Step) (graph.Result, error) {
			return graph.Result{Outcome: "ok", Output: hundredBytes}, nil
		}
	})
}

var hundredBytes = wrapperspb.String(strings.Repeat("x", 100))

func eachDurability(b *testing.B, step func(*testing.B) graph.Handler[trail]) {
	for _, d := range []graph.Durability{graph.Strict, graph.Pipelined, graph.Relaxed} {
		for _, side := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/%d", d, side), func(b *testing.B) { benchRun(b, d, side, step(b)) })
		}
	}
}

// line is a graph of n pure steps in a row.
func line(b testing.TB, n int, step graph.Handler[trail]) *graph.Graph[trail] {
	def := graph.Definition[trail]{
		Name: "line", Version: 1, Start: "S1",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, _ graph.Change) trail { return s },
	}
	for i := 1; i <= n; i++ {
		next := graph.State(fmt.Sprintf("S%d", i+1))
		if i == n {
			next = graph.End
		}
		def.Nodes = append(def.Nodes, graph.Node[trail]{
			State: graph.State(fmt.Sprintf("S%d", i)), Run: step,
			Outcomes: map[graph.Outcome][]graph.State{"ok": {next}},
		})
	}
	g, err := graph.New(def)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// An engine is a NATS server of its own, with a log of runs and who works on it.
type engine struct {
	*runner.Runner
	log *runlog.Log
	nc  *nats.Conn
	dir string // of the server
}

type engineOptions struct {
	durability graph.Durability
	workers    int
	sync       bool // as it is in every durability but relaxed
}

func startEngine(b *testing.B, o engineOptions, flows ...graph.Flow) *engine {
	b.Helper()
	dir := b.TempDir()
	srv, err := bus.Start(bus.Options{Dir: dir, SyncAlways: o.sync})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(srv.Shutdown)
	nc, err := srv.Connect("bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(nc.Close)
	tracer := tracenoop.NewTracerProvider().Tracer("")
	log, err := runlog.Open(b.Context(), nc, runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: 30 * time.Second, Gather: o.sync,
		Tracer: tracer, Propagator: propagation.TraceContext{},
	})
	if err != nil {
		b.Fatal(err)
	}
	r, err := runner.New(log, runner.Options{
		Workers: o.workers, MaxCrashes: 5, AckWait: 30 * time.Second, Durability: o.durability, Attempts: 1, Timeout: time.Minute,
		Classify: func(error) graph.Class { return graph.Refused }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Tracer: tracer, Propagator: propagation.TraceContext{}, Meter: metricnoop.NewMeterProvider().Meter(""),
	}, newRegistry(b, flows...))
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var working sync.WaitGroup
	working.Go(func() { _ = r.Work(ctx) })
	b.Cleanup(func() { cancel(); working.Wait() })
	return &engine{r, log, nc, dir}
}

func benchRun(b *testing.B, d graph.Durability, side int, step graph.Handler[trail]) {
	e := startEngine(b, engineOptions{d, side, d != graph.Relaxed}, line(b, 12, step))
	for range 20 { // what is made once is made
		if err := e.once(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	before := e.kept(b)
	todo := make(chan struct{})
	var callers sync.WaitGroup
	var mu sync.Mutex
	took := make([]time.Duration, 0, b.N)
	for range side {
		callers.Go(func() {
			for range todo {
				begin := time.Now()
				if err := e.once(b.Context()); err != nil {
					b.Error(err)
				}
				mu.Lock()
				took = append(took, time.Since(begin))
				mu.Unlock()
			}
		})
	}
	b.ResetTimer()
	for range b.N {
		todo <- struct{}{}
	}
	close(todo)
	callers.Wait()
	b.StopTimer()
	b.ReportMetric(0, "ns/op") // of no use beside the others
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
	reportTimes(b, took)
	e.kept(b).since(before).report(b)
}

// reportTimes reports what half of all took at most, 99 of 100, and the longest.
func reportTimes(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	last := len(took) - 1
	b.ReportMetric(took[last/2].Seconds()*1e3, "ms-p50")
	b.ReportMetric(took[last*99/100].Seconds()*1e3, "ms-p99")
	b.ReportMetric(took[last].Seconds()*1e3, "ms-longest")
}

// once starts a run and waits for its end.
func (e *engine) once(ctx context.Context) error {
	k, err := e.Start(ctx, runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "line", Input: wrapperspb.String("x"),
	})
	if err != nil {
		return err
	}
	return e.ended(ctx, k)
}

// ended waits for the end of a run.
func (e *engine) ended(ctx context.Context, k runlog.Key) error {
	return e.log.Watch(ctx, k, 1, func(s runlog.Seen) error {
		if s.Event.GetCompleted() != nil {
			return runlog.Stop()
		}
		return nil
	})
}
