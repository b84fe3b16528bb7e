package runner_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

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

// BenchmarkRun walks runs of twelve pure steps, each kept, from start to end,
// in every durability, alone and 64 side by side.
func BenchmarkRun(b *testing.B) {
	for _, d := range []graph.Durability{graph.Strict, graph.Pipelined, graph.Relaxed} {
		for _, side := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/%d", d, side), func(b *testing.B) { benchRun(b, d, side) })
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

func benchRun(b *testing.B, d graph.Durability, side int) {
	srv, err := bus.Start(bus.Options{Dir: b.TempDir(), SyncAlways: d != graph.Relaxed})
	if err != nil {
		b.Fatal(err)
	}
	defer srv.Shutdown()
	nc, err := srv.Connect("bench")
	if err != nil {
		b.Fatal(err)
	}
	defer nc.Close()
	tracer := tracenoop.NewTracerProvider().Tracer("")
	log, err := runlog.Open(b.Context(), nc, runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: 30 * time.Second, Gather: d != graph.Relaxed,
		Tracer: tracer, Propagator: propagation.TraceContext{},
	})
	if err != nil {
		b.Fatal(err)
	}
	r, err := runner.New(log, runner.Options{
		Workers: side, MaxCrashes: 5, AckWait: 30 * time.Second, Durability: d, Attempts: 1, Timeout: time.Minute,
		Classify: func(error) graph.Class { return graph.Refused }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Tracer: tracer, Propagator: propagation.TraceContext{}, Meter: metricnoop.NewMeterProvider().Meter(""),
	}, line(b, 12, ok))
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	var working sync.WaitGroup
	working.Go(func() { _ = r.Work(ctx) })
	defer func() { cancel(); working.Wait() }()

	todo := make(chan struct{})
	var callers sync.WaitGroup
	var mu sync.Mutex
	took := make([]time.Duration, 0, b.N)
	for range side {
		callers.Go(func() {
			for range todo {
				begin := time.Now()
				if err := runOnce(ctx, r, log); err != nil {
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
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
	slices.Sort(took)
	for _, at := range []struct {
		name string
		of   int
	}{{"ms-p50", b.N / 2}, {"ms-p99", b.N * 99 / 100}, {"ms-longest", b.N - 1}} {
		b.ReportMetric(took[at.of].Seconds()*1e3, at.name)
	}
}

func runOnce(ctx context.Context, r *runner.Runner, log *runlog.Log) error {
	k, err := r.Start(ctx, runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "line", Input: wrapperspb.String("x"),
	})
	if err != nil {
		return err
	}
	return log.Watch(ctx, k, 1, func(s runlog.Seen) error {
		if s.Event.GetCompleted() != nil {
			return runlog.Stop()
		}
		return nil
	})
}
