package runner_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// In strict mode each event is a message of its own, with its subject and headers. Only
// the last step and the run's end are one.
func TestTwelveStepsOfAHundredBytesTakeLessThanEightKiBInTheLog(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(false)
	r, err := runner.New(n.log, runner.Options{
		Workers: 1, MaxCrashes: 5, AckWait: m.o.AckWait, Durability: graph.Strict, Attempts: 1, Timeout: time.Minute,
		Classify: classify, Now: time.Now, Log: m.log, Tracer: m.o.Tracer, Propagator: m.o.Propagator,
		Meter: metricnoop.NewMeterProvider().Meter(""),
	}, newRegistry(t, line(t, 12, func(context.Context, trail, graph.Step) (graph.Result, error) {
		return graph.Result{Outcome: "ok", Output: wrapperspb.String(strings.Repeat("x", 100))}, nil
	})))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Work(ctx) }()
	defer func() { cancel(); <-done }()
	js, err := jetstream.New(n.nc)
	if err != nil {
		t.Fatal(err)
	}
	stored := func() (messages, bytes uint64) {
		for s := range js.ListStreams(t.Context(), jetstream.WithStreamListSubject("weft.run.>")).Info() {
			messages, bytes = messages+s.State.Msgs, bytes+s.State.Bytes
		}
		return messages, bytes
	}
	const runs = 5
	for range runs {
		k, err := r.Start(t.Context(), runner.Start{
			Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "line", Input: wrapperspb.String("x"),
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := n.log.Watch(t.Context(), k, 1, func(s runlog.Seen) error {
			if s.Event.GetCompleted() != nil {
				return runlog.Stop()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	messages, bytes := stored()
	t.Logf("%d messages and %d bytes a run", messages/runs, bytes/runs)
	if messages != 13*runs || bytes/runs >= 8<<10 {
		t.Errorf("%d messages and %d bytes a run; want 13, and less than 8 KiB", messages/runs, bytes/runs)
	}
}
