package bus_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/bus/bustest"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// measuredStreams looks at the streams once, and returns what is measured, by metric and stream.
func measuredStreams(t *testing.T, m *bus.StreamMeter, r *sdkmetric.ManualReader) map[string]map[string]int64 {
	t.Helper()
	m.Look(t.Context())
	var all metricdata.ResourceMetrics
	if err := r.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]int64{}
	for _, scope := range all.ScopeMetrics {
		for _, metric := range scope.Metrics {
			out[metric.Name] = map[string]int64{}
			for _, p := range metric.Data.(metricdata.Gauge[int64]).DataPoints {
				of, _ := p.Attributes.Value(telemetry.Stream)
				out[metric.Name][of.AsString()] = p.Value
			}
		}
	}
	return out
}

// In a cluster a server that ends is a lost replica. A stream whose leader can't be replaced has
// lost all.
func TestReplicasThatAreLostAreMeasured(t *testing.T) {
	t.Parallel()
	servers := bustest.Servers(t, 3)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.ClientURL())
	}
	js, err := jetstream.New(bustest.Connect(t, strings.Join(urls, ",")))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	made := map[string]jetstream.Stream{}
	for name, replicas := range map[string]int{"WEFT_TEST": 3, "WEFT_ONE": 1, "OTHER": 3} {
		made[name], err = bus.Stream(ctx, js, jetstream.StreamConfig{Name: name, Subjects: []string{name + ".>"}, Replicas: replicas})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []jetstream.ConsumerConfig{{Durable: "slow", AckPolicy: jetstream.AckExplicitPolicy}, {Name: "passing"}} {
		if _, err := made["WEFT_TEST"].CreateConsumer(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		if _, err := js.Publish(ctx, "WEFT_TEST.a", []byte("some text")); err != nil {
			t.Fatal(err)
		}
	}
	reader := sdkmetric.NewManualReader()
	meter, stop, err := bus.NewStreamMeter(js, sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("test"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stop() })
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	lost := func(replicated, single int64) map[string]map[string]int64 {
		t.Helper()
		for {
			now := measuredStreams(t, meter, reader)
			if got := now[telemetry.MetricStreamLost]; len(got) == 2 && got["WEFT_TEST"] == replicated && got["WEFT_ONE"] == single {
				return now
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				t.Fatalf("%d and %d replicas are never lost: %v", replicated, single, now)
			}
		}
	}
	now := lost(0, 0)
	if now[telemetry.MetricStreamCopies]["WEFT_TEST"] != 3 || now[telemetry.MetricStreamLag]["WEFT_TEST"] != 3 || now[telemetry.MetricStreamBytes]["WEFT_TEST"] == 0 {
		t.Errorf("%v", now)
	}
	for _, s := range servers {
		if s.Name() == made["WEFT_ONE"].CachedInfo().Cluster.Leader {
			s.Shutdown()
		}
	}
	lost(1, 1)
	if err := js.DeleteStream(ctx, "WEFT_ONE"); err != nil {
		t.Fatal(err)
	}
	for len(measuredStreams(t, meter, reader)[telemetry.MetricStreamLost]) != 1 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("a stream that was removed is told for ever")
		}
	}
}
