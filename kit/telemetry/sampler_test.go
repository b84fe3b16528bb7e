package telemetry_test

import (
	"bytes"
	"fmt"
	"testing"

	"go.opentelemetry.io/otel/propagation"

	"github.com/weft-mesh/weft/kit/telemetry"
)

func TestACallerThatDoesNotTraceDoesNotSilenceTheServer(t *testing.T) {
	t.Parallel()
	const high, low = "ffffffffffffffffffffffffffffffff", "00000000000000000000000000000001"
	for _, c := range []struct {
		name, sampler, share string
		traceID, flags       string // of the caller
		want                 bool
	}{
		{"unless told otherwise all is traced", "", "", high, "00", true},
		{"the same by its name", "parentbased_always_on", "", high, "00", true},
		{"a caller that traces is followed", "parentbased_always_off", "", high, "01", true},
		{"whoever wants nothing gets nothing", "parentbased_always_off", "", high, "00", false},
		{"not even of callers that trace", "always_off", "", high, "01", false},
		{"a share is the server's own", "parentbased_traceidratio", "0.5", high, "00", false},
		{"the same share of all traces", "parentbased_traceidratio", "0.5", low, "00", true},
		{"and those of callers that trace", "parentbased_traceidratio", "0.5", high, "01", true},
		{"whoever wants a share only has it", "traceidratio", "0.5", high, "01", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var file bytes.Buffer
			p := setup(t, telemetry.Options{TraceWriter: &file, Env: env("OTEL_TRACES_SAMPLER", c.sampler, "OTEL_TRACES_SAMPLER_ARG", c.share)})
			caller := propagation.MapCarrier{"traceparent": fmt.Sprintf("00-%s-eee19b7ec3c1b174-%s", c.traceID, c.flags)}
			ctx, s := p.Tracer.Tracer(telemetry.Scope).Start(p.Propagator.Extract(t.Context(), caller), "call")
			sent := propagation.MapCarrier{}
			p.Propagator.Inject(ctx, sent)
			s.End()
			if got := file.Len() > 0; got != c.want || s.SpanContext().IsSampled() != c.want {
				t.Errorf("recorded %v, sampled %v, want %v", got, s.SpanContext().IsSampled(), c.want)
			}
			if s.SpanContext().TraceID().String() != c.traceID || sent["traceparent"] == "" {
				t.Errorf("the caller's trace %s goes on as %v", c.traceID, sent)
			}
		})
	}
}
