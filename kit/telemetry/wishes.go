package telemetry

import (
	"fmt"
	"strings"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// A protocol is how OTLP goes over the wire.
type protocol string

const (
	off      protocol = ""
	overGRPC protocol = "grpc"
	overHTTP protocol = "http/protobuf"
)

// wishes are what the environment asks for.
type wishes struct {
	traces, metrics protocol
	sampler         sdktrace.Sampler
}

// readWishes follows OpenTelemetry's specification of the variables but for one
// point: without an endpoint nothing is sent to localhost.
func readWishes(env func(string) string) (wishes, error) {
	sampler, err := readSampler(env)
	if err != nil || strings.EqualFold(strings.TrimSpace(env("OTEL_SDK_DISABLED")), "true") {
		return wishes{sampler: sampler}, err
	}
	traces, err := readWish(env, "TRACES")
	if err != nil {
		return wishes{}, err
	}
	metrics, err := readWish(env, "METRICS")
	return wishes{traces, metrics, sampler}, err
}

func readWish(env func(string) string, signal string) (protocol, error) {
	variable := "OTEL_" + signal + "_EXPORTER"
	switch exporter := strings.TrimSpace(env(variable)); exporter {
	case "otlp":
	case "none":
		return off, nil
	case "":
		if env("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && env("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") == "" {
			return off, nil
		}
	default:
		return off, fmt.Errorf("%s: %q is not otlp or none", variable, exporter)
	}
	variable = "OTEL_EXPORTER_OTLP_" + signal + "_PROTOCOL"
	value := env(variable)
	if value == "" {
		variable = "OTEL_EXPORTER_OTLP_PROTOCOL"
		value = env(variable)
	}
	switch p := protocol(strings.TrimSpace(value)); p {
	case overGRPC, overHTTP:
		return p, nil
	case "":
		return overHTTP, nil
	default:
		return off, fmt.Errorf("%s: %q is not %s or %s", variable, p, overGRPC, overHTTP)
	}
}
