package runner_test

import (
	"context"
	"fmt"
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

// BenchmarkResume is how long it takes from the answer to a run that waits, and has a
// long log, until its next step begins, of which: to read the log and to fold it. Each
// event is a record of its own, which is the most that there can be to read.
func BenchmarkResume(b *testing.B) {
	for _, events := range []int{1_000, 10_000} {
		b.Run(fmt.Sprintf("%d events", events), func(b *testing.B) { benchResume(b, events) })
	}
}

func benchResume(b *testing.B, events int) {
	begun := make(chan time.Time, 1)
	flow := again(b, events, func() { begun <- time.Now() })
	// What is strict is that each event is written for itself; nothing is synced.
	e := startEngine(b, engineOptions{durability: graph.Strict, workers: 1}, flow)
	k, err := e.Start(b.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "again", Input: wrapperspb.String("x"),
	})
	if err != nil {
		b.Fatal(err)
	}
	<-begun
	seen := e.untilItWaits(b, k, 1)
	took := make([]time.Duration, 0, b.N)
	var read, fold time.Duration
	for b.Loop() {
		began := time.Now()
		if err := e.Answer(b.Context(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
			b.Fatal(err)
		}
		took = append(took, (<-begun).Sub(began))
		seen = e.untilItWaits(b, k, seen+1)

		began = time.Now()
		log, _, err := e.log.Load(b.Context(), k)
		if err != nil {
			b.Fatal(err)
		}
		read += time.Since(began)
		began = time.Now()
		if _, err := flow.Inspect(log); err != nil {
			b.Fatal(err)
		}
		fold += time.Since(began)
	}
	b.ReportMetric(0, "ns/op") // of no use beside the others
	reportTimes(b, took)
	b.ReportMetric(read.Seconds()*1e3/float64(len(took)), "ms-read")
	b.ReportMetric(fold.Seconds()*1e3/float64(len(took)), "ms-fold")
}

// untilItWaits returns the event with which a run comes to wait, of those from the
// given one on.
func (e *engine) untilItWaits(b *testing.B, k runlog.Key, from int64) (at int64) {
	b.Helper()
	err := e.log.Watch(b.Context(), k, from, func(s runlog.Seen) error {
		if s.Event.GetInterrupted() != nil {
			at = s.Event.GetSequence()
			return runlog.Stop()
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return at
}

// again is a graph whose one step is done so many times before it asks, and then asks
// each time. begin is told when the step begins that asks.
func again(b testing.TB, times int, begin func()) *graph.Graph[trail] {
	type to = map[graph.Outcome][]graph.State
	enough := graph.Cap{Most: 1 << 30, Else: "done"}
	g, err := graph.New(graph.Definition[trail]{
		Name: "again", Version: 1, Start: "STEP",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, _ graph.Change) trail { return s },
		Nodes: []graph.Node[trail]{
			{
				State: "STEP", Outcomes: to{"again": {"STEP"}, "ask": {"WAIT"}, "done": {graph.End}},
				Caps: map[graph.Outcome]graph.Cap{"again": enough, "ask": enough},
				Run: func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
					if s.Visit < times-2 { // the log has a start and a pause, too
						return graph.Result{Outcome: "again", Output: hundredBytes}, nil
					}
					begin()
					return graph.Result{Outcome: "ask", Output: hundredBytes}, nil
				},
			},
			{State: "WAIT", Kind: graph.Wait, Outcomes: to{"yes": {"STEP"}}},
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	return g
}
