package telemetry

import (
	"context"
	"fmt"
	"io"
	"os"

	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/exporters/stdout/stdouttrace"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// traceExporter returns nil if spans are not to be sent. Endpoints, headers and
// certificates are read from the environment by the exporters.
func traceExporter(ctx context.Context, how protocol) (exporter sdktrace.SpanExporter, err error) {
	switch how {
	case overGRPC:
		exporter, err = otlptracegrpc.New(ctx)
	case overHTTP:
		exporter, err = otlptracehttp.New(ctx)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("set up the export of traces (see OTEL_EXPORTER_OTLP_ENDPOINT): %w", err)
	}
	return exporter, nil
}

func metricExporter(ctx context.Context, how protocol) (exporter sdkmetric.Exporter, err error) {
	switch how {
	case overGRPC:
		exporter, err = otlpmetricgrpc.New(ctx)
	case overHTTP:
		exporter, err = otlpmetrichttp.New(ctx)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("set up the export of metrics (see OTEL_EXPORTER_OTLP_ENDPOINT): %w", err)
	}
	return exporter, nil
}

// traceFile returns an exporter that writes a line of JSON for each span, nil if
// none is wanted, and what closes it.
func traceFile(o Options) (sdktrace.SpanExporter, func(context.Context) error, error) {
	w, closeFile := o.TraceWriter, func(context.Context) error { return nil }
	if o.TraceFile != "" {
		f, err := os.OpenFile(o.TraceFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("open the trace file: %w", err)
		}
		closeFile = func(context.Context) error { return f.Close() }
		if w != nil {
			w = io.MultiWriter(w, f)
		} else {
			w = f
		}
	}
	if w == nil {
		return nil, closeFile, nil
	}
	exporter, err := stdouttrace.New(stdouttrace.WithWriter(w))
	if err != nil {
		return nil, nil, fmt.Errorf("write the trace file: %w", err)
	}
	return exporter, closeFile, nil
}
