package telemetry

import (
	"fmt"
	"strconv"
	"strings"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// readSampler returns the sampler that OTEL_TRACES_SAMPLER asks for. It follows
// OpenTelemetry's specification but for one point of those that are based on the
// parent: a caller that does not trace decides nothing for others, and is taken for
// none. The process's own sampler then decides. It decides by the trace's id alone, so
// that all processes with the same variables come to the same.
func readSampler(env func(string) string) (sdktrace.Sampler, error) {
	const variable, argument = "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"
	name := strings.ToLower(strings.TrimSpace(env(variable)))
	if name == "" {
		name = "parentbased_always_on"
	}
	own, parents := strings.CutPrefix(name, "parentbased_")
	var sampler sdktrace.Sampler
	switch own {
	case "always_on":
		sampler = sdktrace.AlwaysSample()
	case "always_off":
		sampler = sdktrace.NeverSample()
	case "traceidratio":
		ratio := 1.0
		if text := strings.TrimSpace(env(argument)); text != "" {
			var err error
			if ratio, err = strconv.ParseFloat(text, 64); err != nil || !(ratio >= 0 && ratio <= 1) {
				return nil, fmt.Errorf("%s: %q is no share between 0 and 1", argument, text)
			}
		}
		sampler = sdktrace.TraceIDRatioBased(ratio)
	default:
		return nil, fmt.Errorf("%s: %q is not always_on, always_off, traceidratio, or one of these behind parentbased_", variable, name)
	}
	if parents {
		sampler = sdktrace.ParentBased(sampler, sdktrace.WithRemoteParentNotSampled(sampler))
	}
	return sampler, nil
}
