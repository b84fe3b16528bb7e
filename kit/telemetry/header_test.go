package telemetry_test

import (
	"testing"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/telemetry"
)

const parent = "00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01"

func TestATraceIsFoundInWhateverCaseItsHeaderIs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"traceparent", "Traceparent", "TRACEPARENT"} {
		ctx := propagation.TraceContext{}.Extract(t.Context(), telemetry.Header{"Other": {"x"}, name: {parent}})
		if got := trace.SpanContextFromContext(ctx); got.TraceID().String() != parent[3:35] || !got.IsRemote() {
			t.Errorf("in %s is %v", name, got)
		}
	}
	if got := (telemetry.Header{"Traceparent": {"old"}, "traceparent": {"new"}, "Empty": {}}); got.Get("traceparent") != "new" || got.Get("empty") != "" || got.Get("tracestate") != "" {
		t.Errorf("of %v the wrong one is taken", got)
	}
}

func TestATraceIsWrittenOnce(t *testing.T) {
	t.Parallel()
	h := telemetry.Header{"Traceparent": {"old"}, "Other": {"x"}}
	h.Set("traceparent", "new")
	if len(h) != 2 || h.Get("Traceparent") != "new" || len(h["traceparent"]) != 1 {
		t.Errorf("the header is %v", h)
	}
}
