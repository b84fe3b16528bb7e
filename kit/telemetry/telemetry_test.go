package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.opentelemetry.io/otel/trace"
	collectorpb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/telemetry"
)

func env(pairs ...string) func(string) string {
	values := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return values[name] }
}

func setup(t *testing.T, o telemetry.Options) *telemetry.Providers {
	t.Helper()
	p, err := telemetry.Setup(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func span(t *testing.T, p *telemetry.Providers, name string) trace.SpanContext {
	t.Helper()
	ctx, parent := p.Tracer.Tracer(telemetry.Scope).Start(t.Context(), "root")
	_, s := p.Tracer.Tracer(telemetry.Scope).Start(ctx, name, trace.WithAttributes(telemetry.RunID.String("r1")))
	s.End()
	parent.End()
	return s.SpanContext()
}

func TestSpansHaveIDsEvenIfNobodyWantsThem(t *testing.T) {
	t.Parallel()
	p := setup(t, telemetry.Options{Env: env()})
	sc := span(t, p, "x")
	if !sc.IsValid() || sc.IsSampled() {
		t.Errorf("valid %v, sampled %v", sc.IsValid(), sc.IsSampled())
	}
	if err := p.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTraceFileHasOneLineOfJSONForEachSpan(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	p := setup(t, telemetry.Options{ServiceName: "weft-test", TraceFile: path, Env: env("OTEL_SDK_DISABLED", "true")})
	sc := span(t, p, "step ROUTE")
	if err := p.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines:\n%s", len(lines), raw)
	}
	var line struct {
		Name        string
		SpanContext struct{ TraceID string }
	}
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil {
		t.Fatal(err)
	}
	if line.Name != "step ROUTE" || line.SpanContext.TraceID != sc.TraceID().String() {
		t.Errorf("got %+v", line)
	}
	if !strings.Contains(lines[0], "weft.run.id") || !strings.Contains(lines[0], "weft-test") {
		t.Errorf("no run id or service name in %s", lines[0])
	}
}

// A collector keeps the spans that are sent to it.
type collector struct {
	mu    sync.Mutex
	names []string
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var req collectorpb.ExportTraceServiceRequest
	if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &req) != nil {
		w.WriteHeader(http.StatusOK) // metrics
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, rs := range req.GetResourceSpans() {
		for _, ss := range rs.GetScopeSpans() {
			for _, s := range ss.GetSpans() {
				c.names = append(c.names, s.GetName())
			}
		}
	}
}

// The exporters read the environment themselves, so this test can't run beside
// others.
func TestSpansGoToTheCollectorAndTheFile(t *testing.T) {
	c := &collector{}
	server := httptest.NewServer(c)
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	var file bytes.Buffer
	p := setup(t, telemetry.Options{TraceWriter: &file})
	span(t, p, "step PLAN")
	if err := p.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if strings.Join(c.names, ",") != "step PLAN,root" {
		t.Errorf("the collector has %v", c.names)
	}
	if strings.Count(file.String(), "\n") != 2 {
		t.Errorf("the file has %s", file.String())
	}
}

// A collector that is away is told of once, however often something is sent, and so is
// its return.
func TestAnOutageOfTheCollectorIsTwoLines(t *testing.T) {
	var away atomic.Bool
	away.Store(true)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if away.Load() {
			w.WriteHeader(http.StatusBadRequest) // which is not tried again
		}
	}))
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", server.URL+"/v1/traces")
	t.Setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1") // each span is sent by itself
	var out bytes.Buffer
	p := setup(t, telemetry.Options{Logger: slog.New(slog.NewTextHandler(&out, nil))})
	flush := p.Tracer.(interface{ ForceFlush(context.Context) error }).ForceFlush
	for range 20 {
		span(t, p, "x")
	}
	_ = flush(t.Context()) // the log is told
	away.Store(false)
	for range 20 {
		span(t, p, "x")
	}
	if err := p.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "telemetry can't be sent") || !strings.Contains(lines[1], "telemetry is sent again") ||
		!strings.Contains(lines[1], "failures=40") {
		t.Errorf("the log is %q", lines)
	}
}

func TestNothingIsSentWhenToldNotTo(t *testing.T) {
	for name, variable := range map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "none"} {
		t.Run(name, func(t *testing.T) {
			c := &collector{}
			server := httptest.NewServer(c)
			defer server.Close()
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
			t.Setenv(name, variable)
			p := setup(t, telemetry.Options{})
			span(t, p, "x")
			if err := p.Shutdown(context.Background()); err != nil {
				t.Fatal(err)
			}
			if len(c.names) != 0 {
				t.Errorf("the collector has %v", c.names)
			}
		})
	}
}

func TestVariablesThatCannotBeFollowed(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		env  func(string) string
		want string
	}{
		{"an exporter nobody has", env("OTEL_TRACES_EXPORTER", "zipkin"), `OTEL_TRACES_EXPORTER: "zipkin" is not otlp or none`},
		{"a sampler nobody has", env("OTEL_TRACES_SAMPLER", "jaeger_remote"), `OTEL_TRACES_SAMPLER: "jaeger_remote" is not always_on, always_off, traceidratio, or one of these behind parentbased_`},
		{"a share that is none", env("OTEL_TRACES_SAMPLER", "traceidratio", "OTEL_TRACES_SAMPLER_ARG", "NaN"), `OTEL_TRACES_SAMPLER_ARG: "NaN" is no share between 0 and 1`},
		{"a protocol nobody has", env("OTEL_METRICS_EXPORTER", "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"), `OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" is not grpc or http/protobuf`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := telemetry.Setup(t.Context(), telemetry.Options{Env: c.env}); err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestATraceFileThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	_, err := telemetry.Setup(t.Context(), telemetry.Options{Env: env(), TraceFile: t.TempDir()})
	if err == nil {
		t.Error("a folder was opened as a trace file")
	}
}

func TestLogLinesCarryTheIDsOfTheirSpanAndTheirRun(t *testing.T) {
	t.Parallel()
	p := setup(t, telemetry.Options{Env: env()})
	var out bytes.Buffer
	log := telemetry.WithIDs(slog.New(slog.NewJSONHandler(&out, nil)))
	ctx, s := p.Tracer.Tracer("x").Start(t.Context(), "x")
	log.With("a", 1).DebugContext(ctx, "hidden")
	log.With("a", 1).InfoContext(telemetry.WithRun(ctx, "r1"), "both")
	log.InfoContext(telemetry.WithRun(ctx, ""), "a span")
	log.Info("nothing")
	trace, span := s.SpanContext().TraceID().String(), s.SpanContext().SpanID().String()
	d := json.NewDecoder(&out)
	for _, want := range []map[string]any{
		{"msg": "both", "a": 1.0, "trace_id": trace, "span_id": span, "run": "r1"},
		{"msg": "a span", "trace_id": trace, "span_id": span},
		{"msg": "nothing"},
	} {
		var got map[string]any
		if err := d.Decode(&got); err != nil {
			t.Fatal(err)
		}
		delete(got, "time")
		delete(got, "level")
		if !maps.Equal(got, want) {
			t.Errorf("the line is %v, want %v", got, want)
		}
	}
}
