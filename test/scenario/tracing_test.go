package scenario

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// A traced span is one as a backend of traces has it.
type traced struct {
	name, service, trace, id, parent string
	attributes                       map[string]string
}

// A tracer is a backend that takes spans by OTLP over HTTP at its endpoint.
type tracer struct {
	endpoint string
	// spans returns all spans of the traces that a run is in.
	spans func(t *testing.T, run string) []traced
}

// env is what processes are told that send their spans there.
func (b tracer) env() []string {
	return []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT=" + b.endpoint, "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
		"OTEL_METRICS_EXPORTER=none", "OTEL_BSP_SCHEDULE_DELAY=50",
	}
}

// await returns the spans of a run's traces once they are such as is waited for.
func (b tracer) await(t *testing.T, run, what string, there func([]traced) bool) []traced {
	t.Helper()
	look, deadline := time.NewTicker(50*time.Millisecond), time.After(time.Minute)
	defer look.Stop()
	for {
		spans := b.spans(t, run)
		if there(spans) {
			return spans
		}
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("%s: the traces of run %s have %v", what, run, spans)
		}
	}
}

// received starts a tracer that keeps in memory what it is sent.
func received(t *testing.T) tracer {
	t.Helper()
	var mu sync.Mutex
	var all []traced
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var sent collectorpb.ExportTraceServiceRequest
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, of := range sent.GetResourceSpans() {
			service := ""
			for _, a := range of.GetResource().GetAttributes() {
				if a.GetKey() == "service.name" {
					service = a.GetValue().GetStringValue()
				}
			}
			for _, scope := range of.GetScopeSpans() {
				for _, s := range scope.GetSpans() {
					attributes := map[string]string{}
					for _, a := range s.GetAttributes() {
						attributes[a.GetKey()] = a.GetValue().GetStringValue()
					}
					all = append(all, traced{s.GetName(), service, hex.EncodeToString(s.GetTraceId()),
						hex.EncodeToString(s.GetSpanId()), hex.EncodeToString(s.GetParentSpanId()), attributes})
				}
			}
		}
	}))
	t.Cleanup(server.Close)
	return tracer{server.URL, func(_ *testing.T, run string) (out []traced) {
		mu.Lock()
		defer mu.Unlock()
		of := map[string]bool{}
		for _, s := range all {
			if s.attributes[string(telemetry.RunID)] == run {
				of[s.trace] = true
			}
		}
		for _, s := range all {
			if of[s.trace] {
				out = append(out, s)
			}
		}
		return out
	}}
}

const jaegerConfig = `
service:
  extensions: [jaeger_storage, jaeger_query]
  pipelines:
    traces: {receivers: [otlp], processors: [batch], exporters: [jaeger_storage_exporter]}
  telemetry: {resource: {service.name: jaeger}, metrics: {level: none}, logs: {level: warn}}
extensions:
  jaeger_query: {storage: {traces: mem}, http: {endpoint: "%s"}, grpc: {endpoint: "%s"}}
  jaeger_storage: {backends: {mem: {memory: {max_traces: 1000}}}}
receivers:
  otlp: {protocols: {http: {endpoint: "%s"}}}
processors:
  batch: {timeout: 50ms}
exporters:
  jaeger_storage_exporter: {trace_storage: mem}
`

// jaeger starts a real Jaeger of version 2, whose binary WEFT_TEST_JAEGER names.
func jaeger(t *testing.T) tracer {
	t.Helper()
	binary := os.Getenv("WEFT_TEST_JAEGER")
	if binary == "" {
		t.Skip("WEFT_TEST_JAEGER does not name a Jaeger")
	}
	at := [3]string{porttest.FreeAddress(t), porttest.FreeAddress(t), porttest.FreeAddress(t)}
	config := filepath.Join(t.TempDir(), "jaeger.yaml")
	if err := os.WriteFile(config, fmt.Appendf(nil, jaegerConfig, at[0], at[1], at[2]), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "--config", "file:"+config)
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return tracer{"http://" + at[2], func(t *testing.T, run string) (out []traced) {
		var services struct{ Data []string }
		if !readJSON(t, "http://"+at[0]+"/api/services", &services) {
			return nil
		}
		seen := map[string][]traced{}
		for _, service := range services.Data {
			tags := url.QueryEscape(fmt.Sprintf(`{"%s":"%s"}`, telemetry.RunID, run))
			var found struct{ Data []jaegerTrace }
			readJSON(t, "http://"+at[0]+"/api/traces?limit=100&service="+url.QueryEscape(service)+"&tags="+tags, &found)
			for _, trace := range found.Data {
				seen[trace.TraceID] = trace.spans()
			}
		}
		return slices.Concat(slices.Collect(maps.Values(seen))...)
	}}
}

// A jaegerTrace is a trace as Jaeger's API tells it.
type jaegerTrace struct {
	TraceID string
	Spans   []struct {
		TraceID, SpanID, OperationName, ProcessID string
		References                                []struct{ RefType, TraceID, SpanID string }
		Tags                                      []struct {
			Key   string
			Value any
		}
	}
	Processes map[string]struct{ ServiceName string }
}

func (j jaegerTrace) spans() (out []traced) {
	for _, s := range j.Spans {
		one := traced{name: s.OperationName, service: j.Processes[s.ProcessID].ServiceName, trace: s.TraceID, id: s.SpanID, attributes: map[string]string{}}
		for _, r := range s.References {
			if r.RefType == "CHILD_OF" && r.TraceID == s.TraceID {
				one.parent = r.SpanID
			}
		}
		for _, tag := range s.Tags {
			one.attributes[tag.Key] = fmt.Sprint(tag.Value)
		}
		out = append(out, one)
	}
	return out
}

// readJSON reads what an address answers, and reports whether somebody does.
func readJSON(t *testing.T, at string, into any) bool {
	t.Helper()
	res, err := http.Get(at)
	if err != nil {
		return false
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(into); err != nil {
		t.Fatalf("%s: %s: %v", at, res.Status, err)
	}
	return true
}

func named(spans []traced, prefix string) (out []traced) {
	for _, s := range spans {
		if strings.HasPrefix(s.name, prefix) {
			out = append(out, s)
		}
	}
	return out
}
