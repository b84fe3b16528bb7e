package runner_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// childrenWide is how many children are at work side by side.
const childrenWide = 16

// BenchmarkChildren has a run fan out over children, sixteen side by side. Beside it
// stands what as many runs take that nobody waits for, begun by sixteen callers.
func BenchmarkChildren(b *testing.B) {
	for _, work := range []time.Duration{0, 5 * time.Millisecond} {
		for _, n := range []int{1, 16, 100, 1000} {
			b.Run(fmt.Sprintf("%v/%d/alone", work, n), func(b *testing.B) { benchChildren(b, work, n, alone) })
			b.Run(fmt.Sprintf("%v/%d/children", work, n), func(b *testing.B) { benchChildren(b, work, n, called16) })
		}
	}
}

func benchChildren(b *testing.B, work time.Duration, n int, run func(context.Context, *engine, int) error) {
	works := func(ctx context.Context, _ trail, _ graph.Step) (graph.Result, error) {
		if work > 0 {
			select {
			case <-time.After(work):
			case <-ctx.Done():
				return graph.Result{}, ctx.Err()
			}
		}
		return graph.Result{Outcome: "ok"}, nil
	}
	e := startEngine(b, engineOptions{graph.Pipelined, childrenWide, true}, fanOfCalls(b, n, childrenWide), line(b, 1, works))
	if err := run(b.Context(), e, n); err != nil { // what is made once is made
		b.Fatal(err)
	}
	for b.Loop() {
		if err := run(b.Context(), e, n); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms")
	b.ReportMetric(0, "ns/op")
}

// fanOfCalls is a graph that fans out over n runs of the graph "line".
func fanOfCalls(b testing.TB, n, width int) *graph.Graph[trail] {
	type to = map[graph.Outcome][]graph.State
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "SPLIT",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, _ graph.Change) trail { return s },
		Nodes: []graph.Node[trail]{
			{State: "SPLIT", Fan: "each", Outcomes: to{"each": {"CALL"}}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
				return graph.Result{Outcome: "each", Items: n}, nil
			}},
			{
				State: "CALL", Kind: graph.Call, Width: width, Outcomes: to{"done": {"JOIN"}},
				Start: func(trail, graph.Step) graph.Child { return graph.Child{Graph: "line", Input: wrapperspb.String("x")} },
				Ended: func(trail, *runv1.ChildEnded) graph.Outcome { return "done" },
			},
			{State: "JOIN", Join: graph.JoinItems, Run: ok, Outcomes: to{"ok": {graph.End}}},
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func called16(ctx context.Context, e *engine, _ int) error {
	k, err := e.Start(ctx, runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "test", Input: wrapperspb.String("x"),
	})
	if err != nil {
		return err
	}
	return e.ended(ctx, k)
}

func alone(ctx context.Context, e *engine, n int) error {
	todo, failed := make(chan struct{}), make(chan error, n)
	var callers sync.WaitGroup
	for range min(n, childrenWide) {
		callers.Go(func() {
			for range todo {
				if err := e.once(ctx); err != nil {
					failed <- err
				}
			}
		})
	}
	for range n {
		todo <- struct{}{}
	}
	close(todo)
	callers.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}
