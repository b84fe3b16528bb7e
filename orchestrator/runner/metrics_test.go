package runner_test

import (
	"context"
	"testing"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// measured returns a metric of integers by the class of the queue.
func measured(t *testing.T, r sdkmetric.Reader, name string) map[string]int64 {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := r.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	add := func(points []metricdata.DataPoint[int64]) {
		for _, p := range points {
			class, _ := p.Attributes.Value(telemetry.QueueClass)
			out[class.AsString()] += p.Value
			if p.Attributes.Len() != 1 {
				t.Errorf("%s has attributes %v: a tenant in them would have no bound", name, p.Attributes)
			}
		}
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch d := m.Data.(type) {
			case metricdata.Gauge[int64]:
				if m.Name == name {
					add(d.DataPoints)
				}
			case metricdata.Sum[int64]:
				if m.Name == name {
					add(d.DataPoints)
				}
			}
		}
	}
	return out
}

func TestTheQueueAndWhatIsUnderWayAreMeasured(t *testing.T) {
	t.Parallel()
	began, gate := make(chan struct{}, 8), make(chan struct{})
	m := newMesh(t, steps{first: func(context.Context, trail, graph.Step) (graph.Result, error) {
		began <- struct{}{}
		<-gate
		return graph.Result{Outcome: "ok"}, nil
	}}, 0)
	reader := sdkmetric.NewManualReader()
	m.meter = sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("")
	m.workers = 1
	n := m.node(true)
	keys := []runlog.Key{m.startFor(n, "a", true)}
	<-began
	keys = append(keys, m.startFor(n, "a", true), m.startFor(n, "a", false), m.startFor(n, "b", false))
	// The lanes of the others get their consumers when the process hears of them.
	for got := measured(t, reader, telemetry.MetricQueueDepth); got["urgent"] != 1 || got["other"] != 2; got = measured(t, reader, telemetry.MetricQueueDepth) {
		if t.Context().Err() != nil {
			t.Fatalf("waiting by class: %v", got)
		}
	}
	if got := measured(t, reader, telemetry.MetricRunsActive); got["urgent"] != 1 || got["other"] != 0 {
		t.Errorf("under way by class: %v", got)
	}
	close(gate)
	for _, k := range keys {
		m.until(n, k, graph.Completed)
	}
}
